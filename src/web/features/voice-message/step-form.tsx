import { isSpoken } from '#domain/message-rules.ts';
import { Form } from '#web/ui/form-scope.tsx';
import { firstProblem } from '#web/ui/save-button.tsx';
import { problemsOf } from './draft.ts';
import { FileStep } from './file-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { SpokenStep } from './spoken-step.tsx';
import styles from './step-form.module.css';
import type { StepFormProps, StepPartProps } from './step-props.ts';
import { isPhoneRecording } from './step-words.ts';

/** One step: its kind decides the form. Listen plays it before anything is saved. */
export function StepForm(props: StepFormProps) {
  const { step, fields, names, changed, onSave } = props;
  const fieldIds = fields.map(({ id }) => id);
  const problem = firstProblem(problemsOf(step, fieldIds, names.voices));
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
