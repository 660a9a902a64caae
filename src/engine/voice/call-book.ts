/**
 * The calls in progress of one campaign, and the results that wait for their commit. An event is
 * acknowledged to the carrier only when what it led to is committed (promise 3).
 */
import { asClient } from '#db/database.ts';
import { barWaiting } from '#db/queries/do-not-call-import.ts';
import type { Lease } from '#db/queries/lease.ts';
import { optOut } from '#db/queries/opt-out.ts';
import { type EndedCall, recordResults, resultBatch } from '#db/queries/record.ts';
import type { CallEvent, VoiceCarrier } from '../../carriers/port.ts';
import type { RunnerDeps } from '../deps.ts';
import { type Call, follow, optedOutPrompt } from './call.ts';

export interface CallBook {
  has(attemptId: string): boolean;
  add(call: Call): void;
  /** Reacts to an event of one of these calls. Answers whether the call goes on by it. */
  follow(event: CallEvent): boolean;
  /** The call is over without an event: the carrier did not take it. */
  end(call: Call, ended: EndedCall): void;
  /** Commits results and opt-outs. On an error they wait for the next time. */
  record(): Promise<void>;
  /** Calls in progress, and ended ones whose result is not committed. */
  size(): number;
  /** Drops what is in progress, at a shutdown. */
  forget(): void;
}

interface Result {
  call: Call;
  ended: EndedCall;
  event?: CallEvent;
}

export function createCallBook(
  deps: RunnerDeps,
  lease: Lease,
  carrier: VoiceCarrier | undefined,
): CallBook {
  const { db, vault, metrics } = deps;
  const { clientId } = lease;
  const calls = new Map<string, Call>();
  const results: Result[] = [];
  const optOuts: { call: Call; event: CallEvent }[] = [];
  /** Ended events are told again until they are acknowledged. */
  const noted = new WeakSet<CallEvent>();

  async function storeOptOuts(): Promise<void> {
    for (let next = optOuts[0]; next !== undefined; next = optOuts[0]) {
      const { call, event } = next;
      await asClient(db, clientId, (tx) => optOut(tx, clientId, call.phone, 'key'));
      // A list that became Loaded meanwhile escaped that look; the person hears «stored» after this.
      await asClient(db, clientId, (tx) => barWaiting(tx, clientId, [call.phone]));
      optOuts.shift();
      carrier?.play(call.attemptId, optedOutPrompt, event.at);
      carrier?.acknowledge([event]);
    }
  }

  async function storeResults(): Promise<void> {
    while (results.length > 0) {
      const some = results.slice(0, resultBatch);
      for (const { call } of some) await deps.ensureMonth(call.attemptedAt);
      const ended = some.map((result) => result.ended);
      await asClient(db, clientId, (tx) => recordResults(tx, vault, clientId, ended));
      results.splice(0, some.length);
      carrier?.acknowledge(some.flatMap(({ event }) => event ?? []));
      for (const { call, ended } of some) {
        calls.delete(call.attemptId);
        deps.inProgress.delete(call.attemptId);
        metrics.results.add({ result: ended.result });
      }
    }
  }

  const book: CallBook = {
    has: (attemptId) => calls.has(attemptId),
    add(call) {
      calls.set(call.attemptId, call);
      deps.inProgress.set(call.attemptId, book);
    },
    follow(event) {
      const call = calls.get(event.attemptId);
      if (!call || noted.has(event)) return false;
      noted.add(event);
      const action = follow(call, event);
      if (action.kind === 'end') results.push({ call, ended: action.ended, event });
      else if (action.kind === 'opt_out') optOuts.push({ call, event });
      else {
        if (action.kind === 'play') carrier?.play(call.attemptId, action.sound, event.at);
        if (action.kind === 'hang_up') carrier?.hangUp(call.attemptId, event.at);
        carrier?.acknowledge([event]);
        return true;
      }
      return false;
    },
    end(call, ended) {
      results.push({ call, ended });
    },
    async record() {
      await storeOptOuts();
      await storeResults();
    },
    size: () => calls.size,
    forget() {
      for (const attemptId of calls.keys()) deps.inProgress.delete(attemptId);
      calls.clear();
    },
  };
  return book;
}
