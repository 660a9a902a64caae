import { localDay } from '../../lib/local-time.ts';
import { platformNow } from '../../lib/simulation.ts';
import { DateField } from '../../ui/date-field.tsx';
import styles from './upload.module.css';

interface SinceFieldProps {
  /** «2026-11-20»; '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** A day up to today, shown as MM/DD/YYYY; typed or picked. */
export function SinceField({ value, onChange }: SinceFieldProps) {
  return (
    <DateField
      label="Date"
      required
      hint="Numbers called on this day or later are left out."
      error={value === '' ? 'Choose a date.' : undefined}
      className={styles.since}
      max={localDay(platformNow())}
      value={value}
      onChange={onChange}
    />
  );
}
