import { isSpoken } from '../../../domain/message-rules.ts';
import { Form } from '../../ui/form-scope.tsx';
import { firstProblem } from '../../ui/save-button.tsx';
import type { DraftStep } from './draft.ts';
import { problemsOf } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { SpokenStep } from './spoken-step.tsx';
import styles from './step-form.module.css';
import { isPhoneRecording, type StepNames } from './step-words.ts';

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

/** One step: its kind decides the form. Listen plays it before anything is saved. */
export function StepForm(props: StepFormProps) {
  const { step, fields, changed, onSave } = props;
  const fieldIds = fields.map(({ id }) => id);
  const problem = firstProblem(problemsOf(step, fieldIds));
  const save = () => {
    if (problem === undefined && changed) onSave();
  };
  return (
    <Form className={styles.form} onSubmit={save}>
      <StepPart {...props} problem={problem} />
    </Form>
  );
}

function StepPart(props: StepPartProps) {
  if (isSpoken(props.step)) return <SpokenStep {...props} />;
  if (isPhoneRecording(props.step)) return <PhoneStep {...props} />;
  return <FileStep {...props} />;
}
