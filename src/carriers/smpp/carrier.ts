/** A text route over SMPP 3.4: one or more sessions with an SMSC act as one text carrier. */

import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import type { CarrierDetail, SessionDetail } from '#contract/carrier-detail.ts';
import { loggedCarrierDetail } from '#domain/carrier-words/detail-sentences.ts';
import { statusText } from '#domain/carrier-words/smpp.ts';
import { elapsed, later, realMs, type SimMs } from '#domain/milliseconds.ts';
import type { CarrierSurroundings, OpenCarrier } from '../kind.ts';
import type { TextCarrier, TextRequest } from '../text-port.ts';
import { cancelAt } from './cancel.ts';
import { Deliveries } from './deliveries.ts';
import { type Link, openLink } from './link.ts';
import { addressOf } from './numbers.ts';
import { createPace, type Pace } from './pace.ts';
import { partsOf } from './parts.ts';
import { encodeMessage, tag } from './pdu.ts';
import { commonId } from './receipt.ts';
import { InboundIdentities } from './redelivery.ts';
import { createSentTexts } from './sent-texts.ts';
import type { Delivery, Session } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { Submitter } from './submitter.ts';
import { type Timing, timingOf } from './timing.ts';
import { leastValidity, relativeValidity } from './validity.ts';
import { createWrittenIds } from './written-ids.ts';

type Around = Pick<
  CarrierSurroundings,
  'name' | 'clock' | 'log' | 'randomOf' | 'dataFolder' | 'engineName'
>;

/** Between two log lines about a throttling carrier. */
const throttledEvery = realMs(60_000);

export function openSmpp(
  settings: SmppSettings,
  around: Around,
  timing: Timing = timingOf(settings),
): OpenCarrier & { text: TextCarrier } {
  const { name, clock, log, randomOf, dataFolder, engineName } = around;
  const random = randomOf(`smpp/${name}`);
  const sent = createSentTexts();
  const identities = new InboundIdentities(
    // One file per engine: a text that another engine received is not ours to respond to.
    join(dataFolder, `smpp-${name}-${engineName}-inbound.jsonl`),
    () => realMs(Date.now()),
    (err) => log.error({ err, carrier: name }, 'could not store unacknowledged inbound texts'),
  );
  const { joinMs } = timing;
  const deliveries = new Deliveries({ settings, joinMs, clock, log, sent, identities });
  const pace = createPace(settings.perSecond);
  const writtenIds = createWrittenIds();
  const submitter = new Submitter({
    timing,
    pace,
    sessions: () => links.map((link) => link.session()),
    encode: (text) => bodiesOf(text, settings, () => clock.now()),
    msLeft: ({ until }) => elapsed(later(clock.now(), leastValidity), until),
    idOf: (id) => writtenIds.note(commonId(id, settings.responseIds), id),
    throttled: throttleLog(log, name, pace),
  });
  const events = {
    bound() {
      log.info({ carrier: name }, 'bound to text carrier');
      submitter.pump();
    },
    ended(end: SessionDetail, isNew: boolean) {
      const reason = loggedCarrierDetail(end);
      // Logged once per disconnection, not at each attempt to bind.
      if (isNew) log.warn({ carrier: name, reason }, 'text carrier disconnected');
      submitter.pump();
    },
    delivery: (session: Session, delivery: Delivery) => deliveries.receive(session, delivery),
  };
  const links: Link[] = [];
  for (let n = 0; n < settings.connections; n += 1) {
    links.push(openLink(settings, timing, random, events));
  }

  async function close(): Promise<void> {
    submitter.close();
    await Promise.all(links.map((link) => link.close()));
  }

  const text: TextCarrier = {
    name,
    connected: () => boundOf(links) > 0,
    room: (sender, wanted) => submitter.room(sender, wanted),
    async submit(texts, mayWrite) {
      const noted = sent.begin(texts);
      try {
        const submitted = await submitter.submit(texts, mayWrite);
        return submitted.map((one, index) => {
          const request = texts[index];
          if (request) sent.note(request, referenceOf(request.textId), one);
          return writtenIds.addTo(one.submission);
        });
      } finally {
        noted();
      }
    },
    cancel(texts) {
      const session = links.map((link) => link.session()).find((one) => one.isBound());
      return Promise.all(texts.map((text) => cancelAt(session, text, settings)));
    },
    events: (reader) => deliveries.events(reader),
    acknowledge: (events) => deliveries.acknowledge(events),
    tellAgain: (events) => deliveries.tellAgain(events),
    close,
  };

  return { text, close, detail: () => detailOf(links) };
}

/** Undefined while every connection is bound. */
function detailOf(links: readonly Link[]): CarrierDetail | undefined {
  const bound = boundOf(links);
  if (bound === links.length) return undefined;
  const because = links.map((link) => link.trouble()).find((trouble) => trouble !== undefined);
  const code = 'connections_bound';
  return { code, bound, connections: links.length, ...(because && { because }) };
}

const boundOf = (links: readonly Link[]) => links.filter((link) => link.session().isBound()).length;

/** Nothing else shows that texts wait for the carrier, so the log says it now and then. */
function throttleLog(log: Around['log'], carrier: string, pace: Pace): (code: number) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (code) => {
    const now = performance.now();
    if (now - loggedAt < throttledEvery) return;
    loggedAt = now;
    const perSecond = Math.round(pace.rate(now));
    log.warn({ carrier, reason: statusText(code), perSecond }, 'text carrier is throttling');
  };
}

/** The submit_sm bodies of a text. Every part is valid until the same instant. */
function bodiesOf(
  { textId, from, to, body, until }: TextRequest,
  settings: SmppSettings,
  now: () => SimMs,
): (() => Buffer)[] {
  const reference = referenceOf(textId);
  return partsOf(body, reference, settings).map(
    ({ tlvs, ...part }) =>
      () =>
        encodeMessage({
          ...{ serviceType: '', registeredDelivery: 1, ...part },
          validity: relativeValidity(elapsed(now(), until)),
          source: addressOf(from, settings.numberFormat),
          destination: addressOf(to, settings.numberFormat),
          tlvs: new Map([...tlvs, ...referenceTlv(reference, settings)]),
        }),
  );
}

/** Some SMSCs repeat it in receipts, which identifies the text if the response was lost. */
function referenceTlv(reference: number, settings: SmppSettings): [number, Buffer][] {
  if (settings.reference === 'off') return [];
  return [[tag.userMessageReference, Buffer.from([reference >> 8, reference & 0xff])]];
}

/** 16 bits of a text's id, the same at every submission. FNV-1a. */
function referenceOf(textId: string): number {
  let hash = 0x811c9dc5;
  for (const octet of Buffer.from(textId)) hash = Math.imul(hash ^ octet, 0x01000193);
  return ((hash >>> 16) ^ hash) & 0xffff;
}
