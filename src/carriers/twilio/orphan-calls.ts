/**
 * Calls that nobody leads: of an engine that ended, or of an earlier life of this one. Whoever is on
 * the line is let go of. What Twilio told of a call when it began names it by its attempt.
 */
import type { Callback, CallbackSource } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import { agentLegOf, callPathOf, markOf } from './call-path.ts';
import { isGone, isOver } from './call-status.ts';

export interface OrphanCalls {
  /** A call of an attempt, and its agent's, wherever they are. */
  seek(attemptId: string): void;
  /** A webhook of a call that is not in hand. */
  heard(callback: Callback): void;
  /** Does what is due. @throws when what was told cannot be read */
  work(): Promise<void>;
}

const second = 1_000;
/** After the one before: a hand-over that was just under way becomes a call a little later. */
const lookAgain = [0, 1, 2, 5, 10, 20, 40, 60, 60].map((seconds) => seconds * second);
/** While Twilio does not understand that a call is to end. */
const tellAgain = 2 * second;
const mostTries = 300;
const mostAtOnce = 10;

/**
 * @param finish they led to what they had to lead to
 * @param pressed a key of the customer, which may be a 9: it is finished by whoever hears of it
 */
export function createOrphanCalls(
  api: TwilioApi,
  callbacks: Pick<CallbackSource, 'find'>,
  finish: (ids: readonly number[]) => void,
  pressed: (key: Callback) => void,
): OrphanCalls {
  const sought = new Map<string, { looks: number; due: number }>();
  const ending = new Map<string, { ids: Set<number>; tries: number; due: number }>();

  function heard(callback: Callback): void {
    const { id, path, fields } = callback;
    const { CallSid, CallStatus = '' } = fields;
    const told = callPathOf(path);
    if (CallSid === undefined || !told) {
      finish([id]);
      return;
    }
    const isKey = told.what === 'key' && !told.isAgent;
    if (isKey) pressed(callback);
    const ids = isKey ? [] : [id];
    const known = ending.get(CallSid);
    if (known) for (const one of ids) known.ids.add(one);
    // It is over by itself: all that was kept of it goes.
    else if (isOver(CallStatus)) finish(ids);
    else ending.set(CallSid, { ids: new Set(ids), tries: 0, due: 0 });
  }

  async function look(attemptId: string, { looks }: { looks: number }): Promise<void> {
    const wait = lookAgain[looks + 1];
    if (wait === undefined) sought.delete(attemptId);
    else sought.set(attemptId, { looks: looks + 1, due: performance.now() + wait });
    const legs = [attemptId, agentLegOf(attemptId)];
    for (const callback of await callbacks.find(legs.map(markOf))) heard(callback);
  }

  async function end(sid: string): Promise<void> {
    const one = ending.get(sid);
    if (!one) return;
    const answer = await api.post(`/Calls/${sid}.json`, { Status: 'completed' });
    const understood =
      answer.kind === 'answered' &&
      ((answer.status >= 200 && answer.status < 300) || isGone(answer.status, answer.body));
    one.tries += 1;
    one.due = performance.now() + tellAgain;
    if (!understood && one.tries < mostTries) return;
    ending.delete(sid);
    finish([...one.ids]);
  }

  return {
    seek(attemptId) {
      if (!sought.has(attemptId)) sought.set(attemptId, { looks: 0, due: 0 });
    },
    heard,
    async work() {
      const now = performance.now();
      for (const [attemptId, one] of sought) if (one.due <= now) await look(attemptId, one);
      const due = [...ending].filter(([, one]) => one.due <= now).slice(0, mostAtOnce);
      await Promise.all(due.map(([sid]) => end(sid)));
    },
  };
}
