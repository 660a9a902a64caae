import { type RefObject, useEffect, useRef } from 'react';

/** For a form inside a page: its first field takes the focus, and gives it back at the end. */
export function useFocusWithin(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const cameFrom = document.activeElement;
    const own = box.current;
    own?.querySelector('input')?.focus();
    return () => {
      // Still mounted: React only tests the effect.
      if (own?.isConnected) return;
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
    };
  }, []);
  return box;
}
