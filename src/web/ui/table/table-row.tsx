import { IconButton } from '../button.tsx';
import { EllipsisIcon } from '../icons.tsx';
import { Menu, type MenuItem } from '../menu.tsx';
import { type Column, textOf } from './column.ts';
import { isCut } from './cut-text.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table-props.ts';

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
        if (isControl(event.target)) return;
        event.currentTarget.focus();
        if (table.openOnPress) openRow(table, row);
      }}
      onDoubleClick={(event) => {
        if (!isControl(event.target)) openRow(table, row);
      }}
    >
      {compact && table.compact ? (
        <td colSpan={table.columns.length} className={styles.compact}>
          {table.compact(row)}
        </td>
      ) : (
        table.columns.map((column) => <Cell key={column.id} column={column} row={row} />)
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

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, select') !== null;
}

/** What Enter and a double-click do: open the row, or run the first action of its menu. */
export function openRow<Row>(table: DataTableProps<Row>, row: Row): void {
  const first = table.actions?.(row)[0];
  if (table.onOpen) table.onOpen(row);
  else if (first && first.reason === undefined) first.onSelect();
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const look = column.look ? styles[column.look] : '';
  const right = column.align === 'right' ? styles.right : '';
  const title = column.title?.(row);
  return (
    <td
      className={`${look} ${right}`}
      title={title}
      onPointerEnter={title === undefined ? showWhatIsCut : undefined}
    >
      {column.cell ? column.cell(row) : textOf(column.value(row))}
    </td>
  );
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
