import { useState } from 'react';
import { exportedColumns } from '#contract/call-record-columns.ts';
import { formatNumber } from '#web/lib/format.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { zoneName } from '#web/lib/zone.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import type { ReportFilters } from './report-filter.ts';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  filters: ReportFilters;
  /** How many records match now. */
  total: number;
  onClose: () => void;
}

/** Says what the file will contain, and asks whether to include full SSNs. */
export function ExportDialog({ filters, total, onClose }: ExportDialogProps) {
  const [includeFullSsn, setFullSsn] = useState(false);
  const run = useExport(filters, total, onClose);
  const records = total === 1 ? '1 call record' : `${formatNumber(total)} call records`;
  const now = platformNow();
  const active = Object.keys(filters).length > 0;
  return (
    <FormDialog
      opened
      title="Export"
      saveLabel="Export"
      saving={run.isPending}
      failure={run.error ? `The export did not start. ${messageOf(run.error)}` : undefined}
      onSave={() => run.mutate(includeFullSsn)}
      onClose={onClose}
    >
      <p>
        <strong>{records}</strong>
        {active ? ' that match the filters' : ''}, newest first, with all {exportedColumns.length}{' '}
        columns as a CSV file. All times are in {zoneName(now)}.
      </p>
      <Checkbox
        label="Include full SSN"
        hint="Also includes full dates of birth. Each such export is recorded in the audit log under your name."
        checked={includeFullSsn}
        onChange={setFullSsn}
      />
    </FormDialog>
  );
}
