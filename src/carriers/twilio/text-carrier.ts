/** Texts by Twilio: handed over by its REST API, told of by its webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairRoom } from '../fair-room.ts';
import type { CarrierSurroundings } from '../kind.ts';
import type { Submission, TextCarrier, TextEvent, TextRequest } from '../text-port.ts';
import type { TwilioApi } from './api.ts';
import { eventOf, inboundPath, statusPath, statusPaths } from './callback.ts';
import { cancelText } from './cancel.ts';
import { createCatchUp } from './catch-up.ts';
import { createGate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { createLookUp } from './lookup.ts';
import { sendText } from './send.ts';
import type { TwilioSettings } from './settings.ts';

/** Real milliseconds in which a text must begin: what is left is said not to be sent. */
const beginWithin = 1_000;
/** Between two looks at what the webhooks brought. */
const hearEvery = 200;
const afterFailure = 2_000;
/** Between two look-ups of texts in doubt. */
const lookEvery = 250;
/** Between two looks at the whole list, and before the first while there is no connection. */
const catchUpEvery = 5 * 60_000;
const untilUsable = 500;
const mostAtOnce = 200;
const mostHeld = 1_000;

const tooFast = {
  kind: 'rejected',
  note: { code: 'over_pace' },
  retryable: true,
} as const;

export function twilioTexts(
  settings: TwilioSettings,
  around: CarrierSurroundings,
  { api, link }: { api: TwilioApi; link: TwilioLink },
): TextCarrier {
  const { name, clock, log, callbacks } = around;
  const gate = createGate(settings.perSecond, settings.atOnce);
  const rooms = createFairRoom();
  const lookUp = createLookUp(api);
  const catchUp = createCatchUp(api);
  /** Told and not acknowledged, with the callback that it came from; none when it was looked up. */
  const told = new Map<TextEvent, number | undefined>();
  /** Callbacks that were taken: inbound texts, which wait for no receipt, and receipts. */
  const heldOf = { inbound: new Set<number>(), status: new Set<number>() };
  const finished: number[] = [];
  const closing = new AbortController();

  async function submitOne(
    text: TextRequest,
    until: number,
    mayWrite?: () => boolean,
  ): Promise<Submission> {
    if (text.sender) rooms.handedOver(text.sender);
    if (!link.usable()) {
      return { kind: 'rejected', note: { code: 'unusable', said: link.detail() }, retryable: true };
    }
    if (!(await gate.enter(until))) return tooFast;
    try {
      const sentAt = Date.now();
      const statusCallback = around.callbackUrl(statusPath(text.textId));
      const sending = { statusCallback, now: () => clock.now() };
      const submission = await sendText({ api, link, gate }, settings, text, sending, mayWrite);
      if (submission.kind === 'accepted') {
        lookUp.taken(submission.carrierRef);
        catchUp.expect(submission.carrierRef);
      }
      if (submission.kind === 'unknown') lookUp.watch(text, sentAt);
      return submission;
    } finally {
      gate.leave();
    }
  }

  async function hear(): Promise<void> {
    const ids = finished.slice();
    if (ids.length > 0) {
      await callbacks.done(ids);
      finished.splice(0, ids.length);
      for (const held of Object.values(heldOf)) for (const id of ids) held.delete(id);
    }
    await take(heldOf.inbound, inboundPath, true);
    await take(heldOf.status, statusPaths, false);
  }

  async function take(held: Set<number>, path: string, urgent: boolean): Promise<void> {
    if (held.size >= mostHeld) return;
    for (const callback of await callbacks.take(mostAtOnce, [path], { urgent })) {
      // Told again, because what it led to took long to be committed.
      if (held.has(callback.id)) continue;
      held.add(callback.id);
      const age = Math.max(0, Date.now() - callback.at);
      const event = eventOf(callback, clock.now() - age);
      if (event) tell(event, callback.id);
      else finished.push(callback.id);
    }
  }

  function tell(event: TextEvent, id: number | undefined): void {
    if (event.kind === 'receipt' && event.textId !== undefined) lookUp.forget(event.textId);
    catchUp.heard(event.carrierRef);
    told.set(event, id);
  }

  async function repeat(work: () => Promise<number>): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(await work(), undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const listening = repeat(async () => {
    try {
      await hear();
      return hearEvery;
    } catch (error) {
      log.warn({ err: error, carrier: name }, 'what Twilio told could not be read');
      return afterFailure;
    }
  });
  // Apart from the other: an opt-out must not wait for a Twilio that does not answer.
  const looking = repeat(async () => {
    for (const event of await lookUp.ask(() => clock.now())) tell(event, undefined);
    return lookEvery;
  });

  const catchingUp = repeat(async () => {
    if (!link.usable()) return untilUsable;
    const age = () => clock.now() - Date.now();
    const { events, whole } = await catchUp.look((at) => at + age());
    for (const event of events) tell(event, undefined);
    return whole ? catchUpEvery : afterFailure;
  });

  return {
    name,
    connected: link.usable,
    room: (sender, wanted) => rooms.ask(sender, wanted, gate.free()),
    submit(texts, mayWrite) {
      const until = performance.now() + beginWithin;
      return Promise.all(texts.map((text) => submitOne(text, until, mayWrite)));
    },
    async cancel(texts) {
      if (!link.usable()) return texts.map(() => 'unheard');
      return Promise.all(texts.map((text) => cancelText(api, text)));
    },
    events: () => [...told.keys()],
    acknowledge(events) {
      for (const event of events) {
        const id = told.get(event);
        if (told.delete(event) && id !== undefined) finished.push(id);
      }
    },
    async close() {
      closing.abort();
      await Promise.all([listening, looking, catchingUp]);
      // What is not taken away now is told once more to the next engine, which stores nothing twice.
      if (finished.length > 0) await callbacks.done(finished).catch(() => {});
    },
  };
}
