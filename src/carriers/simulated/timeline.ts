/** Planned items, soonest first; items of one instant in the order they were added. */
import type { SimMs } from '#domain/milliseconds.ts';

export interface Timeline<T> {
  add(at: SimMs, item: T): void;
  /** Removes and returns everything up to and including `now`, in order. */
  takeUntil(now: SimMs): { at: SimMs; item: T }[];
  /** These will not be returned. */
  drop(items: Iterable<T>): void;
}

interface Slot<T> {
  at: SimMs;
  order: number;
  item: T;
}

/** A binary heap: thousands of calls are in progress, and most polls find nothing due. */
export function createTimeline<T>(): Timeline<T> {
  const heap: Slot<T>[] = [];
  let added = 0;
  const dropped = new Set<T>();

  const before = (a: Slot<T>, b: Slot<T>) => a.at < b.at || (a.at === b.at && a.order < b.order);

  const sink = (slot: Slot<T>) => {
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const [child, at] =
        right !== undefined && before(right, left) ? [right, 2 * index + 2] : [left, 2 * index + 1];
      if (!before(child, slot)) break;
      heap[index] = child;
      index = at;
    }
    heap[index] = slot;
  };

  return {
    add(at, item) {
      const slot = { at, order: added, item };
      added += 1;
      let index = heap.length;
      while (index > 0) {
        const parentAt = (index - 1) >> 1;
        const parent = heap[parentAt];
        if (parent === undefined || !before(slot, parent)) break;
        heap[index] = parent;
        index = parentAt;
      }
      heap[index] = slot;
    },
    takeUntil(now) {
      const taken: { at: SimMs; item: T }[] = [];
      for (let first = heap[0]; first !== undefined && first.at <= now; first = heap[0]) {
        if (!dropped.delete(first.item)) taken.push({ at: first.at, item: first.item });
        const last = heap.pop();
        if (last !== undefined && last !== first) sink(last);
      }
      return taken;
    },
    drop(items) {
      for (const item of items) dropped.add(item);
    },
  };
}
