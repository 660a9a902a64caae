import { useMemo } from 'react';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';

interface TableRow {
  key: number;
  cells: readonly string[];
}

interface FileTableProps {
  label: string;
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  empty: string;
}

/** The number of columns drawn; a manager checks a file by its first ones. */
export const drawnColumns = 100;

/** The first rows of a file, or of its mapped data. */
export function FileTable({ label, headers, rows, empty }: FileTableProps) {
  const columns = useMemo(
    () =>
      headers.slice(0, drawnColumns).map(
        (header, at): Column<TableRow> => ({
          id: String(at),
          header: header || `Column ${at + 1}`,
          value: (row) => row.cells[at],
          width: widthOf(header, at, rows),
          grow: 1,
          sortable: false,
        }),
      ),
    [headers, rows],
  );
  const lines = useMemo(() => rows.map((cells, key): TableRow => ({ key, cells })), [rows]);
  return (
    <DataTable
      label={label}
      dense
      columns={columns}
      rows={lines}
      rowKey={(row) => row.key}
      rowName={(row) => `Row ${row.key + 1}`}
      empty={{ title: empty }}
    />
  );
}

/** Fits the header and the values below it, within limits. */
function widthOf(header: string, column: number, rows: FileTableProps['rows']): number {
  const longest = rows.reduce(
    (most, row) => Math.max(most, row[column]?.length ?? 0),
    header.length,
  );
  return Math.min(260, Math.max(72, 24 + 7 * longest));
}
