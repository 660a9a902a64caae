import { type Purpose, purposes } from '#contract/policy.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { SelectField } from './select-field.tsx';

interface PurposeFieldProps {
  label: string;
  /** Undefined: a new campaign, which gets what is usual for the client. */
  value: Purpose | undefined;
  onChange(purpose: Purpose | undefined): void;
  /** Without its hint, where it shares a row with fields that have none. */
  plain?: boolean;
}

/** What a campaign is for: rules of the contact policy may be about one purpose only. */
export function PurposeField({ label, value, onChange, plain = false }: PurposeFieldProps) {
  const choices = purposes.map((one) => ({ value: one, label: purposeNames[one] }));
  return (
    <SelectField
      label={label}
      hint={plain ? undefined : 'Rules of the contact policy may be for one purpose only.'}
      placeholder="As usual for your company"
      choices={choices}
      value={value ?? ''}
      onChange={(chosen) => onChange(purposes.find((one) => one === chosen))}
    />
  );
}
