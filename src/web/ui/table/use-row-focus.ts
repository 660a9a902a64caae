import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type ListPosition, notePosition } from '#web/lib/list-position.ts';
import type { DataTableProps } from './data-table-props.ts';
import { isFocusLost } from './lost-focus.ts';
import { openRow } from './table-row.tsx';

const page = 10;

interface Returned {
  scroller: RefObject<HTMLElement | null>;
  position: ListPosition | undefined;
}

/**
 * One row of the table is in the tab order; arrows, Home, End and Page keys move it. The choice
 * stays with its row when the order changes, and passes to the next one when its row goes.
 */
export function useRowFocus<Row>(
  rows: readonly Row[],
  table: DataTableProps<Row>,
  reveal: (index: number) => void,
  returned: Returned & { kept: boolean },
) {
  const [selectedKey, setSelectedKey] = useState(returned.position?.row);
  const found = rows.findIndex((row) => table.rowKey(row) === (table.selectedKey ?? selectedKey));
  const [lastFound, setLastFound] = useState(0);
  if (found >= 0 && found !== lastFound) setLastFound(found);
  const active = Math.max(0, found >= 0 ? found : Math.min(lastFound, rows.length - 1));
  const pending = useRef<number | undefined>(undefined);
  useFocusAgain(found, pending, returned);
  useLostFocus(table.rows !== undefined, returned.scroller, () => {
    if (rows.length === 0 || !returned.scroller.current) return false;
    reveal(active);
    pending.current = active;
    focusRow(returned.scroller.current, pending);
    return true;
  });

  const select = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    const key = table.rowKey(row);
    if (returned.kept) notePosition({ row: key });
    if (key === (table.selectedKey ?? selectedKey)) return;
    setSelectedKey(key);
    table.onSelect?.(row);
  };

  const move = (grid: HTMLElement, index: number) => {
    reveal(index);
    pending.current = index;
    select(index);
    focusRow(grid, pending);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = event.target as HTMLElement;
    if (!line.dataset.row) return;
    const at = Number(line.dataset.row);
    const row = rows[at];
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const next = steps[event.key];
    if (event.key === ' ' && table.picks && row !== undefined) {
      event.preventDefault();
      table.picks.toggle(table.rowKey(row));
    } else if (next !== undefined) {
      event.preventDefault();
      move(event.currentTarget, Math.max(0, Math.min(rows.length - 1, next)));
    } else if (event.key === 'Enter' && row !== undefined) {
      event.preventDefault();
      openRow(table, row);
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      line.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
    }
  };

  return { active, selectedKey, select, onKeyDown };
}

/** The row that had the focus when the list was left, once it is known. */
function useFocusAgain(
  index: number,
  pending: { current: number | undefined },
  { scroller, position }: Returned,
): void {
  const due = useRef(position?.row !== undefined);
  useEffect(() => {
    const grid = scroller.current;
    if (!due.current || index < 0 || !grid) return;
    due.current = false;
    pending.current = index;
    focusRow(grid, pending);
  }, [index, pending, scroller]);
}

/** A row takes the focus that was lost; without rows it is the first control of the table or page. */
function useLostFocus(
  loaded: boolean,
  scroller: RefObject<HTMLElement | null>,
  focusActive: () => boolean,
): void {
  // After each render: rows go when the server says so, and dialogs close when they like.
  useLayoutEffect(() => {
    if (!loaded || !isFocusLost() || focusActive()) return;
    const box = scroller.current;
    const stop =
      box?.querySelector('tbody button') ?? box?.closest('main')?.querySelector('button');
    if (stop instanceof HTMLElement) stop.focus();
  });
}

/** A row just scrolled to may not be rendered yet; one of the next frames has it. */
function focusRow(grid: HTMLElement, pending: { current: number | undefined }, tries = 5): void {
  const wanted = pending.current;
  const row = grid.querySelector<HTMLElement>(`[data-row="${wanted}"]`);
  if (row) row.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(grid, pending, tries - 1));
}
