import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { MenuItem } from '../menu.tsx';
import { useElementWidth } from '../use-element-width.ts';
import { useMedia } from '../use-media.ts';
import { type Column, columnWidths } from './column.ts';
import { CutText } from './cut-text.tsx';
import styles from './data-table.module.css';
import { HeaderRow } from './header-row.tsx';
import { type Sorting, useSortedRows } from './sorting.ts';
import { TableRow } from './table-row.tsx';
import {
  type Empty,
  EmptyState,
  FailureRow,
  LoadingRow,
  type RefreshFailure,
} from './table-states.tsx';
import { useRowFocus } from './use-row-focus.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while loading for the first time: the documents' `Loading ...` row. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Names the row in its menu's button: «Actions for Past due, East». */
  rowName: (row: Row) => string;
  /** The row's menu; the first entry also runs on double-click and Enter. */
  actions?: (row: Row) => readonly MenuItem[];
  /** A button before the menu for the one action that a state offers. */
  inlineAction?: (row: Row) => ReactNode;
  /** Room for `inlineAction`; 72 px by default. */
  inlineActionWidth?: number;
  /** Enter and double-click without a menu (a row that opens a panel). */
  onOpen?: (row: Row) => void;
  /** One press opens a row too. */
  openOnPress?: boolean;
  empty: Empty;
  /** The last refresh failed: old rows stay, a row above them says so. See `refreshFailure`. */
  failure?: RefreshFailure | undefined;
  /** Rows of 32 with 13 px. */
  dense?: boolean;
  /** Pixels on small screens and on extra-large ones; the documents' 350 and 680 by default. */
  maxHeight?: { small: number; xl: number };
  firstSorting?: Sorting;
  /** The row that is open in a panel beside the table. */
  selectedKey?: string | number | undefined;
  onSelect?: (row: Row) => void;
  /** Three lines for a row below 700 px, in place of the cells. */
  compact?: (row: Row) => ReactNode;
}

const heights = { dense: 32, normal: 40, compact: 84 };

/** The one table of the console: see /design-console.md, «Tables». */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, dense = false, maxHeight = { small: 350, xl: 680 } } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useElementWidth(scroller);
  const narrow = useMedia('(width < 700px)');
  const compact = props.compact !== undefined && narrow;
  const rowHeight = compact ? heights.compact : dense ? heights.dense : heights.normal;
  const { sorted, sorting, toggle } = useSortedRows(
    props.rows ?? none,
    columns,
    props.firstSorting,
  );
  const virtual = useVirtualRows(sorted.length, rowHeight, scroller);
  const focus = useRowFocus(sorted, props, virtual.reveal);
  const actionsWidth = widthOfActions(props);
  const widths = columnWidths(columns, room - actionsWidth - 2 * edge(dense));
  const span = columns.length + (actionsWidth > 0 ? 1 : 0);
  const hasRows = sorted.length > 0;

  return (
    <div
      ref={scroller}
      className={`${styles.scroller} ${dense ? styles.dense : ''}`}
      style={sizes(maxHeight, room)}
    >
      <table
        {...grid}
        aria-label={props.label}
        aria-rowcount={hasRows ? sorted.length + 1 : undefined}
        aria-busy={props.rows === undefined}
        className={styles.table}
        onKeyDown={focus.onKeyDown}
        // A fixed layout needs a width: without one long names push their row out of sight.
        style={{ width: compact ? '100%' : sum(widths) + actionsWidth + 2 * edge(dense) }}
      >
        {!compact && <Columns {...{ columns, widths, actionsWidth, dense }} />}
        <HeaderRow
          columns={columns}
          sorting={sorting}
          onSort={toggle}
          withActions={actionsWidth > 0}
          hidden={compact}
        />
        <tbody>
          {props.failure && <FailureRow failure={props.failure} span={span} />}
          {props.rows === undefined && !props.failure && <LoadingRow span={span} />}
          {props.rows !== undefined && !hasRows && <EmptyState {...props.empty} span={span} />}
          <Spacer height={virtual.before} span={span} />
          {virtual.indexes.map((index) => {
            const row = sorted[index];
            if (row === undefined) return null;
            const key = props.rowKey(row);
            return (
              <TableRow
                key={key}
                row={row}
                index={index}
                table={props}
                compact={compact}
                height={rowHeight}
                withActions={actionsWidth > 0}
                active={index === focus.active}
                selected={key === (props.selectedKey ?? focus.selectedKey)}
                onFocus={() => focus.select(index)}
              />
            );
          })}
          <Spacer height={virtual.after} span={span} />
        </tbody>
      </table>
      <CutText table={scroller} />
    </div>
  );
}

interface ColumnsProps {
  columns: readonly { id: string }[];
  widths: readonly number[];
  actionsWidth: number;
  dense: boolean;
}

function Columns({ columns, widths, actionsWidth, dense }: ColumnsProps) {
  const span = columns.length + (actionsWidth > 0 ? 1 : 0);
  return (
    <colgroup>
      {columns.map(({ id }, at) => (
        <col key={id} style={{ width: (widths[at] ?? 0) + edgeOf(at, span, dense) }} />
      ))}
      {actionsWidth > 0 && <col style={{ width: actionsWidth + edge(dense) }} />}
    </colgroup>
  );
}

/** Rows take the focus and keys, which a plain table has not: the grid pattern of ARIA. */
const grid = { role: 'grid' } as const;
const none: readonly never[] = [];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** Cells stand 12 px apart, 8 dense; the page's edge takes the rest of its 24. */
const edge = (dense: boolean) => (dense ? 20 : 18);
const edgeOf = (at: number, span: number, dense: boolean) =>
  at === 0 || at === span - 1 ? edge(dense) : 0;

function widthOfActions<Row>(props: DataTableProps<Row>): number {
  const inline = props.inlineAction ? (props.inlineActionWidth ?? 72) : 0;
  return inline + (props.actions ? 44 : 0);
}

/** For the style sheet: the documents' heights, and the width that is seen of the table. */
function sizes(maxHeight: { small: number; xl: number }, room: number): CSSProperties {
  const properties = {
    '--small': `${maxHeight.small}px`,
    '--xl': `${maxHeight.xl}px`,
    '--room': `${room}px`,
  };
  return properties as CSSProperties;
}

function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
