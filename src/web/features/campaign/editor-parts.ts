/** What the parts of the Broadcast editor share. */
import type { BroadcastDraft } from './draft.ts';

export interface EditorProps {
  /** 0 for a new campaign. */
  campaignId: number;
  onCancel: () => void;
  onSaved: () => void;
}

/** What every group of fields takes. */
export interface FieldsProps {
  draft: BroadcastDraft;
  change: (part: Partial<BroadcastDraft>) => void;
  /** The sentence that applies now to a field. */
  errorAt: (path: string) => string | undefined;
  /** What the server said about a field of the last save. */
  refusalAt: (path: string) => string | undefined;
}

export function editorTitle(campaignId: number): string {
  return campaignId === 0 ? 'New Broadcast' : 'Edit Broadcast';
}
