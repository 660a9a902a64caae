/**
 * Stores with the attempt that a person answered while the call is up: if this engine dies, the
 * account's other numbers are still not called (account-reached.ts), and the conversation still
 * counts with the contact policy (policy-contacts.ts). Only for calls to accounts whose other numbers
 * an answer bars, and while the policy counts conversations; for the rest it does not matter.
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

export interface AnswersSide {
  /** Those that have not been recorded. */
  calls(): Iterable<Call>;
  /** As the campaign's settings say, which are read several times a second. */
  talksCount(): boolean;
  acknowledge(call: Call, event: CallEvent): void;
}

export function createPersonAnswers(
  { db }: Pick<RunnerDeps, 'db'>,
  clientId: number,
  { calls, talksCount, acknowledge }: AnswersSide,
): PersonAnswers {
  const waiting: { call: Call; event?: CallEvent }[] = [];
  const noted = new WeakSet<Call>();
  let counted = false;
  const isToNote = (call: Call) => call.answered?.by === 'person' && !noted.has(call);

  /** Answers from before the first rule that counts conversations, of calls that are still up. */
  function noteEarlier(): void {
    const before = counted;
    counted = talksCount();
    if (!counted || before) return;
    for (const call of calls()) {
      if (!isToNote(call)) continue;
      noted.add(call);
      waiting.push({ call });
    }
  }

  return {
    follow(call, event) {
      if (!isToNote(call) || !(call.hasOthers || talksCount())) return false;
      noted.add(call);
      waiting.push({ call, event });
      return event.kind === 'answered';
    },
    async store() {
      noteEarlier();
      const some = [...waiting];
      // The record of an ended call contains its answer.
      const open = some.flatMap(({ call: { over, answered, callListId, entryId } }) =>
        over || !answered ? [] : [{ callListId, entryId, at: answered.at }],
      );
      if (open.length > 0) await asClient(db, clientId, (tx) => noteReached(tx, clientId, open));
      waiting.splice(0, some.length);
      for (const { call, event } of some) if (event?.kind === 'answered') acknowledge(call, event);
    },
  };
}
