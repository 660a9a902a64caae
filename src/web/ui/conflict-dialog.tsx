import { useId, useState } from 'react';
import { formatLocalTime } from '../lib/local-time.ts';
import { Button } from './button.tsx';
import styles from './conflict-dialog.module.css';
import { Dialog } from './dialog.tsx';
import type { Conflict } from './draft-conflict.ts';
import type { ConflictRow, Side } from './merge-drafts.ts';

/** Asks, field by field, what to keep of two changes of one record. */
export function ConflictDialog({ conflict }: { conflict: Conflict | undefined }) {
  return conflict ? <OpenConflict key={conflict.title} conflict={conflict} /> : null;
}

function OpenConflict({ conflict }: { conflict: Conflict }) {
  const { rows, by, title, back, resolve } = conflict;
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const all = (side: Side) =>
    setChoices(Object.fromEntries(rows.map(({ key }) => [key, side] as const)));
  const left = rows.filter(({ key }) => !choices[key]).length;
  return (
    <Dialog
      opened
      title={title}
      size="compare"
      onClose={back}
      footer={
        <>
          <p className={styles.left}>{footOf(conflict, left)}</p>
          <Button onClick={back} data-autofocus>
            Back to editing
          </Button>
          <Button
            variant="filled"
            reason={left > 0 ? 'Choose what to keep of each field first.' : undefined}
            onClick={() => resolve(choices)}
          >
            Save
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{leadOf(conflict)}</p>
      {rows.length > 0 && (
        <div className={styles.rows}>
          <div className={styles.head}>
            <span>Field</span>
            <span className={styles.side}>
              Mine, not saved <AllButton onClick={() => all('mine')}>All mine</AllButton>
            </span>
            <span className={styles.side}>
              {possessive(by)}, saved{' '}
              <AllButton onClick={() => all('theirs')}>All theirs</AllButton>
            </span>
          </div>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              by={by}
              chosen={choices[row.key]}
              onChoose={(side) => setChoices({ ...choices, [row.key]: side })}
            />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function AllButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className={styles.all} onClick={onClick}>
      {children}
    </button>
  );
}

interface RowProps {
  row: ConflictRow;
  by: string;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

function Row({ row, by, chosen, onChoose }: RowProps) {
  const name = useId();
  const option = (side: Side, whose: string) => (
    <label className={`${styles.option} ${chosen === side ? styles.chosen : ''}`}>
      <input type="radio" name={name} checked={chosen === side} onChange={() => onChoose(side)} />
      <span className={styles.whose}>{whose}</span>
      <span className={styles.value}>{row[side] || <i>Empty</i>}</span>
    </label>
  );
  return (
    <fieldset className={styles.row}>
      <legend className={styles.legend}>{row.label}</legend>
      <div className={styles.label} aria-hidden>
        {row.label}
      </div>
      <div className={styles.was}>Was {row.was || 'empty'}</div>
      {option('mine', 'Mine')}
      {option('theirs', possessive(by))}
    </fieldset>
  );
}

/** "You opened this campaign at 2:09 PM. Nothing of yours is lost. 3 fields differ. …" */
function leadOf({ noun, opened, rows, by }: Conflict): string {
  const begin = `You opened this ${noun} at ${formatLocalTime(opened)}. Nothing of yours is lost.`;
  if (rows.length === 0) return `${begin} ${capital(by)} changed other fields than you did.`;
  const fields = rows.length === 1 ? '1 field differs' : `${rows.length} fields differ`;
  return `${begin} ${fields}. Choose what to keep.`;
}

/** "1 of 3 left to choose. Caller ID name, changed only by you, is kept." */
function footOf({ rows, onlyMine, onlyTheirs, by }: Conflict, left: number): string {
  const sentences = [
    left > 0 ? `${left} of ${rows.length} left to choose.` : '',
    alone(onlyMine, 'you', 'kept'),
    alone(onlyTheirs, by, 'kept'),
  ];
  return sentences.filter(Boolean).join(' ');
}

function alone(labels: readonly string[], by: string, done: string): string {
  if (labels.length === 0) return '';
  const list = labels.join(', ');
  return `${list}, changed only by ${by}, ${labels.length === 1 ? 'is' : 'are'} ${done}.`;
}

function possessive(by: string): string {
  return `${capital(by)}'s`;
}

/** "The operator", at the beginning of a sentence. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
