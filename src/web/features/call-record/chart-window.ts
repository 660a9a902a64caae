/** The window of the chart, moved by a pointer or by keys. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { type Window, windowOf } from './chart-scale.ts';

/** A drag from one bar to another; a press on one bar chooses that bar. */
export function useDrag(
  box: RefObject<HTMLDivElement | null>,
  count: number,
  setWindow: (window: Window | undefined) => void,
  choose: () => void,
) {
  const from = useRef<number | undefined>(undefined);
  const barAt = (event: PointerEvent) => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.floor(((event.clientX - left) / width) * count);
  };
  const cancel = () => {
    from.current = undefined;
    setWindow(undefined);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = barAt(event);
      setWindow(windowOf(from.current, from.current, count));
    },
    onPointerMove(event: PointerEvent) {
      if (from.current !== undefined) setWindow(windowOf(from.current, barAt(event), count));
    },
    onPointerUp() {
      // Escape has taken it back when there is no start any more.
      if (from.current !== undefined) choose();
      from.current = undefined;
    },
    onPointerCancel: cancel,
  };
  return { handlers, cancel };
}

/** Arrows move the window, Shift widens it, Enter applies it. */
export function moveWindow(
  event: KeyboardEvent,
  count: number,
  window: Window | undefined,
  setWindow: (window: Window | undefined) => void,
  choose: () => void,
): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (step !== undefined) {
    event.preventDefault();
    if (!window) setWindow(windowOf(step > 0 ? 0 : count - 1, step > 0 ? 0 : count - 1, count));
    else if (event.shiftKey)
      setWindow(windowOf(window.first, Math.max(window.first, window.last + step), count));
    else if (window.first + step >= 0 && window.last + step < count) {
      setWindow(windowOf(window.first + step, window.last + step, count));
    }
  } else if (event.key === 'Enter' && window) {
    event.preventDefault();
    choose();
  }
}
