/**
 * Events that no webhook brought: Twilio reports once, and while our address cannot be reached a
 * STOP or a receipt would be lost. So its list of messages is read, at the start and then now and
 * then, and emitted as if it had come by webhook. An event that comes twice counts once.
 */
import { earlier, later, type RealMs, realMs, type SimMs, soonest } from '#domain/milliseconds.ts';
import type { TextEvent } from '../text-port.ts';
import type { TwilioApi } from './api.ts';
import { inboundBody, type Message, messagesOf, optedOutCode, outcomeOf } from './message.ts';
import { fromTwilio } from './numbers.ts';
import { nextPageOf } from './pages.ts';

export interface CatchUp {
  /** Twilio accepted a text, whose receipt is still to come. */
  expect(sid: string): void;
  /** A webhook has reported this message. */
  received(sid: string): void;
  /** Events in the list that no webhook reported; some are missing when it is not `whole`. */
  read(at: (realTime: RealMs) => SimMs): Promise<{ events: TextEvent[]; whole: boolean }>;
}

const minute = 60_000;
/** How far back the first reading goes, and how much two readings overlap. */
const firstReach = realMs(48 * 60 * minute);
const overlap = realMs(15 * minute);
/**
 * Twilio writes whole seconds of its own clock: a receipt that seems older than its text would
 * never be matched to it.
 */
const slack = realMs(minute);
/** A webhook comes within this time; until then the list does not overtake it. */
const webhookPatience = realMs(minute);
const pageSize = '200';
const mostPages = 250;
const mostKnown = 20_000;

export function createCatchUp(api: TwilioApi): CatchUp {
  /** Texts of this process by their ids, with the instants at which they were accepted. */
  const expected = new Map<string, RealMs>();
  const known = new Map<string, RealMs>();
  /** Until the list was read whole once, texts of earlier processes are emitted too. */
  let isFirst = true;
  let since = earlier(realMs(Date.now()), firstReach);

  function isMissed(message: Message): boolean {
    if (known.has(message.sid)) return false;
    if (!message.outbound) return true;
    if (!outcomeOf(message.status, message.code)) return false;
    const taken = expected.get(message.sid);
    return taken === undefined ? isFirst : Date.now() - taken > webhookPatience;
  }

  async function readMessages(): Promise<{ messages: Message[]; whole: boolean }> {
    const messages: Message[] = [];
    const day = new Date(since).toISOString().slice(0, 10);
    let query: Record<string, string> | undefined = { 'DateSent>': day, PageSize: pageSize };
    for (let page = 0; query && page < mostPages; page += 1) {
      const response = await api.get('/Messages.json', query);
      if (response.kind !== 'responded' || response.status !== 200)
        return { messages, whole: false };
      const some = messagesOf(response.body);
      messages.push(...some.filter((one) => one.created >= since));
      // Newest first: after a page of old ones there is nothing new.
      const over = some.length === 0 || some.every((one) => one.created < since);
      query = over ? undefined : nextPageOf(response.body);
    }
    return { messages, whole: true };
  }

  return {
    expect: (sid) => remember(expected, sid),
    received(sid) {
      remember(known, sid);
      expected.delete(sid);
    },
    async read(at) {
      const began = realMs(Date.now());
      const { messages, whole } = await readMessages();
      // Newest first in whole seconds: reversing keeps STOP and START of one second in order.
      const oldestFirst = messages.filter(isMissed).reverse();
      const events = oldestFirst.flatMap((message) => eventsOf(message, at));
      if (whole) {
        since = earlier(began, overlap);
        isFirst = false;
      }
      return { events: events.sort((a, b) => a.at - b.at), whole };
    },
  };
}

function remember(sids: Map<string, RealMs>, sid: string): void {
  sids.set(sid, realMs(Date.now()));
  for (const oldest of sids.keys()) {
    if (sids.size <= mostKnown) return;
    sids.delete(oldest);
  }
}

function eventsOf(message: Message, at: (realTime: RealMs) => SimMs): TextEvent[] {
  const { sid, from, to, body, code, status, attachments } = message;
  if (!message.outbound) {
    return [
      {
        ...{ kind: 'inbound', carrierRef: sid, at: at(message.created), cameAt: message.created },
        before: at(realMs(Math.min(Date.now(), message.created + 999))),
        ...{ phone: fromTwilio(from), textingNumber: fromTwilio(to) },
        body: inboundBody(body, attachments),
      },
    ];
  }
  const outcome = outcomeOf(status, code);
  if (!outcome) return [];
  const happened = soonest(realMs(Date.now()), later(message.updated, slack));
  return [
    {
      ...{ kind: 'receipt', carrierRef: sid, at: at(happened), ...outcome, ofWhole: true },
      ...{ phone: fromTwilio(to), textingNumber: fromTwilio(from) },
      ...(code === optedOutCode && { optedOut: true }),
    },
  ];
}
