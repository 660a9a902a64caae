import { type ConsentDraft, consentChoices } from '#web/lib/consent-draft.ts';
import { DateField } from './date-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

interface ConsentFieldsProps {
  value: ConsentDraft;
  onChange(part: Partial<ConsentDraft>): void;
}

/** The consent of all accounts of a list that have no word of their own. */
export function ConsentFields({ value, onChange }: ConsentFieldsProps) {
  const choose = (chosen: string) =>
    onChange({ kind: consentChoices.find((one) => one.value === chosen)?.value ?? '' });
  return (
    <>
      <SelectField
        label="Consent"
        hint="Holds for the accounts whose rows say nothing about consent. A refusal in a row stays a refusal."
        placeholder="None for the whole list"
        clearable
        choices={consentChoices}
        value={value.kind}
        onChange={choose}
      />
      {value.kind !== '' && (
        <>
          <TextField
            label="Consent Source"
            hint="Where it was given, such as a web form."
            maxLength={255}
            autoComplete="off"
            value={value.source}
            onChange={(source) => onChange({ source })}
          />
          <DateField
            label="Consent Date"
            value={value.date}
            onChange={(date) => onChange({ date })}
          />
          <TextField
            label="Consent Time"
            hint="Eastern Time, if it is known."
            type="time"
            value={value.time}
            onChange={(time) => onChange({ time })}
          />
          <TextField
            label="Consent Words"
            hint="What the persons agreed to, word for word."
            maxLength={1_000}
            autoComplete="off"
            value={value.words}
            onChange={(words) => onChange({ words })}
          />
        </>
      )}
    </>
  );
}
