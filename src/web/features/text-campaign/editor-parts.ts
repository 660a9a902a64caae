/** What the parts of the text campaign editor share. */
import type { Draft } from './draft.ts';

export interface EditorProps {
  /** 0 for a new campaign. */
  campaignId: number;
  onCancel: () => void;
  onSaved: () => void;
}

/** What every group of fields takes. */
export interface FieldsProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** The sentence that applies now to a field. */
  errorAt: (path: string) => string | undefined;
  /** What the server said about a field of the last save. */
  refusalAt: (path: string) => string | undefined;
}

export function editorTitle(campaignId: number): string {
  return campaignId === 0 ? 'New Campaign' : 'Edit Campaign';
}
