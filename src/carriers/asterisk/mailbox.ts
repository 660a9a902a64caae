/**
 * Events that are not acknowledged yet. Each call returns only its oldest: the next one waits until
 * the engine has acknowledged it.
 */

export interface Mailbox<E> {
  emit(id: string, event: E): void;
  /** The oldest of each call. */
  events(): E[];
  acknowledge(events: readonly E[]): void;
  /**
   * Drops events that were not returned yet. A sound may have ended while the event before it was
   * being handled: returned later, its end would pass for that of the sound that replaced it.
   */
  withdraw(id: string, which: (event: E) => boolean): void;
}

export function createMailbox<E extends object>(idOf: (event: E) => string): Mailbox<E> {
  const queues = new Map<string, E[]>();
  const returned = new WeakSet<E>();
  return {
    emit(id, event) {
      const queue = queues.get(id);
      if (queue) queue.push(event);
      else queues.set(id, [event]);
    },
    events() {
      const oldest: E[] = [];
      for (const [event] of queues.values()) {
        if (!event) continue;
        returned.add(event);
        oldest.push(event);
      }
      return oldest;
    },
    acknowledge(events) {
      for (const event of events) {
        const id = idOf(event);
        const queue = queues.get(id);
        if (queue?.[0] !== event) continue;
        queue.shift();
        if (queue.length === 0) queues.delete(id);
      }
    },
    withdraw(id, which) {
      const queue = queues.get(id) ?? [];
      const left = queue.filter((event) => returned.has(event) || !which(event));
      if (left.length > 0) queues.set(id, left);
      else queues.delete(id);
    },
  };
}
