/** Asks Twilio for the status of calls, and of agents' legs, that have had no webhook for a while. */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { TwilioApi } from './api.ts';
import type { TwilioCall } from './call.ts';
import type { AgentLeg } from './call-agent.ts';
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
  /** Asks for the call or agent's leg that has been quiet for longest; a leg without an id is not searched for. */
  ask(calls: Iterable<WatchedCall>, agents: Iterable<AgentLeg>): Promise<void>;
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
  const askAt = new WeakMap<TwilioCall | AgentLeg, number>();

  async function read(sid: string): Promise<CallResource | undefined> {
    const response = await api.get(`/Calls/${sid}.json`);
    return response.kind === 'responded' && response.status === 200
      ? callOf(response.body)[0]
      : undefined;
  }

  async function search(watched: WatchedCall): Promise<CallResource | undefined> {
    const { call, to, from, sentAt } = watched;
    const day = new Date(sentAt - 24 * 60 * minute).toISOString().slice(0, 10);
    const query = { To: toTwilio(to), From: toTwilio(from), 'StartTime>': day, PageSize: '100' };
    const response = await api.get('/Calls.json', query);
    if (response.kind !== 'responded' || response.status !== 200) {
      // While Twilio does not respond, its calls must not hold every turn and slot for good.
      if (Date.now() > sentAt + after) call.notFound();
      return undefined;
    }
    const fitting = callsOf(response.body).filter(
      (one) =>
        one.outbound &&
        !sids.has(one.sid) &&
        one.created >= sentAt - before &&
        one.created <= sentAt + after,
    );
    const [first] = fitting.sort((a, b) => a.created - b.created);
    if (!first) call.notFound();
    return first;
  }

  return {
    known(sid) {
      sids.add(sid);
      for (const oldest of sids) {
        if (sids.size <= mostKnown) return;
        sids.delete(oldest);
      }
    },
    async ask(calls, agents) {
      const now = performance.now();
      const searchFor = new Map<TwilioCall | AgentLeg, WatchedCall>();
      for (const one of calls) searchFor.set(one.call, one);
      const placed = [...agents].filter(({ leg }) => leg.sid() !== undefined);
      const quiet = [...searchFor.keys(), ...placed].filter(
        (party) => party.quietUntil() <= now && (askAt.get(party) ?? 0) <= now,
      );
      const [party] = quiet.sort((a, b) => a.quietUntil() - b.quietUntil());
      if (!party) return;
      const known = party.leg.sid();
      askAt.set(party, now + (known === undefined ? searchAgainAfter : recheckAfter));
      const wanted = searchFor.get(party);
      const found = known !== undefined ? await read(known) : wanted && (await search(wanted));
      // A webhook may have come meanwhile.
      if (found && party.leg.sid() === known) party.found(found);
    },
  };
}
