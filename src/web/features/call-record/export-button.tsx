import { useState } from 'react';
import type { CallRecordColumn } from '#contract/call-record-columns.ts';
import { counted } from '#web/lib/plural.ts';
import { Button } from '#web/ui/button.tsx';
import { DownloadIcon } from '#web/ui/screen-icons.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { ReportFilters } from './report-filter.ts';
import type { ReportCount } from './use-report-count.ts';

interface ExportButtonProps {
  filters: ReportFilters;
  /** On the screen. */
  columns: readonly CallRecordColumn[];
  count: ReportCount;
}

/** Export, and its questions. */
export function ExportButton({ filters, columns, count }: ExportButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="filled"
        icon={DownloadIcon}
        reason={reasonNotToExport(count)}
        onClick={() => setAsking(true)}
      >
        Export
      </Button>
      {asking && (
        <ExportDialog
          filters={filters}
          columns={columns}
          count={recordsInWords(count)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** "312 call records", "more than 10,000 call records"; an export searches all. */
function recordsInWords({ total = 0, exact, since }: ReportCount): string {
  if (since !== null && total === 0) return 'all call records';
  if (since !== null && exact) return `at least ${counted(total, 'call record')}`;
  return `${exact ? '' : 'more than '}${counted(total, 'call record')}`;
}

function reasonNotToExport({ total, since }: ReportCount): string | undefined {
  if (total === undefined) return 'The call records are still loading.';
  return total === 0 && since === null ? 'There are no call records to export.' : undefined;
}
