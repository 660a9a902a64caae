import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

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

interface Scrolling {
  /** The box of the table. */
  scroller: RefObject<HTMLElement | null>;
  /** The box does not scroll itself: its rows are cards that scroll with the page. */
  inPage: boolean;
  /** Of the table. */
  headerHeight: number;
}

export function useVirtualRows(
  count: number,
  rowHeight: number,
  { scroller, inPage, headerHeight }: Scrolling,
): VirtualRows {
  const all = count <= drawAll;
  const outer = () => (inPage ? (scroller.current?.closest('main') ?? null) : scroller.current);
  const above = useHeightAbove(scroller, inPage && !all);
  const virtualizer = useVirtualizer({
    count,
    enabled: !all,
    overscan: 12,
    estimateSize: () => rowHeight,
    getScrollElement: outer,
    scrollMargin: above,
    // Rows may become many while somebody reads: it begins where the box is, not at the top.
    initialOffset: () => outer()?.scrollTop ?? 0,
    initialRect: { width: 0, height: all ? 0 : (outer()?.clientHeight ?? 0) },
  });
  // None before the box is there: the height of all rows gives the scroller its height.
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    indexes: all ? range(count) : items.map((item) => item.index),
    before: first ? first.start - above : 0,
    after: all ? 0 : (count - 1 - (last?.index ?? -1)) * rowHeight,
    reveal: (index) => {
      const top = heightAbove(scroller.current, inPage) + index * rowHeight;
      reveal(outer(), top, rowHeight, inPage ? 0 : headerHeight);
    },
  };
}

/** Pixels of the page above the table's first row, measured after each drawing. */
function useHeightAbove(scroller: RefObject<HTMLElement | null>, wanted: boolean): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    setAbove(wanted ? heightAbove(scroller.current, true) : 0);
  });
  return above;
}

function heightAbove(table: HTMLElement | null, inPage: boolean): number {
  const page = inPage ? table?.closest('main') : undefined;
  if (!table || !page) return 0;
  const distance = table.getBoundingClientRect().top - page.getBoundingClientRect().top;
  return Math.round(distance + page.scrollTop);
}

function reveal(
  scroller: HTMLElement | null,
  top: number,
  rowHeight: number,
  header: number,
): void {
  if (!scroller) return;
  const lowest = top + rowHeight + header - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
