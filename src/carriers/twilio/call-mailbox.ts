/**
 * Events of calls that are not acknowledged yet, with the callbacks that reported them. Of each
 * call only the oldest is returned: the next one waits until the engine has reacted to it.
 */
import type { CallEvent } from '../port.ts';

export interface CallMailbox {
  emit(event: CallEvent): void;
  /** These callbacks are finished with the newest event of the call; at once when there is none. */
  attach(attemptId: string, ids: readonly number[]): void;
  /** Its end is not acknowledged yet. */
  hasEnd(attemptId: string): boolean;
  /** The oldest of each call. */
  events(): CallEvent[];
  /** @returns those that were pending */
  acknowledge(events: readonly CallEvent[]): CallEvent[];
}

interface Pending {
  event: CallEvent;
  ids: number[];
}

export function createCallMailbox(done: (ids: readonly number[]) => void): CallMailbox {
  const queues = new Map<string, Pending[]>();
  return {
    emit(event) {
      const queue = queues.get(event.attemptId);
      if (queue) queue.push({ event, ids: [] });
      else queues.set(event.attemptId, [{ event, ids: [] }]);
    },
    attach(attemptId, ids) {
      const last = queues.get(attemptId)?.at(-1);
      if (last) last.ids.push(...ids);
      else done(ids);
    },
    hasEnd: (attemptId) =>
      queues.get(attemptId)?.some(({ event }) => event.kind === 'ended') === true,
    events() {
      const oldest: CallEvent[] = [];
      for (const [first] of queues.values()) if (first) oldest.push(first.event);
      return oldest;
    },
    acknowledge(events) {
      return events.filter((event) => {
        const queue = queues.get(event.attemptId);
        if (queue?.[0]?.event !== event) return false;
        done(queue.shift()?.ids ?? []);
        if (queue.length === 0) queues.delete(event.attemptId);
        return true;
      });
    },
  };
}
