/** What Twilio's webhooks tell of calls: taken from where it is stored, and told to the call that it is of. */
import type { Callback, CarrierSurroundings } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import type { CallLookUp, LookedFor } from './call-lookup.ts';
import { type CallMailbox, createCallMailbox } from './call-mailbox.ts';
import { callPathOf, callPaths } from './call-path.ts';
import { createOrphanCalls, type OrphanCalls } from './orphan-calls.ts';

export interface CallNews {
  box: CallMailbox;
  orphans: OrphanCalls;
  /** When what is just being told happened; at other times, now. */
  now(): number;
  /** The call is over: the webhooks about its beginning are finished together with its end. */
  over(attemptId: string): void;
  /** Takes what is new. */
  hear(): Promise<void>;
  /**
   * Takes what nobody has.
   *
   * @param wellSince on `performance.now()`: since then everything could be read
   */
  takeLeft(wellSince: number): Promise<void>;
  close(): Promise<void>;
}

interface Surroundings {
  api: TwilioApi;
  /** Below it are the callbacks of this engine's calls. */
  paths: string;
  /** The calls in hand, by attempt id. */
  calls: ReadonlyMap<string, LookedFor>;
  lookUp: CallLookUp;
}

/**
 * Seconds: an engine that owns calls reads their first webhooks again and again. When nobody has read
 * one for this long, although this engine could read all the time, the call's engine is gone.
 */
const leftFor = 15;
const mostAtOnce = 200;

export function createCallNews(
  { clock, callbacks }: CarrierSurroundings,
  { api, paths, calls, lookUp }: Surroundings,
): CallNews {
  /** Callbacks that are being worked on; of a call that goes on, that of its beginning. */
  const held = new Set<number>();
  const begun = new Map<string, number[]>();
  /** Keys of calls that are not in hand, which are told all the same: somebody may have said stop. */
  const strays = new Set<number>();
  const finished: number[] = [];
  const finish = (ids: readonly number[]) => void finished.push(...ids);
  const box = createCallMailbox(finish);
  const orphans = createOrphanCalls(api, callbacks, finish, strayKey);
  /** When what is just being told happened. */
  let at: number | undefined;
  const now = () => at ?? clock.now();
  const engineTime = (stored: number) => clock.now() - Math.max(0, Date.now() - stored);

  function strayKey({ id, at: stored, path, fields: { key = '' } }: Callback): void {
    const attemptId = callPathOf(path)?.attemptId;
    if (attemptId === undefined || strays.has(id)) return;
    strays.add(id);
    box.tell({ attemptId, at: engineTime(stored), kind: 'key', key });
    box.attach(attemptId, [id]);
  }

  function hearOne(callback: Callback): void {
    const { id, path, fields } = callback;
    const told = callPathOf(path);
    const call = told && calls.get(told.attemptId)?.call;
    if (!told || !call) {
      orphans.heard(callback);
      return;
    }
    const { attemptId, what, step, isAgent } = told;
    const { CallSid = '', CallStatus = '', SipResponseCode } = fields;
    lookUp.known(CallSid);
    at = engineTime(callback.at);
    const party = isAgent ? call.agent() : call;
    if (what === 'status') {
      party?.leg.adopt(CallSid);
      // Kept until the call is over: by it another engine finds the call.
      if (CallStatus === 'initiated') begun.set(attemptId, [...(begun.get(attemptId) ?? []), id]);
      else party?.stands(CallStatus, SipResponseCode);
    } else if (what === 'answer') party?.answered(CallSid);
    else if (what === 'played') party?.played(step);
    else if (what === 'hold') party?.waits(step);
    else if (!isAgent && what === 'amd') call.detected(fields.AnsweredBy ?? '');
    else if (!isAgent && what === 'key') call.pressed(fields.key ?? '', step);
    at = undefined;
    if (CallStatus !== 'initiated') box.attach(attemptId, [id]);
    else if (!calls.has(attemptId)) finish([id]);
  }

  async function hear(): Promise<void> {
    const ids = finished.slice();
    if (ids.length > 0) {
      await callbacks.done(ids);
      finished.splice(0, ids.length);
      for (const id of ids) {
        held.delete(id);
        strays.delete(id);
      }
    }
    for (const callback of await callbacks.take(mostAtOnce, [paths])) {
      // Told again, because what it led to goes on.
      if (held.has(callback.id)) continue;
      held.add(callback.id);
      hearOne(callback);
    }
  }

  async function takeLeft(wellSince: number): Promise<void> {
    if (performance.now() - wellSince < leftFor * 1_000) return;
    for (const callback of await callbacks.take(mostAtOnce, [callPaths], { leftFor })) {
      orphans.heard(callback);
    }
  }

  return {
    box,
    orphans,
    now,
    over(attemptId) {
      box.attach(attemptId, begun.get(attemptId) ?? []);
      begun.delete(attemptId);
    },
    hear,
    takeLeft,
    async close() {
      if (finished.length > 0) await callbacks.done(finished).catch(() => {});
    },
  };
}
