import type { ReactNode } from 'react';

/** What a column sorts by and, without `cell`, shows. An empty value is shown as `--`. */
export type CellValue = string | number | boolean | Date | null | undefined;

export interface RowLink {
  to: string;
  search?: Record<string, string | number | undefined>;
}

export interface Column<Row> {
  id: string;
  header: string;
  /** Sorting uses it; so does the cell when there is no `cell`. */
  value: (row: Row) => CellValue;
  /** What the cell shows when it is more than the value's text. */
  cell?: (row: Row) => ReactNode;
  /** Where the row opens: its name becomes a link, which a browser can open in another tab. */
  link?: (row: Row) => RowLink | undefined;
  /** A second, quieter line below the cell; the table needs `tall`. */
  below?: (row: Row) => ReactNode;
  /** A long text goes on in more lines; the table needs `tall`. */
  wraps?: boolean;
  /** Shown on hover when the cell shows a shortened form (a full time). */
  title?: (row: Row) => string | undefined;
  /** Numbers are aligned right. */
  align?: 'left' | 'right';
  /** Pixels more before it, as after a column of numbers. */
  gapBefore?: number;
  /** Pixels; the minimum with `grow`. */
  width: number;
  /** Its share of the remaining room; 0 by default. */
  grow?: number;
  /** Left out where the columns do not fit, the highest first. */
  spare?: number;
  /** True by default. */
  sortable?: boolean;
  /** `name` is the row's name: 500. `quiet` is secondary: text 2. */
  look?: 'name' | 'quiet';
}

/** Without as many spare columns as the room does not hold. All of them while it is not known. */
export function columnsThatFit<Row>(
  columns: readonly Column<Row>[],
  room: number,
): readonly Column<Row>[] {
  const least = columns.reduce((sum, column) => sum + column.width, 0);
  const most = Math.max(0, ...columns.map((column) => column.spare ?? 0));
  if (room <= 0 || least <= room || most === 0) return columns;
  return columnsThatFit(
    columns.filter((column) => column.spare !== most),
    room,
  );
}

/** Widths in pixels that fill `room`, or need more when the least widths do. */
export function columnWidths<Row>(columns: readonly Column<Row>[], room: number): number[] {
  const least = columns.reduce((sum, column) => sum + column.width, 0);
  const parts = columns.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  const left = Math.max(0, room - least);
  if (parts === 0) {
    // No column grows: the last one takes the rest, so that lines run the full width.
    return columns.map((column, at) => column.width + (at === columns.length - 1 ? left : 0));
  }
  return columns.map((column) => Math.floor(column.width + (left * (column.grow ?? 0)) / parts));
}

/** The text of a value, `--` for nothing. */
export function textOf(value: CellValue): string {
  if (value === null || value === undefined || value === '') return '--';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return value.toISOString();
  return String(value);
}
