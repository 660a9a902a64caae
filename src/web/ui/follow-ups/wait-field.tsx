import { useState } from 'react';
import { NumberField } from '../number-field.tsx';
import { SelectField } from '../select-field.tsx';
import styles from './follow-ups.module.css';
import { minutesOf, unitOf, type WaitUnit, waitUnits } from './wait-units.ts';

interface WaitFieldProps {
  label: string;
  /** NaN while it is none. A part of a minute while one is typed, which no rule accepts. */
  minutes: number;
  error: string | undefined;
  onChange: (minutes: number) => void;
}

/** A wait as it is said: "4 hours". What is typed stays as long as it means the current minutes. */
export function WaitField({ label, minutes, error, onChange }: WaitFieldProps) {
  const [unit, setUnit] = useState<WaitUnit>(() => unitOf(minutes));
  const [typed, setTyped] = useState<{ minutes: number; value: number | undefined }>();
  const own = Number.isFinite(minutes) ? minutes / waitUnits[unit] : undefined;
  const value = typed && Object.is(typed.minutes, minutes) ? typed.value : own;
  const put = (next: number | undefined, nextUnit: WaitUnit) => {
    const meant = minutesOf(next, nextUnit);
    setTyped({ minutes: meant, value: next });
    onChange(meant);
  };
  return (
    <div className={styles.wait}>
      <NumberField
        label={label}
        value={value}
        error={error}
        decimal
        onChange={(next) => put(next, unit)}
      />
      <SelectField
        label={`${label}, unit`}
        hideLabel
        className={styles.unit ?? ''}
        choices={Object.keys(waitUnits).map((name) => ({ value: name, label: name }))}
        value={unit}
        onChange={(name) => {
          const next = name as WaitUnit;
          setUnit(next);
          put(value, next);
        }}
      />
    </div>
  );
}
