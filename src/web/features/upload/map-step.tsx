import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { AlertIcon, ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#web/ui/icons.tsx';
import { ArrowRightIcon } from '#web/ui/screen-icons.tsx';
import { ColumnSelect } from './column-select.tsx';
import styles from './map.module.css';
import {
  clearGuesses,
  cutRows,
  type MappableField,
  type Mapping,
  withColumn,
  withPhones,
  withSensitive,
} from './mapping.ts';
import { PhoneColumns } from './phone-columns.tsx';
import { newlySensitive, sensitivityOf } from './sensitive.ts';
import { SensitiveBox, SensitiveNote } from './sensitive-box.tsx';
import type { FileFacts } from './use-file.ts';

interface MapStepProps {
  facts: FileFacts;
  fields: readonly MappableField[];
  mapping: Mapping;
  /** The mapping started from an earlier upload. */
  remembered: boolean;
  onChange: (mapping: Mapping) => void;
}

/** A page with more options than this freezes while it is drawn. */
const mostOptions = 5_000;

/** Step 2: which column fills which field, with a sample, and which columns are phones. */
export function MapStep({ facts, fields, mapping, remembered, onChange }: MapStepProps) {
  const [sample, setSample] = useState(0);
  const { headers, rows } = facts;
  const row = rows[sample] ?? [];
  const choose = (id: number, value: string) =>
    onChange(withColumn(mapping, id, value === '' ? undefined : Number(value)));
  const guesses = mapping.guessed?.fields ?? [];
  const choices = headers.map((header, column) => ({
    value: String(column),
    label: header || `Column ${column + 1}`,
  }));

  return (
    <div className={styles.panes}>
      <section className={styles.fields} aria-label="Account fields">
        <Title fields={fields} mapping={mapping} remembered={remembered} onChange={onChange} />
        <SensitiveNote marked={newlySensitive(fields, mapping, headers, rows)} />
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Account Field Label</th>
              <th scope="col">Uploaded File Field Label</th>
              <th scope="col">
                <div className={styles.sampleHead}>
                  Sample from the file
                  <SampleRow row={sample} rows={rows.length} onRow={setSample} />
                </div>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.id}>
                <th scope="row">
                  <div className={styles.label}>
                    <span className={styles.labelWords}>{field.label}</span>
                    <ArrowRightIcon />
                  </div>
                </th>
                <td className={styles.select}>
                  <ColumnSelect
                    label={`Column for ${field.label}`}
                    choices={choices}
                    lazy={choices.length * fields.length > mostOptions}
                    value={String(mapping.columns[field.id] ?? '')}
                    onChange={(value) => choose(field.id, value)}
                  />
                </td>
                <td>
                  <Sample field={field} column={mapping.columns[field.id]} row={row} rows={rows}>
                    <SensitiveBox
                      field={field}
                      sensitivity={sensitivityOf(field, mapping, headers, rows)}
                      onChange={(on) => onChange(withSensitive(mapping, field.id, on))}
                    />
                    {guesses.includes(field.id) && (
                      <GuessMark
                        label={`Remove the guess for ${field.label}`}
                        onRemove={() => choose(field.id, '')}
                      />
                    )}
                  </Sample>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <PhoneColumns
        headers={headers}
        rows={rows}
        row={row}
        chosen={mapping.phones}
        guessed={mapping.guessed?.phones ?? []}
        onChange={(phones) => onChange(withPhones(mapping, phones))}
      />
    </div>
  );
}

/** How many fields have a column and why, and a way to take all guesses back. */
function Title({ fields, mapping, remembered, onChange }: Omit<MapStepProps, 'facts'>) {
  // Consent is no account field.
  const own = fields.filter(({ id }) => id > 0);
  const mapped = own.filter(({ id }) => mapping.columns[id] !== undefined).length;
  const guessed = mapping.guessed?.fields.length ?? 0;
  const phones = mapping.guessed?.phones.length ?? 0;
  return (
    <div className={styles.title}>
      <h2>Account fields</h2>
      <span>
        {mapped} of {own.length} mapped
        {remembered && ', as in your last upload with these columns'}
        {guessed > 0 && `, ${guessed} guessed`}
        {guessed + phones > 0 && (
          <Button size="sm" variant="plain" onClick={() => onChange(clearGuesses(mapping))}>
            Clear guesses
          </Button>
        )}
      </span>
    </div>
  );
}

interface SampleRowProps {
  row: number;
  rows: number;
  onRow: (row: number) => void;
}

/** Steps through the first rows of the file. */
function SampleRow({ row, rows, onRow }: SampleRowProps) {
  if (rows === 0) return null;
  return (
    <span className={styles.stepper}>
      <span className={styles.stepperWords} aria-live="polite">
        Row {row + 1} of {rows}
      </span>
      <IconButton
        label="Previous row"
        icon={ChevronLeftIcon}
        reason={row === 0 ? 'This is the first row.' : undefined}
        onClick={() => onRow(row - 1)}
      />
      <IconButton
        label="Next row"
        icon={ChevronRightIcon}
        reason={row + 1 >= rows ? 'This is the last sample row.' : undefined}
        onClick={() => onRow(row + 1)}
      />
    </span>
  );
}

/** Says that nobody chose this column, and takes it back. */
function GuessMark({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className={styles.guess}>
      Guessed
      <IconButton label={label} icon={CloseIcon} iconSize={14} onClick={onRemove} />
    </span>
  );
}

interface SampleProps {
  field: MappableField;
  column: number | undefined;
  row: readonly string[];
  rows: readonly (readonly string[])[];
  /** A mark at the end. */
  children: ReactNode;
}

/** A value of the column, with a warning if values would be truncated. */
function Sample({ field, column, row, rows, children }: SampleProps) {
  if (column === undefined) return <span className={styles.value}>--</span>;
  const cut = cutRows(field, column, rows);
  return (
    <div className={styles.sample}>
      <span className={styles.value} title={row[column]}>
        {row[column] || '--'}
      </span>
      {cut > 0 && (
        <span className={styles.cut}>
          <AlertIcon />
          Cut to {field.size} characters in {cut} of {rows.length} rows
        </span>
      )}
      {children}
    </div>
  );
}
