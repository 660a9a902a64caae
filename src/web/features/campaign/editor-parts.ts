/** What the parts of the campaign editor share. */
import type { FormFields } from '#web/ui/use-draft-form.ts';
import type { CampaignDraft, VoiceType } from './draft.ts';

export interface EditorProps {
  /** 0 for a new campaign. */
  campaignId: number;
  /** Of a new campaign. */
  newType: VoiceType;
  onCancel: () => void;
  onSaved: () => void;
}

/** What every group of fields takes. */
export type FieldsProps = FormFields<CampaignDraft>;

export const typeNames = { broadcast: 'Broadcast', linkback: 'Linkback' } as const;

/** What each type does (document 1 section 1). */
export const typeSentences = {
  broadcast: 'Plays a message to the customer, or to the answering machine if one answers.',
  linkback: 'Plays a message and lets the customer speak to a live agent.',
} as const;

export function editorTitle(campaignId: number, type: VoiceType): string {
  return `${campaignId === 0 ? 'New' : 'Edit'} ${typeNames[type]}`;
}
