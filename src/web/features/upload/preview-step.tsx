import { useMemo } from 'react';
import { counted } from '#web/lib/plural.ts';
import { Section } from '#web/ui/page.tsx';
import { CheckResult } from './check-result.tsx';
import { FileTable } from './file-table.tsx';
import type { MappableField, Mapping } from './mapping.ts';
import styles from './upload.module.css';
import type { RowCheck } from './use-check.ts';
import type { FileFacts } from './use-file.ts';

interface PreviewStepProps {
  facts: FileFacts;
  fields: readonly MappableField[];
  mapping: Mapping;
  check: RowCheck;
}

/**
 * Step 3: what the import would make of all rows, and the first ones as accounts; a field without a
 * column shows `--`.
 */
export function PreviewStep({ facts: { rows }, fields: all, mapping, check }: PreviewStepProps) {
  const fields = useMemo(() => shownFields(all, mapping), [all, mapping]);
  const headers = useMemo(() => ['Phone Number', ...fields.map(({ label }) => label)], [fields]);
  const accounts = useMemo(
    () =>
      rows.map((row) => [
        mapping.phones
          .map((column) => row[column])
          .filter(Boolean)
          .join(', '),
        ...fields.map(({ id }) => row[mapping.columns[id] ?? -1] ?? ''),
      ]),
    [rows, fields, mapping],
  );
  return (
    <>
      <Section className={styles.check ?? ''}>
        <CheckResult check={check} />
        {rows.length > 0 && (
          <p className={styles.quiet}>
            The first {rows.length === 1 ? 'row' : counted(rows.length, 'row')} with your mapping.
          </p>
        )}
      </Section>
      <FileTable
        label="Preview of the mapped data"
        headers={headers}
        rows={accounts}
        empty="The file has a header row, but no rows below it"
      />
    </>
  );
}

/** Most files have no consent: its columns are shown where there are some. */
function shownFields(fields: readonly MappableField[], { columns }: Mapping): MappableField[] {
  return fields.filter(({ id }) => id > 0 || columns[id] !== undefined);
}
