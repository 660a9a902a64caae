import type { ReactNode } from 'react';
import { ArrowDownIcon, ArrowUpIcon, ChevronsIcon } from '../icons.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { PickAll } from './pick-box.tsx';
import type { Picks, RowKey } from './picks.ts';
import type { Sorting } from './sorting.ts';

interface HeaderRowProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onSort: (columnId: string) => void;
  withActions: boolean;
  /** On narrow screens: for screen readers only. */
  hidden: boolean;
  picks?: (Picks & { all: readonly RowKey[] }) | undefined;
}

export function HeaderRow<Row>({
  columns,
  sorting,
  onSort,
  withActions,
  hidden,
  picks,
}: HeaderRowProps<Row>) {
  return (
    <thead className={hidden ? styles.hiddenHead : styles.head}>
      <tr aria-rowindex={1}>
        {columns.map((column, at) => (
          <HeaderCell key={column.id} column={column} sorting={sorting} onSort={onSort}>
            {at === 0 && picks && !hidden && <PickAll {...picks} />}
          </HeaderCell>
        ))}
        {withActions && (
          <th scope="col" className={styles.actionsHead}>
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeaderCellProps<Row> extends Pick<HeaderRowProps<Row>, 'sorting' | 'onSort'> {
  column: Column<Row>;
  children: ReactNode;
}

function HeaderCell<Row>({ column, sorting, onSort, children }: HeaderCellProps<Row>) {
  const direction =
    sorting?.columnId !== column.id ? 'none' : sorting.descending ? 'descending' : 'ascending';
  const right = column.align === 'right' ? styles.right : '';
  if (column.sortable === false) {
    return (
      <th scope="col" className={right}>
        {children}
        <span className={styles.name}>{column.header}</span>
      </th>
    );
  }
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={right}
      style={column.gapBefore ? { paddingLeft: column.gapBefore } : undefined}
    >
      {children}
      <button
        type="button"
        className={`${styles.sort} ${direction === 'none' ? '' : styles.sorted}`}
        title={column.header}
        onClick={() => onSort(column.id)}
      >
        <span className={styles.name}>{column.header}</span>
        <SortIcon direction={direction} />
      </button>
    </th>
  );
}

function SortIcon({ direction }: { direction: 'none' | 'ascending' | 'descending' }) {
  if (direction === 'none') return <ChevronsIcon size={12} />;
  const Arrow = direction === 'ascending' ? ArrowUpIcon : ArrowDownIcon;
  return <Arrow size={14} className={styles.arrow ?? ''} />;
}
