/**
 * What happened in calls and is not acknowledged yet, with the callbacks that told it. Of each call
 * only the oldest is told: the next one waits until the engine has answered it.
 */
import type { CallEvent } from '../port.ts';

export interface CallMailbox {
  tell(event: CallEvent): void;
  /** These callbacks are done with once the newest event of the call is; at once when there is none. */
  attach(attemptId: string, ids: readonly number[]): void;
  /** Its end is not acknowledged yet. */
  hasEnd(attemptId: string): boolean;
  /** The oldest of each call. */
  events(): CallEvent[];
  /** @returns those that were told and are now done with */
  acknowledge(events: readonly CallEvent[]): CallEvent[];
}

interface Told {
  event: CallEvent;
  ids: number[];
}

export function createCallMailbox(done: (ids: readonly number[]) => void): CallMailbox {
  const queues = new Map<string, Told[]>();
  return {
    tell(event) {
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
    events: () =>
      [...queues.values()].flatMap((queue) => queue.slice(0, 1).map((one) => one.event)),
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
