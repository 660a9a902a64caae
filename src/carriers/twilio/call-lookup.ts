/** Asks Twilio for the status of calls that have had no webhook for a while. */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { TwilioApi } from './api.ts';
import type { TwilioCall } from './call.ts';
import { type CallResource, callOf, callsOf } from './call-status.ts';
import { toTwilio } from './numbers.ts';

export interface WatchedCall {
  call: TwilioCall;
  to: string;
  from: string;
  /** Before it was submitted. */
  sentAt: RealMs;
}

export interface CallLookUp {
  /** Twilio's id of a known call: it cannot be one that is searched for. */
  known(sid: string): void;
  /** Asks for the call that has been quiet for longest. */
  ask(calls: Iterable<WatchedCall>): Promise<void>;
}

const minute = 60_000;
/** Between two requests for one call, and between two searches for one call. */
const recheckAfter = realMs(4_000);
const searchAgainAfter = realMs(15_000);
/** Our clock and Twilio's differ, and a request may wait there for a while. */
const before = minute;
const after = 3 * minute;
const mostKnown = 20_000;

export function createCallLookUp(api: TwilioApi): CallLookUp {
  const sids = new Set<string>();
  const askAt = new WeakMap<TwilioCall, number>();

  async function find({ call, to, from, sentAt }: WatchedCall): Promise<CallResource | undefined> {
    const sid = call.leg.sid();
    if (sid !== undefined) {
      const response = await api.get(`/Calls/${sid}.json`);
      return response.kind === 'responded' && response.status === 200
        ? callOf(response.body)[0]
        : undefined;
    }
    const day = new Date(sentAt - 24 * 60 * minute).toISOString().slice(0, 10);
    const query = { To: toTwilio(to), From: toTwilio(from), 'StartTime>': day, PageSize: '100' };
    const response = await api.get('/Calls.json', query);
    if (response.kind !== 'responded' || response.status !== 200) return undefined;
    const fitting = callsOf(response.body).filter(
      (one) =>
        one.outbound &&
        !sids.has(one.sid) &&
        one.created >= sentAt - before &&
        one.created <= sentAt + after,
    );
    return fitting.sort((a, b) => a.created - b.created)[0];
  }

  return {
    known(sid) {
      sids.add(sid);
      for (const oldest of sids) {
        if (sids.size <= mostKnown) return;
        sids.delete(oldest);
      }
    },
    async ask(calls) {
      const now = performance.now();
      const quiet = [...calls].filter(
        ({ call }) => call.quietUntil() <= now && (askAt.get(call) ?? 0) <= now,
      );
      const [one] = quiet.sort((a, b) => a.call.quietUntil() - b.call.quietUntil());
      if (!one) return;
      const known = one.call.leg.sid();
      askAt.set(one.call, now + (known === undefined ? searchAgainAfter : recheckAfter));
      const found = await find(one);
      // A webhook may have come meanwhile.
      if (found && one.call.leg.sid() === known) one.call.found(found);
    },
  };
}
