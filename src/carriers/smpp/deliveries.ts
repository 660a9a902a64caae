/**
 * What the SMSC tells: receipts and inbound texts. Each is answered after the engine has committed
 * what it led to; until then the SMSC keeps it. More than a bounded number are sent back for later.
 */
import { createHash } from 'node:crypto';
import type { CarrierLog } from '../kind.ts';
import type { TextEvent } from '../text-port.ts';
import { createLongInbound, type JoinedText } from './long-inbound.ts';
import { phoneOf } from './numbers.ts';
import { type Message, tag } from './pdu.ts';
import { isReceipt, type ReceiptSaid, readReceipt } from './receipt.ts';
import type { InboundIdentities } from './redelivery.ts';
import type { SentText, SentTexts } from './sent-texts.ts';
import type { Delivery, Session } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { status } from './status.ts';
import { wordsOf } from './words.ts';

export interface Deliveries {
  take(session: Session, delivery: Delivery): void;
  events(): TextEvent[];
  acknowledge(events: readonly TextEvent[]): void;
}

interface Options {
  settings: SmppSettings;
  joinMs: number;
  clock: { now(): number };
  log: CarrierLog;
  sent: SentTexts;
  identities: InboundIdentities;
}

interface Answer {
  session: Session;
  delivery: Delivery;
}

interface Told {
  answers: Answer[];
  /** Inbound texts by which an SMSC's repetition is known. */
  ids: string[];
}

type Receipt = TextEvent & { kind: 'receipt' };

/** Receipts and texts that are not answered; what comes beyond is told again by the SMSC. */
export const mostUnanswered = 1_000;

export function createDeliveries(options: Options): Deliveries {
  const { settings, clock, log, sent, identities } = options;
  const long = createLongInbound<Answer>(options.joinMs);
  /** Not told yet: which text a receipt is about is looked up when it is told, and known by then. */
  let receipts: { answer: Answer; said: ReceiptSaid; at: number }[] = [];
  const told = new Map<TextEvent, Told>();
  const inboundById = new Map<string, Told>();
  let unanswered = 0;

  function answer(one: Answer): void {
    unanswered -= 1;
    one.session.answer(one.delivery, status.ok);
  }

  function takeReceipt(one: Answer, text: string): void {
    const { message } = one.delivery;
    const said = readReceipt(message, text, settings);
    if (!said) log.warn({ text: text.slice(0, 200) }, 'a receipt names no text');
    // Nothing is settled by «on its way».
    if (said?.outcome) receipts.push({ answer: one, said, at: clock.now() });
    else answer(one);
  }

  function takeInbound(one: Answer): void {
    const { message } = one.delivery;
    const { text, place } = wordsOf(message, settings.gsm7);
    const phone = phoneOf(message.source);
    const textingNumber = phoneOf(message.destination);
    const id = identities.identify(`${phone} ${textingNumber}`, printOf(message), one.session);
    const known = inboundById.get(id);
    const of = { id, phone, textingNumber, at: clock.now(), text };
    if (known) known.answers.push(one);
    else if (!place) tell({ ...of, answers: [one], ids: [id] });
    else {
      const whole = long.add({ ...of, place, answer: one });
      if (whole) tell(whole);
    }
  }

  function tell({ id, phone, textingNumber, at, text, answers, ids }: JoinedText<Answer>): void {
    const event = {
      kind: 'inbound',
      carrierRef: id,
      phone,
      textingNumber,
      at,
      body: text,
    } as const;
    const one = { answers, ids };
    told.set(event, one);
    for (const each of ids) inboundById.set(each, one);
  }

  function tellReceipt({ answer: one, said, at }: (typeof receipts)[number]): void {
    const event = receiptEvent(one.delivery.message, said, at, sent);
    if (event) told.set(event, { answers: [one], ids: [] });
    else answer(one);
  }

  return {
    take(session, delivery) {
      if (unanswered >= mostUnanswered) {
        session.answer(delivery, status.receiverBusy);
        return;
      }
      unanswered += 1;
      const one = { session, delivery };
      const { message } = delivery;
      if (isReceipt(message)) takeReceipt(one, wordsOf(message, settings.gsm7).text);
      else takeInbound(one);
    },
    events() {
      for (const one of receipts) tellReceipt(one);
      receipts = [];
      for (const one of long.late()) tell(one);
      return [...told.keys()];
    },
    acknowledge(events) {
      for (const event of events) {
        const one = told.get(event);
        if (!one) continue;
        told.delete(event);
        // First kept, then answered: killed in between, the text is told again and known.
        for (const id of one.ids) {
          inboundById.delete(id);
          identities.answered(id);
        }
        for (const each of one.answers) answer(each);
      }
    },
  };
}

/** Undefined when the receipt settles nothing: one part of a text that is not known whole was delivered. */
function receiptEvent(
  message: Message,
  said: ReceiptSaid,
  at: number,
  sent: SentTexts,
): Receipt | undefined {
  const { outcome = 'failed', note, canceled } = said;
  const person = phoneOf(message.source);
  const number = phoneOf(message.destination);
  // An SMSC that counts anew gives ids again: the id of a text to somebody else is not meant.
  const byRef = (id: string) => {
    const text = sent.byRef(id);
    return text?.phone === person || !isNumber.test(person) ? text : undefined;
  };
  const ref = said.ids.find(byRef) ?? said.ids[0] ?? '';
  const known: SentText | undefined =
    byRef(ref) ?? sent.inDoubt(person, number, referenceOf(message));
  if (known?.as === 'piece' && outcome === 'delivered') return undefined;
  const { phone, textingNumber } = known ?? { phone: person, textingNumber: number };
  return {
    ...{ kind: 'receipt', carrierRef: ref, phone, textingNumber, at, outcome, note },
    ...(canceled && { canceled }),
    // A part's receipt is not the text's.
    ...(known && known.as !== 'part' && { textId: known.textId }),
  };
}

/** Some SMSCs write another address than the person's into receipts, which says nothing. */
const isNumber = /^1\d{10}$/;

function referenceOf({ tlvs }: Message): number | undefined {
  const value = tlvs.get(tag.userMessageReference);
  return value?.length === 2 ? value.readUInt16BE(0) : undefined;
}

/** All that the SMSC sent of it, also what only some SMSCs send, such as an id or a time of its own. */
function printOf(message: Message): string {
  const hash = createHash('sha256');
  const { source, destination, esmClass, dataCoding, shortMessage, tlvs } = message;
  hash.update(`${source.digits} ${destination.digits} ${esmClass} ${dataCoding} `);
  hash.update(shortMessage);
  for (const [id, value] of tlvs) hash.update(`${id}:`).update(value);
  return hash.digest('hex').slice(0, 24);
}
