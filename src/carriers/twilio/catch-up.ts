/**
 * What Twilio told nobody: it tells once, and while our address could not be reached a STOP or a
 * receipt would be lost. So its list of messages is read, at the start and then now and then, and what
 * is in it is told as if it had come by webhook. What had come is told twice, which counts once.
 */
import type { TextEvent } from '../text-port.ts';
import type { TwilioApi } from './api.ts';
import { inboundBody, type Message, messagesOf, optedOutCode, outcomeOf } from './message.ts';
import { fromTwilio } from './numbers.ts';
import { nextPageOf } from './pages.ts';

export interface CatchUp {
  /** Twilio took a text, whose receipt is waited for. */
  expect(sid: string): void;
  /** A webhook has told of this message. */
  heard(sid: string): void;
  /** What the list holds that was not heard; less than all of it when it could not be read whole. */
  look(at: (realTime: number) => number): Promise<{ events: TextEvent[]; whole: boolean }>;
}

const minute = 60_000;
/** Real milliseconds: how far the first look goes back, and how much two looks overlap. */
const firstLook = 48 * 60 * minute;
const overlap = 15 * minute;
/**
 * Twilio writes whole seconds, by its own clock: a receipt that seems older than its text would never
 * find it.
 */
const slack = minute;
/** A webhook comes within this, and is not overtaken. */
const webhookPatience = minute;
const pageSize = '200';
const mostPages = 250;
const mostKnown = 20_000;

export function createCatchUp(api: TwilioApi): CatchUp {
  /** Texts of this life by their ids, with the instants at which they were taken. */
  const expected = new Map<string, number>();
  const known = new Map<string, number>();
  /** Of earlier lives everything is told, until that was done once. */
  let isFirst = true;
  let since = Date.now() - firstLook;

  function isNews(message: Message): boolean {
    if (known.has(message.sid)) return false;
    if (!message.outbound) return true;
    if (!outcomeOf(message.status, message.code)) return false;
    const taken = expected.get(message.sid);
    return taken === undefined ? isFirst : Date.now() - taken > webhookPatience;
  }

  async function read(): Promise<{ messages: Message[]; whole: boolean }> {
    const messages: Message[] = [];
    const day = new Date(since).toISOString().slice(0, 10);
    let query: Record<string, string> | undefined = { 'DateSent>': day, PageSize: pageSize };
    for (let page = 0; query && page < mostPages; page += 1) {
      const answer = await api.get('/Messages.json', query);
      if (answer.kind !== 'answered' || answer.status !== 200) return { messages, whole: false };
      const some = messagesOf(answer.body);
      messages.push(...some.filter((one) => one.created >= since));
      // Newest first: behind a page of old ones there is nothing new.
      const over = some.length === 0 || some.every((one) => one.created < since);
      query = over ? undefined : nextPageOf(answer.body);
    }
    return { messages, whole: true };
  }

  return {
    expect: (sid) => remember(expected, sid),
    heard(sid) {
      remember(known, sid);
      expected.delete(sid);
    },
    async look(at) {
      const began = Date.now();
      const { messages, whole } = await read();
      // The list has the newest first, and whole seconds: STOP and START of one second keep their order.
      const oldestFirst = messages.filter(isNews).reverse();
      const events = oldestFirst.flatMap((message) => eventsOf(message, at));
      if (whole) {
        since = began - overlap;
        isFirst = false;
      }
      return { events: events.sort((a, b) => a.at - b.at), whole };
    },
  };
}

function remember(sids: Map<string, number>, sid: string): void {
  sids.set(sid, Date.now());
  for (const oldest of sids.keys()) {
    if (sids.size <= mostKnown) return;
    sids.delete(oldest);
  }
}

function eventsOf(message: Message, at: (realTime: number) => number): TextEvent[] {
  const { sid, from, to, body, code, status, attachments } = message;
  if (!message.outbound) {
    return [
      {
        ...{ kind: 'inbound', carrierRef: sid, at: at(message.created) },
        before: at(Math.min(Date.now(), message.created + 999)),
        ...{ phone: fromTwilio(from), textingNumber: fromTwilio(to) },
        body: inboundBody(body, attachments),
      },
    ];
  }
  const outcome = outcomeOf(status, code);
  if (!outcome) return [];
  const happened = Math.min(Date.now(), message.updated + slack);
  return [
    {
      ...{ kind: 'receipt', carrierRef: sid, at: at(happened), ...outcome },
      ...{ phone: fromTwilio(to), textingNumber: fromTwilio(from) },
      ...(code === optedOutCode && { optedOut: true }),
    },
  ];
}
