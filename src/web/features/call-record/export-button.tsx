import { useState } from 'react';
import type { CallRecordColumn } from '#contract/call-record-columns.ts';
import { Button } from '#web/ui/button.tsx';
import { DownloadIcon } from '#web/ui/icons.tsx';
import { ExportDialog } from './export-dialog.tsx';
import type { ReportFilters } from './report-filter.ts';

interface ExportButtonProps {
  filters: ReportFilters;
  /** On the screen. */
  columns: readonly CallRecordColumn[];
  /** How many records match; undefined while that is not known. */
  total: number | undefined;
}

/** Export, and its questions. */
export function ExportButton({ filters, columns, total }: ExportButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="filled"
        icon={DownloadIcon}
        reason={reasonNotToExport(total)}
        onClick={() => setAsking(true)}
      >
        Export
      </Button>
      {asking && (
        <ExportDialog
          filters={filters}
          columns={columns}
          total={total ?? 0}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function reasonNotToExport(total: number | undefined): string | undefined {
  if (total === undefined) return 'The call records are still loading.';
  return total === 0 ? 'There are no call records to export.' : undefined;
}
