let pressed = false;
let waiting: (() => void)[] = [];

globalThis.addEventListener?.(
  'mousedown',
  () => {
    pressed = true;
  },
  true,
);
globalThis.addEventListener?.(
  'mouseup',
  () => {
    pressed = false;
    const due = waiting;
    waiting = [];
    // The click comes right after; what it is meant for must not have moved by then.
    if (due.length > 0) setTimeout(() => runAll(due));
  },
  true,
);

/**
 * Runs it at once, or, while a mouse button is held down, after the click. For what moves the page
 * when a field is left: the press that leaves it may be on a button below.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

function runAll(due: readonly (() => void)[]): void {
  for (const run of due) run();
}
