/**
 * Twilio's own lists of submitted calls and texts. They lack the webhook address, and so the
 * attempt: only the number is known.
 */
import { atRealSpeed, type SimMs } from '#domain/milliseconds.ts';
import type { CarrierRecord } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import { type CallResource, callsOf } from './call-status.ts';
import { type Message, messagesOf } from './message.ts';
import { fromTwilio } from './numbers.ts';
import { pagesOf } from './pages.ts';

/** Twilio returns up to 1,000; with long texts those would exceed what we read of one response. */
const PageSize = '500';
/** Carillon replies to a text within five minutes or not at all; times are whole seconds. */
const repliesWithin = 6 * 60_000;

/** @throws Error with a sentence, when a list cannot be read to its end */
export async function* recordsOf(api: TwilioApi, since: SimMs): AsyncGenerator<CarrierRecord> {
  yield* callRecords(api, since);
  yield* textRecords(api, since);
}

/** Twilio compares whole days, in UTC. */
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

async function* callRecords(api: TwilioApi, since: SimMs): AsyncGenerator<CarrierRecord> {
  const seen = new Set<string>();
  // A call that waits in Twilio's queue has no start time.
  const lists: Record<string, string>[] = [{ 'StartTime>': dayOf(since) }, { Status: 'queued' }];
  for (const list of lists) {
    for await (const body of pagesOf(api, '/Calls.json', { ...list, PageSize })) {
      const fresh = callsOf(body).filter(
        ({ sid, outbound, created }) => outbound && created >= since && !seen.has(sid),
      );
      for (const call of fresh) {
        seen.add(call.sid);
        yield recordOfCall(call);
      }
    }
  }
}

const recordOfCall = ({ to, created }: CallResource): CarrierRecord => ({
  ...{ channel: 'voice', to: fromTwilio(to), at: atRealSpeed(created) },
});

async function* textRecords(api: TwilioApi, since: SimMs): AsyncGenerator<CarrierRecord> {
  const messages = new Map<string, Pick<Message, 'outbound' | 'to' | 'from' | 'created'>>();
  const keep = (body: Record<string, unknown>) => {
    const all = messagesOf(body);
    for (const { sid, outbound, to, from, created, status } of all) {
      // A canceled text reached nobody.
      if (created < since || status === 'canceled') continue;
      messages.set(sid, { outbound, to, from, created });
    }
    return all;
  };
  const query = { 'DateSent>': dayOf(since), PageSize };
  for await (const body of pagesOf(api, '/Messages.json', query)) keep(body);
  // A text that waits in Twilio's queue has no date sent yet. This list is newest first.
  for await (const body of pagesOf(api, '/Messages.json', { PageSize })) {
    const some = keep(body);
    if (some.every(({ created }) => created < since)) break;
  }
  const all = [...messages.values()];
  const inbound = all.filter(({ outbound }) => !outbound);
  const askedAt = Map.groupBy(inbound, ({ from, to }) => `${to} ${from}`);
  for (const { to, from, created } of all.filter(({ outbound }) => outbound)) {
    const mayBeAutoReply = (askedAt.get(`${from} ${to}`) ?? []).some(
      (one) => one.created <= created && created - one.created <= repliesWithin,
    );
    yield {
      ...{ channel: 'text', to: fromTwilio(to), at: atRealSpeed(created) },
      ...(mayBeAutoReply && { mayBeAutoReply }),
    };
  }
}
