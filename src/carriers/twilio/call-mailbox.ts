/** Events of calls that are not acknowledged yet, with the callbacks that reported them. */
import { createMailbox, type Mailbox } from '../mailbox.ts';
import type { CallEvent } from '../port.ts';

export interface CallMailbox
  extends Pick<Mailbox<CallEvent>, 'events' | 'acknowledge' | 'tellAgain'> {
  emit(event: CallEvent): void;
  /** These callbacks are finished with the newest event of the call; at once when there is none. */
  attach(attemptId: string, ids: readonly number[]): void;
  /** Its end is not acknowledged yet. */
  hasEnd(attemptId: string): boolean;
}

export function createCallMailbox(done: (ids: readonly number[]) => void): CallMailbox {
  const box = createMailbox<CallEvent>(({ attemptId }) => attemptId);
  const idsOf = new WeakMap<CallEvent, number[]>();
  return {
    emit: (event) => box.emit(event.attemptId, event),
    attach(attemptId, ids) {
      const newest = box.of(attemptId).at(-1);
      if (newest) idsOf.set(newest, [...(idsOf.get(newest) ?? []), ...ids]);
      else done(ids);
    },
    hasEnd: (attemptId) => box.of(attemptId).some(({ kind }) => kind === 'ended'),
    events: box.events,
    acknowledge(events) {
      const ended = box.acknowledge(events);
      for (const event of ended) done(idsOf.get(event) ?? []);
      return ended;
    },
    tellAgain: box.tellAgain,
  };
}
