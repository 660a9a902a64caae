import { useMemo } from 'react';
import { counted } from '#web/lib/plural.ts';
import { Section } from '#web/ui/page.tsx';
import { FileTable } from './file-table.tsx';
import type { MappableField, Mapping } from './mapping.ts';
import styles from './upload.module.css';
import type { FileFacts } from './use-file.ts';

interface PreviewStepProps {
  facts: FileFacts;
  fields: readonly MappableField[];
  mapping: Mapping;
}

/** Step 3: the first rows as accounts; a field without a column shows `--`. */
export function PreviewStep({ facts: { rows }, fields, mapping }: PreviewStepProps) {
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
      <Section>
        <p className={styles.quiet}>
          The first {rows.length === 1 ? 'row' : counted(rows.length, 'row')} with your mapping.
        </p>
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
