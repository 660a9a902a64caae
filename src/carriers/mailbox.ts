/**
 * The events of calls that are not acknowledged yet. Of each call only the oldest is told: its next
 * one waits until the engine has acknowledged it.
 */
import { createNews } from './news.ts';

export interface Mailbox<E> {
  emit(id: string, event: E): void;
  /** The oldest of each call; to a reader only those that are new to it (news.ts). */
  events(reader?: object): E[];
  /** Returns those that were the oldest of their call. */
  acknowledge(events: readonly E[]): E[];
  tellAgain(events: readonly E[]): void;
  /**
   * Drops events that were not returned yet. A sound may have ended while the event before it was
   * being handled: returned later, its end would pass for that of the sound that replaced it.
   */
  withdraw(id: string, which: (event: E) => boolean): void;
  /** All of a call that are not acknowledged, the oldest first. */
  of(id: string): readonly E[];
}

export function createMailbox<E extends object>(idOf: (event: E) => string): Mailbox<E> {
  const queues = new Map<string, E[]>();
  const returned = new WeakSet<E>();
  const news = createNews<E>();

  function keep(id: string, queue: E[]): void {
    const [oldest] = queue;
    if (oldest) queues.set(id, queue);
    else queues.delete(id);
  }

  return {
    emit(id, event) {
      const queue = queues.get(id);
      if (queue) queue.push(event);
      else {
        queues.set(id, [event]);
        news.tell(event);
      }
    },
    events(reader) {
      const events = news.events(reader);
      for (const event of events) returned.add(event);
      return events;
    },
    acknowledge(events) {
      return events.filter((event) => {
        if (!news.end(event)) return false;
        const id = idOf(event);
        const left = queues.get(id)?.slice(1) ?? [];
        keep(id, left);
        if (left[0]) news.tell(left[0]);
        return true;
      });
    },
    tellAgain: news.tellAgain,
    withdraw(id, which) {
      const queue = queues.get(id) ?? [];
      const left = queue.filter((event) => returned.has(event) || !which(event));
      const [oldest] = queue;
      if (oldest && left[0] !== oldest) news.end(oldest);
      keep(id, left);
      if (left[0] && left[0] !== oldest) news.tell(left[0]);
    },
    of: (id) => queues.get(id) ?? [],
  };
}
