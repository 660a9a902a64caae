/** Texts by Twilio: submitted by its REST API, reported by its webhooks. */

import { setTimeout as sleep } from 'node:timers/promises';
import { atRealSpeed, earlier, later, type RealMs, realMs, simMs } from '#domain/milliseconds.ts';
import { createFairRoom, type FairRoom } from '../fair-room.ts';
import type { Sender } from '../fair-turns.ts';
import type { CarrierSurroundings } from '../kind.ts';
import { createNews } from '../news.ts';
import type {
  CancelOutcome,
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
  TextToCancel,
} from '../text-port.ts';
import type { TwilioApi } from './api.ts';
import { eventOf, inboundPath, statusPath, statusPaths } from './callback.ts';
import { cancelText } from './cancel.ts';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { createGate, type Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { createLookUp, type LookUp } from './lookup.ts';
import { sendText } from './send.ts';
import type { TwilioSettings } from './settings.ts';

/** A text must begin within this time: otherwise it is rejected as not sent. */
const beginWithin = realMs(1_000);
/** Between two polls of stored webhooks. */
const pollEvery = realMs(200);
const afterFailure = realMs(2_000);
/** Between two searches for unknown texts. */
const searchEvery = realMs(250);
/** Between two readings of the whole list, and before the first while Twilio is not usable. */
const catchUpEvery = realMs(5 * 60_000);
const untilUsable = realMs(500);
const mostAtOnce = 200;
const mostHeld = 1_000;

const tooFast = {
  kind: 'rejected',
  note: { code: 'over_pace' },
  retryable: true,
} as const;

export class TwilioTexts implements TextCarrier {
  readonly name: string;
  readonly #settings: TwilioSettings;
  readonly #around: CarrierSurroundings;
  readonly #api: TwilioApi;
  readonly #link: TwilioLink;
  readonly #gate: Gate;
  readonly #rooms: FairRoom = createFairRoom();
  readonly #lookUp: LookUp;
  readonly #catchUp: CatchUp;
  /** Not acknowledged yet, each with the callback that it came from, if any. */
  readonly #pending = new Map<TextEvent, number | undefined>();
  readonly #news = createNews<TextEvent>();
  /** Callbacks that were taken: inbound texts, which wait for no receipt, and receipts. */
  readonly #heldOf = { inbound: new Set<number>(), status: new Set<number>() };
  /** Callbacks whose rows can be deleted. */
  readonly #finished: number[] = [];
  readonly #closing = new AbortController();
  /** The loops that read and ask, until `close`. */
  readonly #loops: Promise<void>[];

  constructor(
    settings: TwilioSettings,
    around: CarrierSurroundings,
    { api, link }: { api: TwilioApi; link: TwilioLink },
  ) {
    this.name = around.name;
    this.#settings = settings;
    this.#around = around;
    this.#api = api;
    this.#link = link;
    this.#gate = createGate(settings.perSecond, settings.atOnce);
    this.#lookUp = createLookUp(api);
    this.#catchUp = createCatchUp(api);
    this.#loops = [
      this.#repeat(() => this.#pollCallbacks()),
      // In separate loops: an opt-out must not wait for a Twilio that does not respond.
      this.#repeat(() => this.#askInDoubt()),
      this.#repeat(() => this.#askForMissed()),
    ];
  }

  connected(): boolean {
    return this.#link.usable();
  }

  room(sender: Sender, wanted: number): number {
    return this.#rooms.ask(sender, wanted, this.#gate.free());
  }

  submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submission[]> {
    const until = performance.now() + beginWithin;
    return Promise.all(texts.map((text) => this.#submitOne(text, until, mayWrite)));
  }

  async cancel(texts: readonly TextToCancel[]): Promise<CancelOutcome[]> {
    if (!this.#link.usable()) return texts.map(() => 'unconfirmed');
    return Promise.all(texts.map((text) => cancelText(this.#api, text)));
  }

  events(reader?: object): TextEvent[] {
    return this.#news.events(reader);
  }

  tellAgain(events: readonly TextEvent[]): void {
    this.#news.tellAgain(events);
  }

  acknowledge(events: readonly TextEvent[]): void {
    for (const event of events) {
      const id = this.#pending.get(event);
      this.#news.end(event);
      if (this.#pending.delete(event) && id !== undefined) this.#finished.push(id);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#loops);
    if (this.#finished.length === 0) return;
    // The next engine gets again what is not deleted now, and stores nothing twice.
    await this.#around.callbacks.done(this.#finished).catch(() => {});
  }

  async #submitOne(
    text: TextRequest,
    until: number,
    mayWrite?: () => boolean,
  ): Promise<Submission> {
    const link = this.#link;
    const gate = this.#gate;
    if (text.sender) this.#rooms.submitted(text.sender);
    const because = link.detail();
    if (because) return { kind: 'rejected', note: { code: 'unusable', because }, retryable: true };
    if (!(await gate.enter(until))) return tooFast;
    try {
      const sentAt = realMs(Date.now());
      const statusCallback = this.#around.callbackUrl(statusPath(text.textId));
      const sending = { statusCallback, now: () => this.#around.clock.now() };
      const at = { api: this.#api, link, gate };
      const submission = await sendText(at, this.#settings, text, sending, mayWrite);
      if (submission.kind === 'accepted') {
        this.#lookUp.taken(submission.carrierRef);
        this.#catchUp.expect(submission.carrierRef);
      }
      if (submission.kind === 'unknown') this.#lookUp.watch(text, sentAt);
      return submission;
    } finally {
      gate.leave();
    }
  }

  /** @param work returns the time until it is due again */
  async #repeat(work: () => Promise<RealMs>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) await sleep(await work(), undefined, { signal }).catch(() => {});
  }

  async #pollCallbacks(): Promise<RealMs> {
    try {
      await this.#readCallbacks();
      return pollEvery;
    } catch (error) {
      const { log, name } = this.#around;
      log.warn({ err: error, carrier: name }, 'could not read webhooks of texts');
      return afterFailure;
    }
  }

  async #readCallbacks(): Promise<void> {
    const ids = this.#finished.slice();
    if (ids.length > 0) {
      await this.#around.callbacks.done(ids);
      this.#finished.splice(0, ids.length);
      for (const held of Object.values(this.#heldOf)) for (const id of ids) held.delete(id);
    }
    await this.#take(this.#heldOf.inbound, inboundPath, true);
    await this.#take(this.#heldOf.status, statusPaths, false);
  }

  async #take(held: Set<number>, path: string, urgent: boolean): Promise<void> {
    if (held.size >= mostHeld) return;
    const { callbacks, clock } = this.#around;
    for (const callback of await callbacks.take(mostAtOnce, [path], { urgent })) {
      // It came again because its event is not acknowledged yet.
      if (held.has(callback.id)) continue;
      held.add(callback.id);
      const age = realMs(Math.max(0, Date.now() - callback.at));
      const event = eventOf(callback, earlier(clock.now(), atRealSpeed(age)));
      if (event) this.#emit(event, callback.id);
      else this.#finished.push(callback.id);
    }
  }

  /** Searches Twilio's list for unknown texts. */
  async #askInDoubt(): Promise<RealMs> {
    const { clock } = this.#around;
    for (const event of await this.#lookUp.ask(() => clock.now())) this.#emit(event, undefined);
    return searchEvery;
  }

  /** Reads Twilio's list, for events that no webhook brought. */
  async #askForMissed(): Promise<RealMs> {
    if (!this.#link.usable()) return untilUsable;
    const { clock } = this.#around;
    const ahead = () => simMs(clock.now() - Date.now());
    const { events, whole } = await this.#catchUp.read((at) => later(atRealSpeed(at), ahead()));
    for (const event of events) this.#emit(event, undefined);
    return whole ? catchUpEvery : afterFailure;
  }

  #emit(event: TextEvent, id: number | undefined): void {
    if (event.kind === 'receipt' && event.textId !== undefined) this.#lookUp.forget(event.textId);
    this.#catchUp.received(event.carrierRef);
    this.#pending.set(event, id);
    this.#news.tell(event);
  }
}
