import type { DraftStep } from './draft.ts';
import type { StepNames } from './step-words.ts';

export interface StepFormProps {
  step: DraftStep;
  voices: readonly { id: number; name: string }[];
  fields: readonly { id: number; value: string }[];
  names: StepNames;
  /** Something was typed or chosen that is not in the list yet. */
  changed: boolean;
  onChange: (change: Partial<DraftStep>) => void;
  /** Hears what the step is in the middle of, and undefined once it no longer is. */
  onBusy: (busy: string | undefined) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** What the form of one kind of step is given beside. */
export interface StepPartProps extends StepFormProps {
  /** What keeps the step from being saved. */
  problem: string | undefined;
}
