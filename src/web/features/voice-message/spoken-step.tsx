import { dateOfBirthFieldId } from '#contract/account-field.ts';
import { maxSpokenText, ttsMode, voiceMessageTexts } from '#contract/voice-message.ts';
import { formatNumber } from '#web/lib/format.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { SpokenKindField } from '#web/ui/spoken-kind/spoken-kind-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextAreaField } from '#web/ui/text-field.tsx';
import { StepActions } from './step-actions.tsx';
import type { StepPartProps } from './step-props.ts';
import { forgetSounds, secondsOfStep } from './step-sound.ts';
import { isField } from './step-words.ts';
import { VoiceField } from './voice-field.tsx';

/** What a step says and with which voice. */
export function SpokenStep(props: StepPartProps) {
  const { step, voices, onChange } = props;
  return (
    <>
      {isField(step) ? <FieldPart {...props} /> : <TextPart {...props} />}
      <VoiceField
        voices={voices}
        voiceId={step.ttsVoiceId}
        onChange={(ttsVoiceId) => onChange({ ttsVoiceId })}
      />
      <StepActions {...props} />
    </>
  );
}

function TextPart({ step, names, onChange }: StepPartProps) {
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

function FieldPart({ step, fields, names, onChange }: StepPartProps) {
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
        hint={hintOf(step.ttsFieldId, names.masked)}
        error={step.ttsFieldId === 0 ? voiceMessageTexts.fieldRequired : undefined}
        errorNow={known ? undefined : voiceMessageTexts.noSuchField}
        onChange={(value) => onChange({ ttsFieldId: Number(value) })}
      />
      {step.ttsFieldId !== 0 && known && !spelled && (
        <SpokenKindField
          fieldId={step.ttsFieldId}
          fieldName={names.fields.get(step.ttsFieldId) ?? ''}
          masked={names.masked.has(step.ttsFieldId)}
          onChanged={forgetSounds}
        />
      )}
      <Switch
        label={`Spell ${spelled ? 'ON' : 'OFF'}`}
        hint="Letter by letter and digit by digit."
        checked={spelled}
        onChange={(on) => onChange({ ttsModeId: on ? ttsMode.spell : ttsMode.normal })}
      />
    </>
  );
}

/** What an account hears of its value. */
function hintOf(fieldId: number, masked: ReadonlySet<number>): string {
  if (!masked.has(fieldId)) return 'Each account hears its own value.';
  return fieldId === dateOfBirthFieldId
    ? 'Each account hears only the year.'
    : 'Each account hears only the last four digits; a value of fewer than nine is not spoken.';
}

/** The documents' first entry of both lists. */
function withSelect(entries: readonly { id: number; label: string }[]) {
  const choices = entries.map(({ id, label }) => ({ value: String(id), label }));
  return [{ value: '0', label: 'Select' }, ...choices];
}
