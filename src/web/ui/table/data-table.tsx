import { type CSSProperties, useRef } from 'react';
import { useElementWidth } from '../use-element-width.ts';
import { useMedia } from '../use-media.ts';
import { columnsThatFit, columnWidths } from './column.ts';
import { CutText } from './cut-text.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { HeaderRow } from './header-row.tsx';
import { TableRow } from './table-row.tsx';
import { EmptyState, FailureRow, LoadingRow } from './table-states.tsx';
import { usePosition } from './use-position.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSortedRows } from './use-sorted-rows.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const heights = { dense: 32, normal: 40, tall: 57, compact: 84 };

/** The one table of the console: see /design-console.md, "Tables". */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { dense = false, maxHeight = { small: 350, xl: 680 } } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useElementWidth(scroller);
  const narrow = useMedia('(width < 700px)');
  const compact = props.compact !== undefined && narrow;
  const rowHeight = heights[compact ? 'compact' : props.tall ? 'tall' : dense ? 'dense' : 'normal'];
  const { sorted, sorting, toggle } = useSortedRows(
    props.rows ?? none,
    props.columns,
    props.firstSorting,
    { address: props.address, ordered: props.ordered },
  );
  const scrolling = { scroller, inPage: compact, headerHeight: props.tall ? 48 : 36 };
  const virtual = useVirtualRows(sorted.length, rowHeight, scrolling);
  const kept = returnsTo(props);
  const position = usePosition(kept, scroller, sorted.length > 0);
  const focus = useRowFocus(sorted, props, virtual.reveal, { scroller, position, kept });
  const { columns, actionsWidth, widths, width } = widthsOf(props, room, compact);
  const span = columns.length + (actionsWidth > 0 ? 1 : 0);
  const hasRows = sorted.length > 0;
  return (
    <div
      ref={scroller}
      className={lookOf({ dense, compact, tall: props.tall === true })}
      style={sizes(maxHeight, room)}
      // Without rows to focus, keys scroll the box itself.
      tabIndex={!hasRows && !compact && width > room ? 0 : undefined}
    >
      <table
        {...grid}
        aria-label={props.label}
        aria-rowcount={hasRows ? sorted.length + 1 : undefined}
        aria-busy={isLoading(props)}
        className={styles.table}
        onKeyDown={focus.onKeyDown}
        // A fixed layout needs a width: without one long names push their row out of sight.
        style={{ width: compact ? '100%' : width }}
      >
        {!compact && <Columns {...{ columns, widths, actionsWidth, dense }} />}
        <HeaderRow
          columns={columns}
          sorting={sorting}
          onSort={toggle}
          withActions={actionsWidth > 0}
          hidden={compact}
          picks={props.picks && { all: sorted.map(props.rowKey), ...props.picks }}
        />
        <tbody>
          {props.failure && <FailureRow failure={props.failure} span={span} />}
          {isLoading(props) && !props.failure && <LoadingRow span={span} />}
          {!isLoading(props) && !hasRows && <EmptyState {...props.empty} span={span} />}
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
                table={{ ...props, columns }}
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
      {hasRows && props.foot}
      <CutText table={scroller} />
    </div>
  );
}

function returnsTo<Row>({ address, returns }: DataTableProps<Row>): boolean {
  return address !== undefined || returns === true;
}

function isLoading<Row>({ rows, stale }: DataTableProps<Row>): boolean {
  return rows === undefined || stale === true;
}

function lookOf(look: { dense: boolean; compact: boolean; tall: boolean }): string {
  const { dense, compact, tall } = look;
  const parts = [
    styles.scroller,
    dense && styles.dense,
    compact && styles.cards,
    tall && styles.tall,
  ];
  return parts.filter(Boolean).join(' ');
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

/** Rows take focus and keys, unlike in a plain table: the grid pattern of ARIA. */
const grid = { role: 'grid' } as const;
const none: readonly never[] = [];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
/** Cells are 12 px apart, 8 if dense; the edge fills up to the page's 24. */
const edge = (dense: boolean) => (dense ? 20 : 18);
const edgeOf = (at: number, span: number, dense: boolean) =>
  at === 0 || at === span - 1 ? edge(dense) : 0;

/** `width`: of the whole table, with both edges. */
function widthsOf<Row>(props: DataTableProps<Row>, room: number, compact: boolean) {
  const actionsWidth = widthOfActions(props);
  const beside = actionsWidth + 2 * edge(props.dense === true);
  const columns = compact ? props.columns : columnsThatFit(props.columns, room - beside);
  const widths = columnWidths(columns, room - beside);
  return { columns, actionsWidth, widths, width: sum(widths) + beside };
}

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
