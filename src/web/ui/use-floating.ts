import { type RefObject, useLayoutEffect } from 'react';
import { type Placement, positionBeside } from './floating-position.ts';

/**
 * Shows `floating` (an element with `popover="manual"`) in the top layer beside `anchor` while
 * `open`, flipped where there is no room. It follows the anchor on scroll and resize.
 */
export function useFloating(
  anchor: RefObject<Element | null>,
  floating: RefObject<HTMLElement | null>,
  open: boolean,
  placement: Placement,
): void {
  useLayoutEffect(() => {
    const box = floating.current;
    const target = anchor.current;
    if (!open || !box || !target) return;
    box.showPopover();
    const reposition = () => putBeside(box, target.getBoundingClientRect(), placement);
    reposition();
    addEventListener('scroll', reposition, true);
    addEventListener('resize', reposition);
    return () => {
      removeEventListener('scroll', reposition, true);
      removeEventListener('resize', reposition);
      if (box.isConnected) box.hidePopover();
    };
  }, [anchor, floating, open, placement]);
}

function putBeside(box: HTMLElement, anchor: DOMRect, placement: Placement): void {
  const room = { width: innerWidth, height: innerHeight };
  const { left, top } = positionBeside(box.getBoundingClientRect(), anchor, room, placement);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
