import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { localDay } from '../../lib/local-time.ts';
import { platformNow } from '../../lib/simulation.ts';
import { controlProps, FieldFrame, useField } from '../../ui/field.tsx';
import styles from './upload.module.css';

interface SinceFieldProps {
  /** «2026-11-20»; '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** A day up to today, shown as MM/DD/YYYY; typed or picked. */
export function SinceField({ value, onChange }: SinceFieldProps) {
  const given = {
    label: 'Date',
    required: true,
    hint: 'Numbers called on this day or later are left out.',
    error: value === '' ? 'Choose a date.' : undefined,
    className: styles.since,
  };
  const field = useField(given);
  const { className, ...control } = controlProps(field, given);
  return (
    <FieldFrame field={field} given={given}>
      <DateInput
        {...control}
        classNames={{ input: className }}
        valueFormat="MM/DD/YYYY"
        placeholder="MM/DD/YYYY"
        maxDate={localDay(platformNow())}
        value={value === '' ? null : value}
        onChange={(day) => onChange(day ?? '')}
        onBlur={field.leave}
        autoComplete="off"
      />
    </FieldFrame>
  );
}
