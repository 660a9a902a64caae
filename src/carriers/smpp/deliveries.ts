/**
 * What the SMSC delivers: receipts and inbound texts. Each gets its response after the engine has
 * committed its effects; until then the SMSC keeps it. Beyond a fixed number they are deferred.
 */

import { createHash } from 'node:crypto';
import type { RealMs, SimMs } from '#domain/milliseconds.ts';
import type { CarrierLog } from '../kind.ts';
import { createNews } from '../news.ts';
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
  joinMs: RealMs;
  clock: { now(): SimMs };
  log: CarrierLog;
  sent: SentTexts;
  identities: InboundIdentities;
}

/** A deliver_sm or data_sm without a response yet. */
interface Pending {
  session: Session;
  delivery: Delivery;
  of: 'receipts' | 'texts';
}

interface Reported {
  deliveries: Pending[];
  /** Ids of inbound texts, by which a redelivery is recognized. */
  ids: string[];
}

type Receipt = TextEvent & { kind: 'receipt' };

/** The most pending receipts, and the most pending texts; the SMSC redelivers the rest later. */
export const mostPending = 1_000;

export class Deliveries {
  readonly #options: Options;
  readonly #long: LongInbound<Pending>;
  /** Not reported yet: the text of a receipt is looked up at the report, and known by then. */
  #receipts: { pending: Pending; said: ReceiptSaid; at: SimMs }[] = [];
  /** Reported and not acknowledged yet. */
  readonly #reported = new Map<TextEvent, Reported>();
  readonly #news = createNews<TextEvent>();
  readonly #inboundById = new Map<string, Reported>();
  /** Counted apart, so that a STOP is accepted however many receipts are pending. */
  readonly #pending = { receipts: 0, texts: 0 };

  constructor(options: Options) {
    this.#options = options;
    this.#long = createLongInbound<Pending>(options.joinMs);
  }

  receive(session: Session, delivery: Delivery): void {
    const { message } = delivery;
    const of = isReceipt(message) ? 'receipts' : 'texts';
    if (this.#pending[of] >= mostPending) {
      session.respond(delivery, status.receiverBusy);
      return;
    }
    this.#pending[of] += 1;
    const one: Pending = { session, delivery, of };
    const { gsm7 } = this.#options.settings;
    if (of === 'receipts') this.#receiveReceipt(one, wordsOf(message, gsm7).text);
    else this.#receiveInbound(one);
  }

  events(reader?: object): TextEvent[] {
    for (const one of this.#receipts) this.#emitReceipt(one);
    this.#receipts = [];
    for (const one of this.#long.late()) this.#emitInbound(one);
    return this.#news.events(reader);
  }

  tellAgain(events: readonly TextEvent[]): void {
    this.#news.tellAgain(events);
  }

  acknowledge(events: readonly TextEvent[]): void {
    for (const event of events) {
      const one = this.#reported.get(event);
      if (!one) continue;
      this.#reported.delete(event);
      this.#news.end(event);
      // Recorded before the response: if killed in between, the redelivered text is recognized.
      for (const id of one.ids) {
        this.#inboundById.delete(id);
        this.#options.identities.responded(id);
      }
      for (const each of one.deliveries) this.#respond(each);
    }
  }

  #respond(one: Pending): void {
    this.#pending[one.of] -= 1;
    one.session.respond(one.delivery, status.ok);
  }

  #receiveReceipt(one: Pending, text: string): void {
    const { settings, clock, log } = this.#options;
    const { message } = one.delivery;
    const said = readReceipt(message, text, settings);
    if (!said) log.warn({ text: text.slice(0, 200) }, 'receipt without a message id');
    // An intermediate state settles nothing.
    if (said?.outcome) this.#receipts.push({ pending: one, said, at: clock.now() });
    else this.#respond(one);
  }

  #receiveInbound(one: Pending): void {
    const { settings, clock, identities } = this.#options;
    const { message } = one.delivery;
    const { text, position } = wordsOf(message, settings.gsm7);
    const phone = phoneOf(message.source);
    const textingNumber = phoneOf(message.destination);
    const id = identities.identify(`${phone} ${textingNumber}`, printOf(message), one.session);
    const known = this.#inboundById.get(id);
    const mayBeNew = identities.mayBeNew(id);
    const of = { id, phone, textingNumber, at: clock.now(), text, mayBeNew };
    if (known) known.deliveries.push(one);
    else if (!position) this.#emitInbound({ ...of, deliveries: [one], ids: [id] });
    else {
      const whole = this.#long.add({ ...of, position, delivery: one });
      if (whole) this.#emitInbound(whole);
    }
  }

  #emitInbound(joined: JoinedText<Pending>) {
    const { id, phone, textingNumber, at, text, deliveries, ids, mayBeNew } = joined;
    const cameAt = this.#options.identities.receivedAt(id);
    const event = {
      kind: 'inbound',
      carrierRef: id,
      phone,
      textingNumber,
      at,
      body: text,
      ...(mayBeNew && { mayBeNew }),
      ...(cameAt !== undefined && { cameAt }),
    } as const;
    const one = { deliveries, ids };
    this.#report(event, one);
    for (const each of ids) this.#inboundById.set(each, one);
  }

  #emitReceipt({ pending, said, at }: { pending: Pending; said: ReceiptSaid; at: SimMs }): void {
    const event = receiptEvent(pending.delivery.message, said, at, this.#options.sent);
    if (event) this.#report(event, { deliveries: [pending], ids: [] });
    else this.#respond(pending);
  }

  #report(event: TextEvent, reported: Reported): void {
    this.#reported.set(event, reported);
    this.#news.tell(event);
  }
}

/** Undefined when the receipt settles nothing: a part of a text whose other parts are in doubt. */
function receiptEvent(
  message: Message,
  said: ReceiptSaid,
  at: SimMs,
  sent: SentTexts,
): Receipt | undefined {
  const { outcome = 'failed', note, canceled } = said;
  const person = phoneOf(message.source);
  const number = phoneOf(message.destination);
  // An SMSC that restarts its counter reuses ids, so a text to another number is not the one meant.
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
    // A receipt for one part does not settle the text.
    ...(known && known.as !== 'part' && { textId: known.textId }),
  };
}

/** Some SMSCs write something other than the person's number into receipts; it is ignored. */
const isNumber = /^1\d{10}$/;

function referenceOf({ tlvs }: Message): number | undefined {
  const value = tlvs.get(tag.userMessageReference);
  return value?.length === 2 ? value.readUInt16BE(0) : undefined;
}

/** A hash of all that the SMSC sent, including fields that only some send, such as an id. */
function printOf(message: Message): string {
  const hash = createHash('sha256');
  const { source, destination, esmClass, dataCoding, shortMessage, tlvs } = message;
  hash.update(`${source.digits} ${destination.digits} ${esmClass} ${dataCoding} `);
  hash.update(shortMessage);
  for (const [id, value] of tlvs) hash.update(`${id}:`).update(value);
  return hash.digest('hex').slice(0, 24);
}
