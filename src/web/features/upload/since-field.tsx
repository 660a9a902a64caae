import { localDay } from '#web/lib/local-time.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { sinceProblem } from './draft.ts';
import styles from './upload.module.css';

interface SinceFieldProps {
  /** The rule is off. */
  disabled: boolean;
  /** "2026-11-20"; '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** A day up to today, shown as MM/DD/YYYY; typed or picked. */
export function SinceField({ disabled, value, onChange }: SinceFieldProps) {
  return (
    <DateField
      label="Date"
      required={!disabled}
      disabled={disabled}
      hint={
        disabled
          ? 'Applies when the switch above is on.'
          : 'Numbers called on this day or later are left out.'
      }
      error={disabled ? undefined : sinceProblem(value)}
      className={styles.since}
      max={localDay(platformNow())}
      value={value}
      onChange={onChange}
    />
  );
}
