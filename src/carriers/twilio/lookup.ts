/**
 * Texts of which nobody knows whether Twilio took them are looked for in its list of messages, by
 * number, sender, time and words. What is found ends them as a receipt does; what is not found stays
 * unknown. This is for the lifetime of the process: later, Twilio's own status callback names the text.
 */
import type { TextEvent, TextRequest } from '../text-port.ts';
import type { TwilioApi } from './api.ts';
import { type Message, messagesOf, type Outcome, optedOutCode, outcomeOf } from './message.ts';
import { toTwilio } from './numbers.ts';

export interface LookUp {
  /** @param sentAt epoch milliseconds of real time, before it was sent */
  watch(text: TextRequest, sentAt: number): void;
  /** Something else has told what became of it. */
  forget(textId: string): void;
  /** Twilio's id of another text: it is not the one that is looked for. */
  taken(carrierRef: string): void;
  /** Asks for what is due. @param at of the engine's clock */
  ask(at: () => number): Promise<TextEvent[]>;
}

interface Doubt {
  text: TextRequest;
  sentAt: number;
  asked: number;
  found: string | undefined;
  due: number;
}

const second = 1_000;
const minute = 60 * second;
/** After the one before. One that was not found by the fourth look was never taken. */
const waits = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  30 * minute,
  120 * minute,
  360 * minute,
];
const looksForNothing = 4;
/** While Twilio does not answer; it is asked for a day. */
const whileAway = 30 * second;
const longest = 24 * 60 * minute;
/** Our clock and Twilio's differ, and a request may lie there for a while. */
const before = minute;
const after = 3 * minute;
const mostDoubts = 5_000;
const mostTaken = 20_000;

export function createLookUp(api: TwilioApi): LookUp {
  const doubts = new Map<string, Doubt>();
  const known = new Set<string>();

  function taken(carrierRef: string): void {
    known.add(carrierRef);
    for (const oldest of known) {
      if (known.size <= mostTaken) return;
      known.delete(oldest);
    }
  }

  async function lookFor(doubt: Doubt): Promise<Message | 'nothing' | 'no answer'> {
    const { text, sentAt } = doubt;
    const day = new Date(sentAt - 24 * 60 * minute).toISOString().slice(0, 10);
    const answer = await api.get('/Messages.json', {
      To: toTwilio(text.to),
      From: toTwilio(text.from),
      'DateSent>': day,
      PageSize: '100',
    });
    if (answer.kind !== 'answered' || answer.status !== 200) return 'no answer';
    const fitting = messagesOf(answer.body).filter(
      (message) =>
        message.outbound &&
        (message.sid === doubt.found || !known.has(message.sid)) &&
        message.body.trim() === text.body.trim() &&
        message.created >= sentAt - before &&
        message.created <= sentAt + after,
    );
    return fitting.sort((a, b) => a.created - b.created)[0] ?? 'nothing';
  }

  async function settle(doubt: Doubt, at: () => number): Promise<TextEvent | undefined> {
    const message = await lookFor(doubt);
    if (message === 'no answer' && Date.now() < doubt.sentAt + longest) {
      doubt.due = performance.now() + whileAway;
      return undefined;
    }
    doubt.asked += 1;
    if (typeof message === 'object') {
      doubt.found = message.sid;
      taken(message.sid);
      const outcome = outcomeOf(message.status, message.code);
      if (outcome) return receiptOf(doubt.text, message, { ...outcome, at: at() });
    }
    const wait = waits[doubt.asked];
    const hopeless = doubt.found === undefined && doubt.asked >= looksForNothing;
    if (wait === undefined || hopeless) doubts.delete(doubt.text.textId);
    else doubt.due = performance.now() + wait;
    return undefined;
  }

  return {
    watch(text, sentAt) {
      if (doubts.size >= mostDoubts) return;
      const due = performance.now() + (waits[0] ?? 0);
      doubts.set(text.textId, { text, sentAt, asked: 0, found: undefined, due });
    },
    forget: (textId) => void doubts.delete(textId),
    taken,
    async ask(at) {
      const due = [...doubts.values()].find((doubt) => doubt.due <= performance.now());
      // One at a time: texts that are to be sent go first.
      const event = due && (await settle(due, at));
      if (event?.kind !== 'receipt' || event.textId === undefined) return [];
      // A callback may have come while this was asked.
      return doubts.delete(event.textId) ? [event] : [];
    },
  };
}

function receiptOf(
  { textId, to, from }: TextRequest,
  { sid, code }: Message,
  rest: Outcome & { at: number },
): TextEvent {
  return {
    ...{ kind: 'receipt', carrierRef: sid, textId, phone: to, textingNumber: from, ...rest },
    ...(code === optedOutCode && { optedOut: true }),
  };
}
