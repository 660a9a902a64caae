import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { defaultPageSize, listCallRecords, pageSizes } from '#contract/call-record.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { queryKey } from '#web/lib/query.ts';
import { useRetention } from '#web/lib/retention.ts';
import { deletedSentence } from '#web/lib/retention-words.ts';
import { useManager } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ColumnsIcon, DownloadIcon, FilterIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { columnsFor, type ReportRow } from './columns.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterPanel } from './filter-panel.tsx';
import styles from './page.module.css';
import { type ReportFilters, toWire } from './report-filter.ts';
import { useStoredColumns } from './stored-columns.ts';

type Panel = 'filters' | 'columns' | undefined;

/** The newest call records, narrowed by filters. */
export function CallRecordPage() {
  const [filters, setFilters] = useState<ReportFilters>(useFirstFilters());
  const [numRows, setNumRows] = useState<number>(defaultPageSize);
  const [shown, setShown] = useStoredColumns();
  const [panel, setPanel] = useState<Panel>(undefined);
  const [exporting, setExporting] = useState(false);
  const columns = useMemo(() => columnsFor(shown), [shown]);
  const report = useReport(filters, numRows);
  const active = Object.keys(filters).length;
  const toggle = (name: Panel) => setPanel(panel === name ? undefined : name);
  const close = () => setPanel(undefined);
  const deleted = deletedSentence(useRetention());

  return (
    <Page
      title="Call Detail Report"
      sentence={deleted}
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
        <div className={styles.toolbar}>
          <h2 className={styles.heading}>CDR Preview</h2>
          <p className={styles.count} role="status">
            {report.counts}
          </p>
          <SelectField
            className={styles.size}
            label="Rows"
            size="sm"
            value={String(numRows)}
            onChange={(value) => setNumRows(Number(value))}
            choices={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          />
          <Button
            size="sm"
            icon={ColumnsIcon}
            className={panel === 'columns' ? (styles.pressed ?? '') : ''}
            aria-expanded={panel === 'columns'}
            onClick={() => toggle('columns')}
          >
            Columns
          </Button>
          <Button
            size="sm"
            icon={FilterIcon}
            className={panel === 'filters' ? (styles.pressed ?? '') : ''}
            aria-expanded={panel === 'filters'}
            onClick={() => toggle('filters')}
          >
            Filters
            {active > 0 && (
              <span className={styles.badge}>
                {active}
                <span className="visually-hidden"> active</span>
              </span>
            )}
          </Button>
        </div>
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
        empty={
          active > 0
            ? {
                title: 'No call matches these filters',
                sentence: 'Remove or change a filter.',
                action: (
                  <Button size="sm" onClick={() => setFilters({})}>
                    Remove all filters
                  </Button>
                ),
              }
            : {
                title: 'No calls yet',
                sentence: 'Every call that a campaign makes is written here when it ends.',
              }
        }
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

function reasonNotToExport(total: number | undefined): string | undefined {
  if (total === undefined) return 'The call records are not loaded yet.';
  return total === 0 ? 'There is no call record to export.' : undefined;
}

/** Another screen may ask for one list's or one campaign's calls. */
function useFirstFilters(): ReportFilters {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { calllistName } = search;
  if (typeof calllistName !== 'string' || calllistName === '') return {};
  return { calllistName: { type: 'constrained-keyword', choice: calllistName } };
}

/** The report's rows (undefined while other filters load), «X of Y results», and a failure. */
function useReport(filters: ReportFilters, numRows: number) {
  const { clientId } = useManager();
  const body = { clientId, numRows, filters: toWire(filters) };
  const query = useQuery({
    queryKey: queryKey(listCallRecords, body),
    queryFn: ({ signal }) => api(listCallRecords, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  const data = query.isPlaceholderData ? undefined : query.data;
  const rows = useMemo(
    () => data?.rows.map((record, key): ReportRow => ({ ...record, key })),
    [data],
  );
  const before = query.data;
  return {
    rows,
    /** How many match the filters; undefined while that is not known. */
    total: data?.total,
    counts: before
      ? `${formatNumber(before.rows.length)} of ${formatNumber(before.total)} results`
      : '',
    failure: refreshFailure(
      query,
      query.error ? `The call records could not be loaded. ${messageOf(query.error)}` : undefined,
    ),
  };
}
