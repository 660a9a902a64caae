/**
 * Orphaned calls: of an engine that ended, or of this one before a restart. They are hung up. The
 * webhook of a call's beginning names it by its attempt.
 */
import type { Callback, CallbackSource } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import { agentLegOf, callPathOf, markOf } from './call-path.ts';
import { isGone, isOver } from './call-status.ts';

export interface OrphanCalls {
  /** Finds and ends an attempt's call, and its agent's, whichever engine placed them. */
  seek(attemptId: string): void;
  /** A webhook of a call that is not in flight here. */
  receive(callback: Callback): void;
  /** Does what is due. @throws when the webhooks cannot be read */
  work(): Promise<void>;
}

const second = 1_000;
/** Before each search: a submission that was under way becomes a call a little later. */
const searchPauses = [0, 1, 2, 5, 10, 20, 40, 60, 60].map((seconds) => seconds * second);
/** While Twilio has not accepted that a call must end. */
const retryAfter = 2 * second;
const mostTries = 300;
const mostAtOnce = 10;

/**
 * @param finish these callbacks have had their effect
 * @param pressed a key of the customer, which may be a 9: the receiver finishes its callback
 */
export function createOrphanCalls(
  api: TwilioApi,
  callbacks: Pick<CallbackSource, 'find'>,
  finish: (ids: readonly number[]) => void,
  pressed: (key: Callback) => void,
): OrphanCalls {
  const sought = new Map<string, { searches: number; due: number }>();
  const ending = new Map<string, { ids: Set<number>; tries: number; due: number }>();

  function receive(callback: Callback): void {
    const { id, path, fields } = callback;
    const { CallSid, CallStatus = '' } = fields;
    const webhook = callPathOf(path);
    if (CallSid === undefined || !webhook) {
      finish([id]);
      return;
    }
    const isKey = webhook.what === 'key' && !webhook.isAgent;
    if (isKey) pressed(callback);
    const ids = isKey ? [] : [id];
    const known = ending.get(CallSid);
    if (known) for (const one of ids) known.ids.add(one);
    // It has ended by itself, so nothing of it is needed any more.
    else if (isOver(CallStatus)) finish(ids);
    else ending.set(CallSid, { ids: new Set(ids), tries: 0, due: 0 });
  }

  async function search(attemptId: string, { searches }: { searches: number }): Promise<void> {
    const wait = searchPauses[searches + 1];
    if (wait === undefined) sought.delete(attemptId);
    else sought.set(attemptId, { searches: searches + 1, due: performance.now() + wait });
    const legs = [attemptId, agentLegOf(attemptId)];
    for (const callback of await callbacks.find(legs.map(markOf))) receive(callback);
  }

  async function end(sid: string): Promise<void> {
    const one = ending.get(sid);
    if (!one) return;
    const response = await api.post(`/Calls/${sid}.json`, { Status: 'completed' });
    const accepted =
      response.kind === 'responded' &&
      ((response.status >= 200 && response.status < 300) || isGone(response.status, response.body));
    one.tries += 1;
    one.due = performance.now() + retryAfter;
    if (!accepted && one.tries < mostTries) return;
    ending.delete(sid);
    finish([...one.ids]);
  }

  return {
    seek(attemptId) {
      if (!sought.has(attemptId)) sought.set(attemptId, { searches: 0, due: 0 });
    },
    receive,
    async work() {
      const now = performance.now();
      for (const [attemptId, one] of sought) if (one.due <= now) await search(attemptId, one);
      const due = [...ending].filter(([, one]) => one.due <= now).slice(0, mostAtOnce);
      await Promise.all(due.map(([sid]) => end(sid)));
    },
  };
}
