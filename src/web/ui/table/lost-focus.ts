/**
 * Focus that the keyboard lost: the row, button or form that had it is gone, and Tab would start at
 * the top of the page. A table that stays, or comes instead, takes it: see `useRowFocus`.
 */

let last: Element | undefined;
let byKey = false;

document.addEventListener('keydown', () => noteKey(true), { capture: true });
document.addEventListener('pointerdown', () => noteKey(false), { capture: true });
document.addEventListener('focusin', ({ target }) => {
  last = target instanceof Element ? target : undefined;
});

function noteKey(key: boolean): void {
  byKey = key;
}

export function isFocusLost(): boolean {
  const nowhere = document.activeElement === null || document.activeElement === document.body;
  return byKey && nowhere && last !== undefined && !last.isConnected;
}
