import type { DraftStep } from './draft.ts';
import type { StepNames } from './step-words.ts';

export interface StepFormProps {
  step: DraftStep;
  voices: readonly { id: number; name: string; sendsTo?: string | undefined }[];
  fields: readonly { id: number; value: string }[];
  names: StepNames;
  /** Something was typed or chosen that is not in the list yet. */
  changed: boolean;
  onChange: (change: Partial<DraftStep>) => void;
  /** Called with the reason why the step is busy, and with undefined once it is not. */
  onBusy: (busy: string | undefined) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** The additional props of the form of one kind of step. */
export interface StepPartProps extends StepFormProps {
  /** What keeps the step from being saved. */
  problem: string | undefined;
}
