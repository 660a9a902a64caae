import { useEffect, useRef } from 'react';

/** Calls `leave` at Escape, unless a dialog or menu above the page takes the key. */
export function useEscape(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const taken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key !== 'Escape' || taken) return;
      // Otherwise the same key press would close the question that leaving may open.
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
