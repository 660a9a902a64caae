import { useRef } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Section } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import {
  type DelimiterKind,
  delimiterKinds,
  delimiterName,
  delimiterNames,
  delimiterOf,
  delimiterProblem,
} from './delimiter.ts';
import { type Draft, fileProblem } from './draft.ts';
import { delimiterOfFile, guessed, withFile } from './file-choice.ts';
import { FileDrop } from './file-drop.tsx';
import { drawnColumns, FileTable } from './file-table.tsx';
import styles from './upload.module.css';
import type { FileFacts } from './use-file.ts';

interface FileStepProps {
  draft: Draft;
  facts: FileFacts;
  onChange: (change: Partial<Draft>) => void;
}

/** Step 1: the delimiter, the file, and the rows read with them. */
export function FileStep({ draft, facts, onChange }: FileStepProps) {
  const { file, delimiterKind, otherDelimiter } = draft;
  const read = facts.headers.length > 0;
  // Of a refused file only the rows before the fault can be shown.
  const shown = read && (facts.refusal === undefined || facts.rows.length > 0);
  const last = useRef<File>(undefined);
  const takeFile = async (next: File) => {
    last.current = next;
    const found = await delimiterOfFile(next);
    // Another file may have been chosen meanwhile.
    if (last.current === next) onChange(withFile(draft, next, found));
  };
  const refusal = file && (fileProblem(file) ?? facts.refusal);
  return (
    <>
      <Section className={styles.choose ?? ''}>
        <div className={styles.delimiter}>
          <SelectField
            label="File Delimiter"
            value={delimiterKind}
            choices={delimiterKinds.map((kind) => ({ value: kind, label: delimiterNames[kind] }))}
            onChange={(kind) =>
              onChange({ ...chosen, delimiterKind: kind as DelimiterKind, mapping: undefined })
            }
            hint={draft.delimiterGuessed && 'Guessed from the file.'}
          />
          {delimiterKind === 'other' && (
            <TextField
              label="New File Delimiter"
              required
              value={otherDelimiter}
              onChange={(other) =>
                onChange({ ...chosen, otherDelimiter: other, mapping: undefined })
              }
              error={delimiterProblem(otherDelimiter)}
              autoComplete="off"
            />
          )}
        </div>
        <FileDrop file={file} onFile={takeFile} />
        {refusal && <Refusal retry={facts.retry}>{refusal}</Refusal>}
        {facts.loading && <p className={styles.quiet}>Loading ...</p>}
        {read && facts.refusal === undefined && (
          <p>
            Number of rows: <strong>{rowCount(facts.rowCount)}</strong>
            <span className={styles.quiet}> {hintFor(facts)}</span>
            {facts.headers.length === 1 && (
              <Suggestion
                draft={draft}
                onUse={(found) => onChange({ ...guessed(found), mapping: undefined })}
              />
            )}
          </p>
        )}
      </Section>
      {shown && (
        <FileTable
          label="First rows of the file"
          headers={facts.headers}
          rows={facts.rows}
          empty="The file has a header row, but no rows below it"
        />
      )}
    </>
  );
}

/** What the manager decides about the delimiter is no guess. */
const chosen = { delimiterGuessed: false, delimiterChosen: true };

interface SuggestionProps {
  draft: Draft;
  onUse: (delimiter: string) => void;
}

/** The chosen delimiter gives one column, another one would give more. */
function Suggestion({ draft, onUse }: SuggestionProps) {
  const { suggestedDelimiter: found, delimiterKind, otherDelimiter } = draft;
  if (found === undefined || found === delimiterOf(delimiterKind, otherDelimiter)) return null;
  return (
    <>
      {' '}
      <Button size="sm" onClick={() => onUse(found)}>
        Use {delimiterName(found)}
      </Button>
    </>
  );
}

function Refusal({ children, retry }: { children: string; retry: (() => void) | undefined }) {
  const again = retry && (
    <Button size="sm" onClick={retry}>
      Retry
    </Button>
  );
  return <ErrorBand action={again}>{children}</ErrorBand>;
}

function rowCount(rows: number | undefined): string {
  return rows === undefined ? 'Counting ...' : formatNumber(rows);
}

function hintFor({ headers, rows }: FileFacts): string {
  if (headers.length === 1) return 'Only one column was found. Check the delimiter.';
  const more = headers.length - drawnColumns;
  const cut = more > 0 ? ` and the first ${drawnColumns} of ${headers.length} columns` : '';
  if (rows.length === 0) return 'There are no rows to show.';
  return `The first ${rows.length === 1 ? 'row' : counted(rows.length, 'row')}${cut} ${rows.length === 1 && cut === '' ? 'is' : 'are'} shown.`;
}
