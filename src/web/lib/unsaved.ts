import { useEffect } from 'react';

/** Forms on this page in which something was typed that is not saved. */
let forms = 0;

/** Whether leaving this page now would lose something that was typed. */
export function hasUnsaved(): boolean {
  return forms > 0;
}

/** Counts a form while it holds something unsaved. */
export function useUnsavedMark(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    forms += 1;
    return () => {
      forms -= 1;
    };
  }, [unsaved]);
}
