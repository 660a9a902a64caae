/**
 * A second press must not do what it was not aimed at: the second click of a double-click on Start
 * lands on Stop, on a button of the next page or beside a dialog that has just opened.
 *
 * - When what is under a resting pointer, or has the focus after Enter, becomes something else, a
 *   press has no effect for a moment.
 * - A button that is `data-press="once"` (each `Button` that does something) takes one press in that
 *   time, and a held Enter presses nothing again. When the page says beside the button that the press
 *   failed, the next one is a new try.
 *
 * All of it by the times of the events, not of their handling: on a busy machine a second click
 * waits in the queue until the first has changed the page.
 */

/** Milliseconds without effect. */
export const quietMs = 400;
/** Milliseconds in which the page reacts to a key. */
const reaction = 100;
/** Pixels: as far as a hand moves between two clicks at one point. */
const rest = 8;

const pressable =
  'button, a[href], summary, label, input, select, textarea, [role="menuitem"], [role="option"], [role="tab"], tr, dialog';

/** What a press would do, as far as it can be seen: an element, and the words of a button. */
interface Meaning {
  element: Element | null;
  words: string;
}

const nothing: Meaning = { element: null, words: '' };

interface Watch {
  meaning: Meaning;
  /** When it became that one, by the clock of events; never at first. */
  changedAt: number;
}

let pointer: (Watch & { x: number; y: number }) | undefined;
/** Since the last Enter or Space; any other key or a click ends it. */
let keyboard: Watch | undefined;
let lastPress: { element: Element; words: string; at: number } | undefined;
/** When the person last typed, which no second press does. */
let typedAt = Number.NEGATIVE_INFINITY;
/** The rest of a click that was refused at its beginning. */
let refused = false;

function meaningOf(target: Element | null): Meaning {
  const element = target?.closest(pressable) ?? null;
  if (!element?.hasAttribute('data-press')) return { element, words: '' };
  const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
  // A count in a button may change at any time; what the button does stays.
  return { element, words: words.replace(/\d+/g, '#') };
}

const isSame = (a: Meaning, b: Meaning) => a.element === b.element && a.words === b.words;

function underPointer(): Meaning {
  return pointer ? meaningOf(document.elementFromPoint(pointer.x, pointer.y)) : nothing;
}

function note(watch: Watch | undefined, now: Meaning): void {
  if (!watch || isSame(watch.meaning, now)) return;
  watch.meaning = now;
  const at = performance.now();
  if (at - typedAt > reaction) watch.changedAt = at;
}

/** A press has failed when the dialog, section or form around it has a new alert. */
function noteFailure(changes: readonly MutationRecord[]): void {
  const pressed = lastPress?.element;
  const form = pressed?.closest('dialog, section') ?? pressed?.closest('form');
  if (!form) return;
  const alerts = changes
    .filter(({ target }) => form.contains(target))
    .flatMap(({ addedNodes }) => [...addedNodes])
    .some((one) => one instanceof Element && one.matches('[role="alert"], :has([role="alert"])'));
  if (alerts) lastPress = undefined;
}

function noteChanges(): void {
  if (pointer) note(pointer, underPointer());
  if (keyboard) note(keyboard, meaningOf(document.activeElement));
}

/** The hand chose what is under it now. */
function moved({ clientX: x, clientY: y, target }: PointerEvent | MouseEvent): void {
  if (pointer && Math.hypot(x - pointer.x, y - pointer.y) <= rest) return;
  const meaning = target instanceof Element ? meaningOf(target) : nothing;
  pointer = { x, y, meaning, changedAt: Number.NEGATIVE_INFINITY };
}

const isQuiet = (watch: Watch | undefined, { timeStamp }: Event) =>
  watch !== undefined && timeStamp - watch.changedAt < quietMs;

function refuse(event: Event): void {
  event.preventDefault();
  // Not "immediate": others on the window only count presses (after-press.ts).
  event.stopPropagation();
}

function onPointerDown(event: PointerEvent): void {
  keyboard = undefined;
  moved(event);
  refused = isQuiet(pointer, event);
  if (refused) refuse(event);
}

function onRestOfClick(event: Event): void {
  if (refused) refuse(event);
}

function onClick(event: MouseEvent): void {
  // A click of a key or of a script has no pointer behind it.
  if (refused && event.detail > 0) {
    refuse(event);
    return;
  }
  const target = event.target instanceof Element ? event.target.closest('[data-press]') : null;
  if (target?.getAttribute('data-press') !== 'once') return;
  const { words } = meaningOf(target);
  const again = lastPress?.element === target && lastPress.words === words;
  if (again && event.timeStamp - (lastPress?.at ?? 0) < quietMs) refuse(event);
  else lastPress = { element: target, words, at: event.timeStamp };
}

function onKeyDown(event: KeyboardEvent): void {
  const { key, target, repeat } = event;
  const presses = key === 'Enter' || (key === ' ' && !isTyped(target));
  if (!presses) {
    onTyped(event);
    return;
  }
  if (target instanceof HTMLTextAreaElement) return;
  if (repeat || isQuiet(keyboard, event)) {
    event.stopImmediatePropagation();
    event.preventDefault();
    return;
  }
  keyboard = {
    meaning: meaningOf(document.activeElement),
    changedAt: Number.NEGATIVE_INFINITY,
  };
}

/** Another key, or a changed field: what is pressed after it is meant. */
function onTyped({ timeStamp }: Event): void {
  typedAt = timeStamp;
  keyboard = undefined;
  lastPress = undefined;
  if (pointer) pointer.changedAt = Number.NEGATIVE_INFINITY;
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** What a person brings under the pointer by scrolling is what the person sees. */
function onScroll(): void {
  if (pointer) pointer.meaning = underPointer();
}

function watchPage(): void {
  const options = { capture: true };
  window.addEventListener('pointerdown', onPointerDown, options);
  for (const name of ['mousedown', 'pointerup', 'mouseup', 'dblclick']) {
    window.addEventListener(name, onRestOfClick, options);
  }
  window.addEventListener('click', onClick, options);
  window.addEventListener('pointermove', moved, options);
  window.addEventListener('keydown', onKeyDown, options);
  window.addEventListener('input', onTyped, options);
  window.addEventListener('focusin', noteChanges, options);
  window.addEventListener('scroll', onScroll, options);
  window.addEventListener('resize', onScroll, options);
  document.documentElement.addEventListener('pointerleave', () => {
    pointer = undefined;
  });
  new MutationObserver((changes) => {
    noteChanges();
    noteFailure(changes);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-label', 'open'],
  });
}

if (globalThis.document) watchPage();
