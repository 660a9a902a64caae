import { type RefObject, useLayoutEffect } from 'react';

export type Placement = 'bottom-start' | 'bottom-end' | 'top' | 'bottom' | 'right';

const gap = 6;
const edge = 8;

/**
 * Shows `floating` (an element with `popover="manual"`) in the top layer beside `anchor` while
 * `open`, turned over where there is no room. It follows the anchor on scroll and resize.
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
    const place = () => putBeside(box, target.getBoundingClientRect(), placement);
    place();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      if (box.isConnected) box.hidePopover();
    };
  }, [anchor, floating, open, placement]);
}

function putBeside(box: HTMLElement, at: DOMRect, placement: Placement): void {
  const { width, height } = box.getBoundingClientRect();
  let left = at.left + (at.width - width) / 2;
  let top = at.bottom + gap;
  if (placement === 'bottom-start') left = at.left;
  if (placement === 'bottom-end') left = at.right - width;
  if (placement === 'top') top = at.top - height - gap;
  if (placement === 'right') {
    left = at.right + gap;
    top = at.top + (at.height - height) / 2;
  }
  if (top + height > innerHeight - edge && placement !== 'right') top = at.top - height - gap;
  if (top < edge) top = placement === 'top' ? at.bottom + gap : edge;
  box.style.left = `${Math.round(clamp(left, edge, innerWidth - width - edge))}px`;
  box.style.top = `${Math.round(clamp(top, edge, innerHeight - height - edge))}px`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
