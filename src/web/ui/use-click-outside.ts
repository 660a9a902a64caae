import { type RefObject, useEffect, useRef } from 'react';

/** Calls `leave` at a press outside all of `parts` while `active`. */
export function useClickOutside(
  active: boolean,
  parts: readonly RefObject<HTMLElement | null>[],
  leave: () => void,
): void {
  const last = useRef({ parts, leave });
  last.current = { parts, leave };
  useEffect(() => {
    if (!active) return;
    const listener = (event: PointerEvent) => {
      const inside = last.current.parts.some((part) =>
        part.current?.contains(event.target as Node),
      );
      if (!inside) last.current.leave();
    };
    document.addEventListener('pointerdown', listener, true);
    return () => document.removeEventListener('pointerdown', listener, true);
  }, [active]);
}
