/**
 * The events of a carrier that are not acknowledged yet. A reader is told each of them once, so that
 * a look costs what is new since the reader's last one, not what waits for its commit.
 */

export interface News<E extends object> {
  /** It waits from now on, and is new to every reader; also again, when it waits already. */
  tell(event: E): void;
  /** Tells those again that still wait. */
  tellAgain(events: readonly E[]): void;
  /**
   * All that wait, in the order in which they came, also those that are told again. To a `reader`
   * only what it was not told since its last look.
   *
   * @param reader the same object at each look; one that looks for the first time is told all
   */
  events(reader?: object): E[];
  /** Returns whether it waited. */
  end(event: E): boolean;
}

/** Each reader keeps the last one that it was told; what all readers have passed is collected. */
interface Told<E> {
  event?: E;
  next?: Told<E>;
}

export function createNews<E extends object>(): News<E> {
  /** Each with its place in the order in which they came. */
  const waiting = new Map<E, number>();
  let came = 0;
  const readUntil = new WeakMap<object, Told<E>>();
  let last: Told<E> = {};

  function tell(event: E): void {
    if (!waiting.has(event)) waiting.set(event, came++);
    const told = { event };
    last.next = told;
    last = told;
  }

  return {
    tell,
    tellAgain(events) {
      for (const event of events) if (waiting.has(event)) tell(event);
    },
    events(reader) {
      const before = reader && readUntil.get(reader);
      if (reader) readUntil.set(reader, last);
      if (!before) return [...waiting.keys()];
      const news = new Map<E, number>();
      for (let told = before.next; told; told = told.next) {
        const place = told.event && waiting.get(told.event);
        if (told.event && place !== undefined) news.set(told.event, place);
      }
      return [...news].sort(([, one], [, other]) => one - other).map(([event]) => event);
    },
    end: (event) => waiting.delete(event),
  };
}
