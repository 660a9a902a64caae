import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

/** Up to this count every row is drawn, so that the browser's own search finds it. */
const drawAll = 200;

export interface VirtualRows {
  /** Indexes of the rows to draw. */
  indexes: readonly number[];
  /** Pixels of the rows that are not drawn before and after them. */
  before: number;
  after: number;
  /** Scrolls the row into view between the header and the foot. */
  reveal: (index: number) => void;
}

export function useVirtualRows(
  count: number,
  rowHeight: number,
  scroller: RefObject<HTMLElement | null>,
  headerHeight: number,
): VirtualRows {
  const all = count <= drawAll;
  const virtualizer = useVirtualizer({
    count,
    enabled: !all,
    overscan: 12,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
  });
  // None before the first measurement: the height of all rows gives the scroller its height.
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    indexes: all ? range(count) : items.map((item) => item.index),
    before: first?.start ?? 0,
    after: all ? 0 : (count - 1 - (last?.index ?? -1)) * rowHeight,
    reveal: (index) => reveal(scroller.current, index * rowHeight, rowHeight, headerHeight),
  };
}

function reveal(
  scroller: HTMLElement | null,
  top: number,
  rowHeight: number,
  headerHeight: number,
): void {
  if (!scroller) return;
  const lowest = top + rowHeight + headerHeight - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
