import { useState } from 'react';
import { NumberField } from '../number-field.tsx';
import { SelectField } from '../select-field.tsx';
import styles from './follow-ups.module.css';

const units = { minutes: 1, hours: 60, days: 24 * 60 } as const;
type Unit = keyof typeof units;

interface WaitFieldProps {
  label: string;
  /** NaN while it is none. */
  minutes: number;
  error: string | undefined;
  onChange: (minutes: number) => void;
}

/** A wait as it is said: "4 hours". */
export function WaitField({ label, minutes, error, onChange }: WaitFieldProps) {
  const [unit, setUnit] = useState<Unit>(() => unitOf(minutes));
  return (
    <div className={styles.wait}>
      <NumberField
        label={label}
        value={Number.isFinite(minutes) ? minutes / units[unit] : undefined}
        error={error}
        decimal
        onChange={(value) =>
          onChange(value === undefined ? Number.NaN : Math.round(value * units[unit]))
        }
      />
      <SelectField
        label={`${label}, unit`}
        hideLabel
        className={styles.unit ?? ''}
        choices={Object.keys(units).map((value) => ({ value, label: value }))}
        value={unit}
        onChange={(value) => {
          const next = value as Unit;
          setUnit(next);
          onChange((minutes / units[unit]) * units[next]);
        }}
      />
    </div>
  );
}

function unitOf(minutes: number): Unit {
  if (minutes % units.days === 0) return 'days';
  return minutes % units.hours === 0 ? 'hours' : 'minutes';
}
