import { useMemo } from 'react';
import type { RecordSorting } from '#contract/call-record.ts';
import type { CallRecordColumn } from '#contract/call-record-columns.ts';
import type { RowLink } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { Empty } from '#web/ui/table/table-states.tsx';
import { columnsFor, RecordCompact, type ReportRow } from './columns.tsx';
import { MoreRows } from './more-rows.tsx';
import { sortingOf, toggled } from './sort-order.ts';
import type { Report } from './use-report.ts';

interface ReportTableProps {
  columns: readonly CallRecordColumn[];
  report: Report;
  sort: RecordSorting | undefined;
  onSort: (sort: RecordSorting | undefined) => void;
  /** The record in the drawer, which follows the keys of the table. */
  open: string | undefined;
  onOpen: (recordId: string) => void;
  /** The address in which a record is open. */
  targetOf: (recordId: string) => RowLink;
  empty: Empty;
}

/** The rows in the server's order; a press, Enter or a double-click opens one. */
export function ReportTable({ columns: ids, report, sort, onSort, ...props }: ReportTableProps) {
  const { open, onOpen, targetOf, empty } = props;
  const plain = useMemo(() => columnsFor(ids), [ids]);
  // The phone number, or what stands first without it.
  const named = plain.some(({ id }) => id === 'phoneNumber') ? 'phoneNumber' : plain[0]?.id;
  const columns = plain.map((column) =>
    column.id === named ? { ...column, link: (row: ReportRow) => targetOf(row.recordId) } : column,
  );
  return (
    <DataTable
      label="Call records"
      dense
      returns
      columns={columns}
      rows={report.rows}
      stale={report.stale}
      rowKey={(row) => row.recordId}
      rowName={(row) => row.phoneNumber}
      failure={report.failure}
      ordered={{
        sorting: sortingOf(sort),
        onSort: (column) => onSort(toggled(sort, column)),
      }}
      selectedKey={open}
      onSelect={(row) => open && onOpen(row.recordId)}
      onOpen={(row) => onOpen(row.recordId)}
      openOnPress
      compact={(row) => <RecordCompact row={row} />}
      foot={report.more && <MoreRows busy={report.loadingMore} onMore={report.more} />}
      empty={empty}
    />
  );
}
