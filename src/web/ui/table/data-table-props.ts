import type { ReactNode } from 'react';
import type { ListAddress } from '../list-address.ts';
import type { MenuItem } from '../menu.tsx';
import type { Column } from './column.ts';
import type { Picks } from './picks.ts';
import type { Ordered, Sorting } from './sorting.ts';
import type { Empty, RefreshFailure } from './table-states.tsx';

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined while loading for the first time: the documents' `Loading ...` row. */
  rows: readonly Row[] | undefined;
  /** Others are on their way: these stay, below the documents' row. */
  stale?: boolean;
  rowKey: (row: Row) => string | number;
  /** Names the row in its menu's button: "Actions for Past due, East". */
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
  /** Keeps sorting and row count in the address, and returns to the position that was left. */
  address?: ListAddress;
  /** Returns to the position, too, although its order is not in an `address`. */
  returns?: boolean;
  /** Rows that are chosen by a checkbox for an action on all of them. */
  picks?: Picks;
  /** Rows of 57 with a second line in a cell, and headers of two lines. */
  tall?: boolean;
  /** The rows come in this order, over more of them than are here: the server sorts. */
  ordered?: Ordered;
  /** Below the last row: what loads more of them. */
  foot?: ReactNode;
  /** The row that is open in a panel beside the table. */
  selectedKey?: string | number | undefined;
  onSelect?: (row: Row) => void;
  /** Three lines for a row below 700 px, instead of the cells. */
  compact?: (row: Row) => ReactNode;
}
