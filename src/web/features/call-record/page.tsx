import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { defaultPageSize } from '#contract/call-record.ts';
import { useRetention } from '#web/lib/retention.ts';
import { deletedSentence } from '#web/lib/retention-words.ts';
import { Button } from '#web/ui/button.tsx';
import { DownloadIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { columnsFor } from './columns.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterPanel } from './filter-panel.tsx';
import type { ReportFilters } from './report-filter.ts';
import { type ReportPanel, ReportToolbar } from './report-toolbar.tsx';
import { useStoredColumns } from './stored-columns.ts';
import { useReport } from './use-report.ts';

const noneYet = {
  title: 'No calls yet',
  sentence: 'Each call that a campaign makes appears here when it ends.',
};

/** The newest call records, narrowed by filters. */
export function CallRecordPage() {
  const [filters, setFilters] = useState<ReportFilters>(useFirstFilters());
  const [numRows, setNumRows] = useState<number>(defaultPageSize);
  const [shown, setShown] = useStoredColumns();
  const [panel, setPanel] = useState<ReportPanel>();
  const [exporting, setExporting] = useState(false);
  const columns = useMemo(() => columnsFor(shown), [shown]);
  const report = useReport(filters, numRows);
  const active = Object.keys(filters).length;
  const close = () => setPanel(undefined);
  const deleted = deletedSentence(useRetention());

  return (
    <Page
      title="Call Detail Report"
      sentence={deleted}
      times
      actions={
        <Button
          variant="filled"
          icon={DownloadIcon}
          reason={reasonNotToExport(report.total)}
          onClick={() => setExporting(true)}
        >
          Export
        </Button>
      }
      toolbar={
        <ReportToolbar
          counts={report.counts}
          active={active}
          {...{ numRows, panel }}
          onNumRows={setNumRows}
          onPanel={setPanel}
        />
      }
      aside={
        panel === 'filters' ? (
          <FilterPanel filters={filters} onChange={setFilters} onClose={close} />
        ) : panel === 'columns' ? (
          <ColumnPanel shown={shown} onChange={setShown} onClose={close} />
        ) : undefined
      }
    >
      <DataTable
        label="Call records"
        dense
        columns={columns}
        rows={report.rows}
        rowKey={(row) => row.key}
        rowName={(row) => row.phoneNumber}
        failure={report.failure}
        firstSorting={{ columnId: 'startTime', descending: true }}
        empty={active > 0 ? noneMatches(() => setFilters({})) : noneYet}
      />
      {exporting && (
        <ExportDialog
          filters={filters}
          total={report.total ?? 0}
          onClose={() => setExporting(false)}
        />
      )}
    </Page>
  );
}

function noneMatches(onRemove: () => void) {
  return {
    title: 'No calls match these filters',
    sentence: 'Remove or change a filter.',
    action: (
      <Button size="sm" onClick={onRemove}>
        Remove all filters
      </Button>
    ),
  };
}

function reasonNotToExport(total: number | undefined): string | undefined {
  if (total === undefined) return 'The call records are still loading.';
  return total === 0 ? 'There are no call records to export.' : undefined;
}

/** Another screen may link to the calls of one list. */
function useFirstFilters(): ReportFilters {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { calllistName } = search;
  if (typeof calllistName !== 'string' || calllistName === '') return {};
  return { calllistName: { type: 'constrained-keyword', choice: calllistName } };
}
