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
    // The click follows at once; its target must not have moved by then.
    if (due.length > 0) setTimeout(() => runAll(due));
  },
  true,
);

/**
 * Runs it at once or, while a mouse button is down, after the click. For layout changes when a
 * field loses the focus: the press may be on a button below.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

function runAll(due: readonly (() => void)[]): void {
  for (const run of due) run();
}
