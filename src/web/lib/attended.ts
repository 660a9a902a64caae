/** Whether somebody is at the page: what it asks by itself does not keep the session alive. */

/** Longer than between a press and the last request that follows from it. */
const presentFor = 60_000;
/** The last press of a key or button; opening the page is one. */
let lastAct = Date.now();

for (const act of ['pointerdown', 'keydown']) {
  addEventListener(
    act,
    () => {
      lastAct = Date.now();
    },
    { capture: true, passive: true },
  );
}

export function isAttended(): boolean {
  return Date.now() - lastAct < presentFor;
}
