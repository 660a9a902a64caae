/**
 * Stores with the attempt that a person answered while the call is up: if this engine dies, the
 * account's other numbers are still not called (account-reached.ts). Only for calls to accounts
 * that are called once and have other numbers waiting; for the rest it does not matter.
 */

import type { CallEvent } from '#carriers/port.ts';
import { asClient } from '#db/database.ts';
import { noteReached } from '#db/queries/account-reached.ts';
import type { RunnerDeps } from '../deps.ts';
import type { Call } from './call.ts';

export interface PersonAnswers {
  /**
   * Must be called with every event that a call has reacted to.
   *
   * @returns whether the event is the answer, which is acknowledged once it is stored; a 9 that
   * proved a machine to be a person is acknowledged with its opt-out
   */
  follow(call: Call, event: CallEvent): boolean;
  /** After an error the rest waits for the next time. */
  store(): Promise<void>;
}

export function createPersonAnswers(
  { db }: Pick<RunnerDeps, 'db'>,
  clientId: number,
  acknowledge: (call: Call, event: CallEvent) => void,
): PersonAnswers {
  const waiting: { call: Call; event: CallEvent }[] = [];
  const noted = new WeakSet<Call>();
  return {
    follow(call, event) {
      if (!call.hasOthers || call.answered?.by !== 'person' || noted.has(call)) return false;
      noted.add(call);
      waiting.push({ call, event });
      return event.kind === 'answered';
    },
    async store() {
      const some = [...waiting];
      // The record of an ended call contains its answer.
      const open = some.flatMap(({ call: { over, answered, callListId, entryId } }) =>
        over || !answered ? [] : [{ callListId, entryId, at: answered.at }],
      );
      if (open.length > 0) await asClient(db, clientId, (tx) => noteReached(tx, clientId, open));
      waiting.splice(0, some.length);
      for (const { call, event } of some) if (event.kind === 'answered') acknowledge(call, event);
    },
  };
}
