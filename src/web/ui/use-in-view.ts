import { type RefObject, useEffect } from 'react';

/** What loads above it has loaded by then. */
const settledMs = 4_000;

/**
 * Brings a part to the top of what scrolls, because a link led to it, and keeps it there while the parts around it
 * load, until somebody scrolls, points or types.
 */
export function useInView(part: RefObject<HTMLElement | null>, asked: boolean): void {
  useEffect(() => {
    const element = part.current;
    if (!asked || !element) return;
    const show = () => element.scrollIntoView({ block: 'start' });
    const observer = new ResizeObserver(show);
    const end = () => observer.disconnect();
    for (let at: Element = element; at.parentElement; at = at.parentElement) {
      for (const around of at.parentElement.children) observer.observe(around);
    }
    show();
    const timer = setTimeout(end, settledMs);
    const acts = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
    for (const act of acts) window.addEventListener(act, end, { passive: true });
    return () => {
      end();
      clearTimeout(timer);
      for (const act of acts) window.removeEventListener(act, end);
    };
  }, [part, asked]);
}
