import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import { EllipsisIcon } from '../icons.tsx';
import { Menu, type MenuItem } from '../menu.tsx';
import { CellLink, opensElsewhere } from './cell-link.tsx';
import { type Column, textOf } from './column.ts';
import { NameLink } from './compact-name.tsx';
import { isCut } from './cut-text.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';
import { PickBox } from './pick-box.tsx';

interface TableRowProps<Row> {
  row: Row;
  index: number;
  table: DataTableProps<Row>;
  compact: boolean;
  height: number;
  withActions: boolean;
  active: boolean;
  selected: boolean;
  onFocus: () => void;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, table, compact, height, withActions, active, selected, onFocus } = props;
  const actions = table.actions?.(row) ?? [];
  const rowOpens = table.openOnPress === true;
  const pick = table.picks && (
    <PickBox
      picks={table.picks}
      rowKey={table.rowKey(row)}
      name={table.rowName(row)}
      tabIndex={active ? 0 : -1}
    />
  );
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      className={styles.row}
      style={{ height }}
      onFocus={onFocus}
      onClick={(event) => {
        // A press on the row itself, not on a control in it, focuses the row.
        if (isControl(event)) return;
        event.currentTarget.focus();
        if (table.openOnPress) openRow(table, row);
      }}
      onDoubleClick={(event) => {
        if (!isControl(event)) openRow(table, row);
      }}
    >
      {compact && table.compact ? (
        <td colSpan={table.columns.length} className={styles.compact}>
          {pick}
          <NameLink value={{ to: nameLink(table, row), tabIndex: active ? 0 : -1, rowOpens }}>
            {table.compact(row)}
          </NameLink>
        </td>
      ) : (
        table.columns.map((column, at) => (
          <Cell
            key={column.id}
            column={column}
            row={row}
            tabIndex={active ? 0 : -1}
            rowOpens={rowOpens}
          >
            {at === 0 && pick}
          </Cell>
        ))
      )}
      {withActions && (
        <td className={styles.actions}>
          <div>
            {!compact && table.inlineAction?.(row)}
            <RowMenu name={table.rowName(row)} actions={actions} />
          </div>
        </td>
      )}
    </tr>
  );
}

/** Of the row's name, which a compact row has without its column. */
function nameLink<Row>({ columns }: DataTableProps<Row>, row: Row) {
  return columns.find(({ link }) => link)?.link?.(row);
}

function isControl(event: React.MouseEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  // A link that is the row itself counts only where the browser opens another tab.
  const control = target.closest('button, a, input, select');
  return control !== null && (!control.matches('[data-opens-row]') || opensElsewhere(event));
}

/** What Enter and a double-click do: open the row, or run the first action of its menu. */
export function openRow<Row>(table: DataTableProps<Row>, row: Row): void {
  const first = table.actions?.(row)[0];
  if (table.onOpen) table.onOpen(row);
  else if (first && first.reason === undefined) first.onSelect();
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  /** Of its link: one row of the table is in the tab order. */
  tabIndex: number;
  /** A press on its link is one on the row. */
  rowOpens: boolean;
  children: ReactNode;
}

function Cell<Row>({ column, row, tabIndex, rowOpens, children }: CellProps<Row>) {
  const look = column.look ? styles[column.look] : '';
  const right = column.align === 'right' ? styles.right : '';
  const title = column.title?.(row);
  return (
    <td
      className={`${look} ${right}`}
      style={column.gapBefore ? { paddingLeft: column.gapBefore } : undefined}
      title={title}
      // The name alone, without the checkbox beside it.
      aria-label={children && !column.below ? textOf(column.value(row)) : undefined}
      onPointerEnter={title === undefined ? showWhatIsCut : undefined}
    >
      {children}
      <Lines wraps={column.wraps === true}>
        <CellLink to={column.link?.(row)} tabIndex={tabIndex} rowOpens={rowOpens}>
          {column.cell ? column.cell(row) : textOf(column.value(row))}
        </CellLink>
      </Lines>
      {column.below && <div className={styles.below}>{column.below(row)}</div>}
    </td>
  );
}

function Lines({ wraps, children }: { wraps: boolean; children: ReactNode }) {
  return wraps ? <div className={styles.lines}>{children}</div> : children;
}

/** Long text is cut at the end; the cell's title has the full text. */
function showWhatIsCut(event: React.PointerEvent<HTMLTableCellElement>): void {
  const cell = event.currentTarget;
  cell.title = isCut(cell) ? (cell.textContent ?? '') : '';
}

function RowMenu({ name, actions }: { name: string; actions: readonly MenuItem[] }) {
  if (actions.length === 0) return null;
  const [first, ...others] = actions;
  const items = first ? [{ ...first, hint: first.hint ?? 'Enter' }, ...others] : [];
  return (
    <Menu label={`Actions for ${name}`} items={items}>
      <IconButton label={`Actions for ${name}`} icon={EllipsisIcon} />
    </Menu>
  );
}
