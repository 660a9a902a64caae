/**
 * What the SMSC tells: receipts and inbound texts. Each is answered after the engine has committed
 * what it led to; until then the SMSC keeps it. More than a bounded number are sent back for later.
 */
import { createHash } from 'node:crypto';
import type { CarrierLog } from '../kind.ts';
import type { TextEvent } from '../text-port.ts';
import { createLongInbound, type JoinedText, type LongInbound } from './long-inbound.ts';
import { phoneOf } from './numbers.ts';
import { type Message, tag } from './pdu.ts';
import { isReceipt, type ReceiptSaid, readReceipt } from './receipt.ts';
import type { InboundIdentities } from './redelivery.ts';
import type { SentText, SentTexts } from './sent-texts.ts';
import type { Delivery, Session } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { status } from './status.ts';
import { wordsOf } from './words.ts';

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
  of: 'receipts' | 'texts';
}

interface Told {
  answers: Answer[];
  /** Inbound texts by which an SMSC's repetition is known. */
  ids: string[];
}

type Receipt = TextEvent & { kind: 'receipt' };

/** Receipts that are not answered, and as many texts; what comes beyond is told again by the SMSC. */
export const mostUnanswered = 1_000;

export class Deliveries {
  readonly #options: Options;
  readonly #long: LongInbound<Answer>;
  /** Not told yet: which text a receipt is about is looked up when it is told, and known by then. */
  #receipts: { answer: Answer; said: ReceiptSaid; at: number }[] = [];
  /** Told, and not acknowledged yet. */
  readonly #told = new Map<TextEvent, Told>();
  readonly #inboundById = new Map<string, Told>();
  /** Apart, so that a STOP is taken however many receipts wait. */
  readonly #unanswered = { receipts: 0, texts: 0 };

  constructor(options: Options) {
    this.#options = options;
    this.#long = createLongInbound<Answer>(options.joinMs);
  }

  take(session: Session, delivery: Delivery): void {
    const { message } = delivery;
    const of = isReceipt(message) ? 'receipts' : 'texts';
    if (this.#unanswered[of] >= mostUnanswered) {
      session.answer(delivery, status.receiverBusy);
      return;
    }
    this.#unanswered[of] += 1;
    const one: Answer = { session, delivery, of };
    const { gsm7 } = this.#options.settings;
    if (of === 'receipts') this.#takeReceipt(one, wordsOf(message, gsm7).text);
    else this.#takeInbound(one);
  }

  events(): TextEvent[] {
    for (const one of this.#receipts) this.#tellReceipt(one);
    this.#receipts = [];
    for (const one of this.#long.late()) this.#tell(one);
    return [...this.#told.keys()];
  }

  acknowledge(events: readonly TextEvent[]): void {
    for (const event of events) {
      const one = this.#told.get(event);
      if (!one) continue;
      this.#told.delete(event);
      // First kept, then answered: killed in between, the text is told again and known.
      for (const id of one.ids) {
        this.#inboundById.delete(id);
        this.#options.identities.answered(id);
      }
      for (const each of one.answers) this.#answer(each);
    }
  }

  #answer(one: Answer): void {
    this.#unanswered[one.of] -= 1;
    one.session.answer(one.delivery, status.ok);
  }

  #takeReceipt(one: Answer, text: string): void {
    const { settings, clock, log } = this.#options;
    const { message } = one.delivery;
    const said = readReceipt(message, text, settings);
    if (!said) log.warn({ text: text.slice(0, 200) }, 'a receipt names no text');
    // Nothing is settled by "on its way".
    if (said?.outcome) this.#receipts.push({ answer: one, said, at: clock.now() });
    else this.#answer(one);
  }

  #takeInbound(one: Answer): void {
    const { settings, clock, identities } = this.#options;
    const { message } = one.delivery;
    const { text, place } = wordsOf(message, settings.gsm7);
    const phone = phoneOf(message.source);
    const textingNumber = phoneOf(message.destination);
    const id = identities.identify(`${phone} ${textingNumber}`, printOf(message), one.session);
    const known = this.#inboundById.get(id);
    const of = { id, phone, textingNumber, at: clock.now(), text };
    if (known) known.answers.push(one);
    else if (!place) this.#tell({ ...of, answers: [one], ids: [id] });
    else {
      const whole = this.#long.add({ ...of, place, answer: one });
      if (whole) this.#tell(whole);
    }
  }

  #tell({ id, phone, textingNumber, at, text, answers, ids }: JoinedText<Answer>): void {
    const event = {
      kind: 'inbound',
      carrierRef: id,
      phone,
      textingNumber,
      at,
      body: text,
    } as const;
    const one = { answers, ids };
    this.#told.set(event, one);
    for (const each of ids) this.#inboundById.set(each, one);
  }

  #tellReceipt({ answer, said, at }: { answer: Answer; said: ReceiptSaid; at: number }): void {
    const event = receiptEvent(answer.delivery.message, said, at, this.#options.sent);
    if (event) this.#told.set(event, { answers: [answer], ids: [] });
    else this.#answer(answer);
  }
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
