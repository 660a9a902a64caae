/**
 * That a person answered, kept with the attempt while the call is up: should this engine die, the
 * account's other numbers are not called for all that (account-reached.ts). Only of calls to accounts
 * that are called once and have numbers that wait; of the others nobody would ask.
 */

import type { CallEvent } from '#carriers/port.ts';
import { asClient } from '#db/database.ts';
import { noteReached } from '#db/queries/account-reached.ts';
import type { RunnerDeps } from '../deps.ts';
import type { Call } from './call.ts';

export interface PersonAnswers {
  /**
   * To be told of every event that a call has reacted to.
   *
   * @returns whether the event is the answer, which is acknowledged once it is kept; a 9 that showed a
   *   machine to be a person is its opt-out's to acknowledge
   */
  follow(call: Call, event: CallEvent): boolean;
  /** On an error the rest waits for the next time. */
  store(): Promise<void>;
}

export function createPersonAnswers(
  { db }: Pick<RunnerDeps, 'db'>,
  clientId: number,
  acknowledge: (call: Call, event: CallEvent) => void,
): PersonAnswers {
  const waiting: { call: Call; event: CallEvent }[] = [];
  const told = new WeakSet<Call>();
  return {
    follow(call, event) {
      if (!call.hasOthers || call.answered?.by !== 'person' || told.has(call)) return false;
      told.add(call);
      waiting.push({ call, event });
      return event.kind === 'answered';
    },
    async store() {
      const some = [...waiting];
      // What is over is recorded with its answer.
      const open = some.flatMap(({ call: { over, answered, callListId, entryId } }) =>
        over || !answered ? [] : [{ callListId, entryId, at: answered.at }],
      );
      if (open.length > 0) await asClient(db, clientId, (tx) => noteReached(tx, clientId, open));
      waiting.splice(0, some.length);
      for (const { call, event } of some) if (event.kind === 'answered') acknowledge(call, event);
    },
  };
}
