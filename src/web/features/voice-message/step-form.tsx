import { useState } from 'react';
import { maxSpokenText, ttsMode, voiceMessageTexts } from '../../../contract/voice-message.ts';
import { encodeWav } from '../../../domain/sound/wav.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Form } from '../../ui/form-scope.tsx';
import { SpeakerIcon, StopIcon } from '../../ui/icons.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { firstProblem } from '../../ui/save-button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { type DraftStep, problemsOf } from './draft.ts';
import styles from './step-form.module.css';
import { secondsOfStep, soundOf } from './step-sound.ts';
import { isField, type StepNames } from './step-words.ts';
import { usePlayer } from './use-player.ts';

interface StepFormProps {
  step: DraftStep;
  voices: readonly { id: number; name: string }[];
  fields: readonly { id: number; value: string }[];
  names: StepNames;
  /** Something was typed that is not in the list yet. */
  changed: boolean;
  onChange: (change: Partial<DraftStep>) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** What a step says and with which voice; Listen plays it before anything is saved. */
export function StepForm(props: StepFormProps) {
  const { step, onChange } = props;
  const problems = problemsOf(
    step,
    props.fields.map(({ id }) => id),
  );
  const problem = firstProblem(problems);
  const save = () => {
    if (problem === undefined && props.changed) props.onSave();
  };
  return (
    <Form className={styles.form} onSubmit={save}>
      {isField(step) ? <FieldPart {...props} /> : <TextPart {...props} />}
      <SelectField
        label="Voice"
        required
        size="sm"
        value={String(step.ttsVoiceId)}
        choices={withSelect(props.voices.map(({ id, name }) => ({ id, label: name })))}
        error={step.ttsVoiceId === 0 ? voiceMessageTexts.voiceRequired : undefined}
        onChange={(value) => onChange({ ttsVoiceId: Number(value) })}
      />
      <Actions {...props} problem={problem} />
    </Form>
  );
}

function TextPart({ step, names, onChange }: StepFormProps) {
  const { length } = step.value;
  const seconds = Math.round(secondsOfStep(step, names));
  return (
    <TextAreaField
      label="Text"
      required
      rows={4}
      maxLength={maxSpokenText}
      value={step.value}
      hint="The same for every account."
      hintEnd={`${formatNumber(length)} ${length === 1 ? 'character' : 'characters'}, ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`}
      error={step.value.trim() === '' ? voiceMessageTexts.textRequired : undefined}
      onChange={(value) => onChange({ value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.currentTarget.form?.requestSubmit();
        }
      }}
    />
  );
}

function FieldPart({ step, fields, onChange }: StepFormProps) {
  const spelled = step.ttsModeId === ttsMode.spell;
  const known = step.ttsFieldId === 0 || fields.some(({ id }) => id === step.ttsFieldId);
  return (
    <>
      <SelectField
        label="Account field"
        required
        size="sm"
        value={known ? String(step.ttsFieldId) : '0'}
        choices={withSelect(fields.map(({ id, value }) => ({ id, label: value })))}
        hint="Each account hears its own value."
        error={step.ttsFieldId === 0 ? voiceMessageTexts.fieldRequired : undefined}
        errorNow={known ? undefined : voiceMessageTexts.noSuchField}
        onChange={(value) => onChange({ ttsFieldId: Number(value) })}
      />
      <Switch
        label={`Spell ${spelled ? 'ON' : 'OFF'}`}
        hint="Letter by letter and digit by digit."
        checked={spelled}
        onChange={(on) => onChange({ ttsModeId: on ? ttsMode.spell : ttsMode.normal })}
      />
    </>
  );
}

interface ActionsProps extends StepFormProps {
  problem: string | undefined;
}

function Actions({ step, problem, changed, onCancel }: ActionsProps) {
  const [failure, setFailure] = useState<{ step: DraftStep; error: unknown }>();
  const player = usePlayer((error) => setFailure({ step, error }));
  const listen = () => {
    setFailure(undefined);
    player.play(step.key, async () => encodeWav(await soundOf(step)));
  };
  const sounds = player.current !== undefined;
  return (
    <>
      {failure?.step === step && <ErrorBand>{messageOf(failure.error)}</ErrorBand>}
      <div className={styles.actions}>
        <Button
          size="sm"
          icon={sounds ? StopIcon : SpeakerIcon}
          reason={problem}
          busy={player.loading}
          onClick={sounds ? player.stop : listen}
        >
          {sounds && !player.loading ? 'Stop' : 'Listen'}
        </Button>
        <span className={styles.gap} />
        <Button size="sm" variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          reason={problem ?? (changed ? undefined : 'Nothing was changed.')}
        >
          Save step
        </Button>
      </div>
    </>
  );
}

/** The documents' first entry of both lists. */
function withSelect(entries: readonly { id: number; label: string }[]) {
  const choices = entries.map(({ id, label }) => ({ value: String(id), label }));
  return [{ value: '0', label: 'Select' }, ...choices];
}
