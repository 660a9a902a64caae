/**
 * Texts that may or may not have reached Twilio are searched for in its list of messages, by
 * number, sender, time and body. One that is found ends as by a receipt; one that is not stays
 * unknown. Lasts as long as the process: later, Twilio's own status callback names the text.
 */
import type { RealMs, SimMs } from '#domain/milliseconds.ts';
import type { TextEvent, TextRequest } from '../text-port.ts';
import type { TwilioApi } from './api.ts';
import { type Message, messagesOf, type Outcome, optedOutCode, outcomeOf } from './message.ts';
import { toTwilio } from './numbers.ts';

export interface LookUp {
  /** @param sentAt before it was sent */
  watch(text: TextRequest, sentAt: RealMs): void;
  /** Its result has come by other means. */
  forget(textId: string): void;
  /** Twilio's id of a known text: it cannot be one that is searched for. */
  taken(carrierRef: string): void;
  /** Searches for the one that is due. */
  ask(at: () => SimMs): Promise<TextEvent[]>;
}

interface Doubt {
  text: TextRequest;
  sentAt: RealMs;
  asked: number;
  found: string | undefined;
  due: number;
}

const second = 1_000;
const minute = 60 * second;
/** Before each search. A text that the fourth one does not find never reached Twilio. */
const waits = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  30 * minute,
  120 * minute,
  360 * minute,
];
const mostMisses = 4;
/** Between two tries while Twilio does not respond, for a day. */
const whileUnreachable = 30 * second;
const longest = 24 * 60 * minute;
/** Our clock and Twilio's differ, and a request may wait there for a while. */
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

  async function search(doubt: Doubt): Promise<Message | 'nothing' | 'no response'> {
    const { text, sentAt } = doubt;
    const day = new Date(sentAt - 24 * 60 * minute).toISOString().slice(0, 10);
    const response = await api.get('/Messages.json', {
      To: toTwilio(text.to),
      From: toTwilio(text.from),
      'DateSent>': day,
      PageSize: '100',
    });
    if (response.kind !== 'responded' || response.status !== 200) return 'no response';
    const fitting = messagesOf(response.body).filter(
      (message) =>
        message.outbound &&
        (message.sid === doubt.found || !known.has(message.sid)) &&
        message.body.trim() === text.body.trim() &&
        message.created >= sentAt - before &&
        message.created <= sentAt + after,
    );
    return fitting.sort((a, b) => a.created - b.created)[0] ?? 'nothing';
  }

  async function settle(doubt: Doubt, at: () => SimMs): Promise<TextEvent | undefined> {
    const message = await search(doubt);
    if (message === 'no response' && Date.now() < doubt.sentAt + longest) {
      doubt.due = performance.now() + whileUnreachable;
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
    const hopeless = doubt.found === undefined && doubt.asked >= mostMisses;
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
      // One at a time: sending texts goes first.
      const event = due && (await settle(due, at));
      if (event?.kind !== 'receipt' || event.textId === undefined) return [];
      // A callback may have come meanwhile.
      return doubts.delete(event.textId) ? [event] : [];
    },
  };
}

function receiptOf(
  { textId, to, from }: TextRequest,
  { sid, code }: Message,
  rest: Outcome & { at: SimMs },
): TextEvent {
  return {
    ...{ kind: 'receipt', carrierRef: sid, textId, phone: to, textingNumber: from, ...rest },
    ...(code === optedOutCode && { optedOut: true }),
  };
}
