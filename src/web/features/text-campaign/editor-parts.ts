/** What the parts of the text campaign editor share. */
import type { FormFields } from '#web/ui/use-draft-form.ts';
import type { Draft } from './draft.ts';

export interface EditorProps {
  /** 0 for a new campaign. */
  campaignId: number;
  onCancel: () => void;
  onSaved: () => void;
}

/** What every group of fields takes. */
export type FieldsProps = FormFields<Draft>;

export function editorTitle(campaignId: number): string {
  return campaignId === 0 ? 'New Campaign' : 'Edit Campaign';
}
