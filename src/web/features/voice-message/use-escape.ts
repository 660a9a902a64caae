import { useEffect, useRef } from 'react';

/**
 * Escape closes the open step, or leaves the page when none is open; not when a dialog, menu or
 * the step's own panel has taken the key.
 */
export function useEscape(stepOpen: boolean, closeStep: () => void, leave: () => void): void {
  const latest = useRef({ stepOpen, closeStep, leave });
  latest.current = { stepOpen, closeStep, leave };
  useEffect(() => {
    // The panel closes its step before the key arrives here: what was open is noted on the way in.
    let wasOpen = false;
    const note = () => {
      wasOpen = latest.current.stepOpen;
    };
    const act = (event: KeyboardEvent) => {
      const taken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key !== 'Escape' || taken) return;
      if (!wasOpen) latest.current.leave();
      else if (!(event.target as Element).closest('aside')) latest.current.closeStep();
    };
    document.addEventListener('keydown', note, { capture: true });
    document.addEventListener('keydown', act);
    return () => {
      document.removeEventListener('keydown', note, { capture: true });
      document.removeEventListener('keydown', act);
    };
  }, []);
}
