/**
 * What happened and is not acknowledged yet. Of each call only the oldest is told: the next one
 * waits until the engine has answered it.
 */

export interface Mailbox<E> {
  tell(id: string, event: E): void;
  /** The oldest of each call. */
  events(): E[];
  acknowledge(events: readonly E[]): void;
}

export function createMailbox<E>(idOf: (event: E) => string): Mailbox<E> {
  const queues = new Map<string, E[]>();
  return {
    tell(id, event) {
      const queue = queues.get(id);
      if (queue) queue.push(event);
      else queues.set(id, [event]);
    },
    events: () => [...queues.values()].flatMap((queue) => queue.slice(0, 1)),
    acknowledge(events) {
      for (const event of events) {
        const id = idOf(event);
        const queue = queues.get(id);
        if (queue?.[0] !== event) continue;
        queue.shift();
        if (queue.length === 0) queues.delete(id);
      }
    },
  };
}
