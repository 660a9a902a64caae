import { useState } from 'react';
import {
  type CallRecordColumn,
  callRecordColumns,
  exportedColumns,
} from '#contract/call-record-columns.ts';
import type { ReportFormat } from '#contract/report-archive.ts';
import { useFullSsnRefusal } from '#web/lib/rights.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { zoneName } from '#web/lib/zone.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { positionOf } from './column-names.ts';
import type { ReportFilters } from './report-filter.ts';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  filters: ReportFilters;
  /** On the screen. */
  columns: readonly CallRecordColumn[];
  /** How many records match now, in words. */
  count: string;
  onClose: () => void;
}

const formats: { value: ReportFormat; label: string }[] = [
  { value: 'csv', label: 'CSV, for any program' },
  { value: 'xlsx', label: 'XLSX, a workbook for Excel and LibreOffice' },
];

const ssnHint =
  'Also includes full dates of birth. Each such export is recorded in the audit log under your name.';

type Extent = 'documented' | 'shown' | 'all';

/** Says what the file will contain; asks for its name, columns, format and full SSNs. */
export function ExportDialog({ filters, columns, count, onClose }: ExportDialogProps) {
  const [name, setName] = useState('');
  const [format, setFormat] = useState<ReportFormat>('csv');
  const [extent, setExtent] = useState<Extent>('documented');
  const [filtersInFile, setFiltersInFile] = useState(false);
  const [includeFullSsn, setFullSsn] = useState(false);
  const run = useExport(filters, count, onClose);
  const refused = useFullSsnRefusal();
  const columnsOf: Record<Extent, readonly CallRecordColumn[] | undefined> = {
    documented: undefined,
    shown: columns.toSorted((a, b) => positionOf(a) - positionOf(b)),
    all: callRecordColumns,
  };
  return (
    <FormDialog
      opened
      own
      title="Export"
      saveLabel="Export"
      dirty={
        name !== '' ||
        format !== 'csv' ||
        extent !== 'documented' ||
        filtersInFile ||
        includeFullSsn
      }
      saving={run.isPending}
      failure={run.error ? `The export did not start. ${messageOf(run.error)}` : undefined}
      onSave={() =>
        run.mutate({ name, format, filtersInFile, includeFullSsn, columns: columnsOf[extent] })
      }
      onClose={onClose}
    >
      <Contents count={count} filtered={Object.keys(filters).length > 0} />
      <TextField
        label="Name"
        hint="In the archives and in the file's name."
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <SelectField
        label="Columns"
        value={extent}
        choices={[
          { value: 'documented', label: `The ${exportedColumns.length} standard columns` },
          { value: 'shown', label: `As on the screen (${columns.length})` },
          { value: 'all', label: `All ${callRecordColumns.length}` },
        ]}
        onChange={(value) => setExtent(value as Extent)}
      />
      <SelectField
        label="Format"
        value={format}
        choices={formats}
        onChange={(value) => setFormat(value as ReportFormat)}
      />
      {format === 'csv' ? (
        <Checkbox
          label="Write the filters and the zone above the header"
          hint="For people: programs expect the header in the first line. The archive keeps the filters in any case."
          checked={filtersInFile}
          onChange={setFiltersInFile}
        />
      ) : (
        <p>The filters and the zone are on the last sheet.</p>
      )}
      <Checkbox
        label="Include full SSN"
        hint={refused ?? ssnHint}
        disabled={refused !== undefined}
        checked={includeFullSsn}
        onChange={setFullSsn}
      />
    </FormDialog>
  );
}

function Contents({ count, filtered }: { count: string; filtered: boolean }) {
  return (
    <p>
      <strong>{count}</strong>
      {filtered ? ' that match the filters' : ''}, newest first. All times are in{' '}
      {zoneName(platformNow())}.
    </p>
  );
}
