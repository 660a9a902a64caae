import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  carryPosition,
  type ListPosition,
  notePosition,
  takePosition,
} from '#web/lib/list-position.ts';

/**
 * Remembers how far a list was scrolled, and returns there once its rows are known. Gives the row
 * that had the focus, for `useRowFocus`.
 */
export function usePosition(
  kept: boolean,
  scroller: RefObject<HTMLElement | null>,
  hasRows: boolean,
): ListPosition | undefined {
  const [position] = useState(() => (kept ? takePosition() : undefined));
  const due = useRef(position);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!hasRows || !box || !due.current) return;
    const { top, pageTop } = due.current;
    due.current = undefined;
    box.scrollTop = top;
    for (const page of pagesOf(box)) page.scrollTop = pageTop;
  });
  // A record that opens beside the list, or an order, changes the address and not the position.
  const address = useRef<string>(undefined);
  useEffect(() => {
    if (!kept || due.current) return;
    address.current = carryPosition(address.current);
  });
  useEffect(() => {
    const box = scroller.current;
    if (!kept || !box) return;
    const noteTop = () => notePosition({ top: box.scrollTop });
    const notePage = (event: Event) => {
      const page = event.target;
      if (page instanceof HTMLElement && page !== box) notePosition({ pageTop: page.scrollTop });
    };
    const pages = pagesOf(box);
    box.addEventListener('scroll', noteTop);
    for (const page of pages) page.addEventListener('scroll', notePage);
    return () => {
      box.removeEventListener('scroll', noteTop);
      for (const page of pages) page.removeEventListener('scroll', notePage);
    };
  }, [kept, scroller]);
  return position;
}

/** What may scroll around the table: the page's content or, on a small screen, the whole page. */
function pagesOf(box: HTMLElement): HTMLElement[] {
  const content = box.parentElement;
  const page = box.closest('main');
  return [content, page].filter((one) => one !== null);
}
