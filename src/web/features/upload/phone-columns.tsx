import { useMemo } from 'react';
import { Switch } from '#web/ui/switch.tsx';
import styles from './map.module.css';
import { phoneColumns } from './mapping.ts';

interface PhoneColumnsProps {
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** The row that samples are taken from. */
  row: readonly string[];
  chosen: readonly number[];
  /** Those of them that nobody chose yet. */
  guessed: readonly number[];
  onChange: (chosen: number[]) => void;
}

/** A switch for each column; those that look like telephone numbers come first. */
export function PhoneColumns(props: PhoneColumnsProps) {
  const { headers, rows, row, chosen, guessed, onChange } = props;
  const columns = useMemo(() => phoneColumns(headers, rows), [headers, rows]);
  const toggle = (column: number, on: boolean) => {
    const others = chosen.filter((other) => other !== column);
    onChange(on ? [...others, column].sort((a, b) => a - b) : others);
  };
  return (
    <section className={styles.phones} aria-labelledby="phone-columns">
      <h2 id="phone-columns">
        Phone Numbers <span className={styles.hint}>(Select all that apply)</span>
      </h2>
      <div className={styles.phonesHead}>
        <span>File column</span>
        <span className={styles.phonesCount} aria-live="polite">
          {chosen.length} of {headers.length} selected
        </span>
      </div>
      <ul>
        {columns.map(({ column, name, numbers }) => (
          <li key={column}>
            <Switch
              label={name || `Column ${column + 1}`}
              hint={hintOf(numbers, rows.length, guessed.includes(column))}
              checked={chosen.includes(column)}
              onChange={(on) => toggle(column, on)}
            />
            <span className={styles.phoneSample} title={row[column]}>
              {row[column] || '--'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Guessed. 18 of 19 rows contain a phone number" */
function hintOf(numbers: number, rows: number, guessed: boolean): string | undefined {
  const mark = guessed ? 'Guessed. ' : '';
  return numbers > 0 ? `${mark}${numbers} of ${rows} rows contain a phone number` : undefined;
}
