/**
 * Calls by Twilio: its REST API places and instructs them, its webhooks report on them.
 *
 *   dialer      -> place()            one TwilioCall per request; a known id is accepted again
 *     TwilioCall  -> call-maker.ts    waits for its turn in the gate, then POST /Calls
 *   Twilio      -> webhook            judged by the API (call-callback.ts), stored in carrier_callback
 *   #repeat     -> callEvents.poll()  takes what was stored and passes it to its TwilioCall,
 *     TwilioCall  -> mailbox.emit()   which emits the port's events
 *   engine      -> events()           the oldest per call; then play, hangUp, dialAgent, connect
 *               -> acknowledge()      its commit is done: the callback rows are deleted
 *   #repeat     -> lookUp.ask()       asks Twilio about the call, or agent's leg, that has been quiet for longest
 *               -> orphans, takeLeft  orphaned calls: hung up, their keys emitted
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { realMs } from '#domain/milliseconds.ts';
import { createFairRoom, type FairRoom } from '../fair-room.ts';
import type { Sender } from '../fair-turns.ts';
import type { CarrierSurroundings } from '../kind.ts';
import type {
  AgentRequest,
  CallEvent,
  CallRequest,
  Placement,
  Sound,
  VoiceCarrier,
  WaitingAgents,
} from '../port.ts';
import { createSoundsAhead } from '../prepare-sounds.ts';
import type { TwilioApi } from './api.ts';
import type { TwilioCall } from './call.ts';
import type { AgentLeg } from './call-agent.ts';
import { CallEvents } from './call-events.ts';
import { type CallLookUp, createCallLookUp, type WatchedCall } from './call-lookup.ts';
import { CallMaker, throttled } from './call-maker.ts';
import { pathsOf } from './call-path.ts';
import { createGate, type Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { shownNumber, whyNotShown } from './place-call.ts';
import type { TwilioSettings } from './settings.ts';
import { twilioWaitingAgents } from './waiting-agents.ts';

/** A call must begin within this time: otherwise it is rejected as not placed. */
const beginWithin = realMs(400);
/** Between two polls of stored webhooks, with calls in flight and without. */
const readEvery = realMs(40);
const readIdle = realMs(300);
const afterFailure = realMs(1_000);
/** Between two requests for the status of quiet calls. */
const askEvery = realMs(500);
/** Between two polls of webhooks that no engine takes. */
const leftEvery = realMs(3_000);

export class TwilioVoice implements VoiceCarrier {
  readonly name: string;
  readonly #settings: TwilioSettings;
  readonly #around: CarrierSurroundings;
  readonly #link: TwilioLink;
  readonly #gate: Gate;
  readonly #rooms: FairRoom = createFairRoom();
  readonly #ahead = createSoundsAhead();
  readonly #lookUp: CallLookUp;
  readonly #callEvents: CallEvents;
  readonly #maker: CallMaker;
  /** In flight, by attempt id. */
  readonly #calls = new Map<string, WatchedCall>();
  /** Agents who were called first, by the id of their leg. */
  readonly #waiting = new Map<string, AgentLeg>();
  readonly waitingAgents: WaitingAgents;
  /** Instructions under way. */
  readonly #busy = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  /** On `performance.now()`: since then every poll succeeded. */
  #wellSince = performance.now();
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
    this.#link = link;
    this.#gate = createGate(settings.callsPerSecond, settings.atOnce);
    this.#lookUp = createCallLookUp(api);
    const calls = this.#calls;
    const waiting = this.#waiting;
    const paths = pathsOf(around.engineName);
    const shared = { api, paths, calls, waiting, lookUp: this.#lookUp };
    this.#callEvents = new CallEvents(around, shared);
    this.#maker = new CallMaker(settings, around, {
      ...{ ...shared, link, gate: this.#gate, callEvents: this.#callEvents },
      ...{ busy: this.#busy, closing: this.#closing.signal },
    });
    this.waitingAgents = twilioWaitingAgents({
      ...{ legs: waiting, maker: this.#maker, callEvents: this.#callEvents },
      callOf: (attemptId) => this.#callOf(attemptId),
    });
    this.#loops = [
      this.#repeat(
        () => (calls.size + waiting.size > 0 ? readEvery : readIdle),
        () => this.#callEvents.poll(),
      ),
      this.#repeat(
        () => readIdle,
        () => this.#callEvents.orphans.work(),
      ),
      this.#repeat(
        () => leftEvery,
        () => this.#callEvents.takeLeft(this.#wellSince),
      ),
      this.#repeat(
        () => askEvery,
        () => this.#lookUp.ask(calls.values(), this.#agents()),
      ),
    ];
  }

  connected(): boolean {
    return this.#link.usable();
  }

  cannotShow(callerId: CallRequest['callerId']): ReturnType<typeof whyNotShown> {
    return whyNotShown(callerId, this.#settings);
  }

  /** Twilio is the trunk: once it has accepted a call, the trunk has not failed. */
  showsLife(attemptId: string): boolean {
    return this.#callOf(attemptId)?.leg.sid() !== undefined;
  }

  room(sender: Sender, wanted: number): number {
    const slots = this.#settings.callsAtOnce - this.#calls.size;
    return this.#rooms.ask(sender, wanted, Math.min(this.#gate.free(), slots));
  }

  prepare(attemptId: string, sounds: readonly Sound[]): Promise<void> {
    return this.#ahead.prepare(sounds.map((one) => this.#around.soundUrl(attemptId, one)));
  }

  place(requests: readonly CallRequest[], mayPlace?: () => boolean): Promise<Placement[]> {
    const until = performance.now() + beginWithin;
    return Promise.all(requests.map((request) => this.#placeOne(request, until, mayPlace)));
  }

  events(reader?: object): CallEvent[] {
    return this.#callEvents.mailbox.events(reader);
  }

  tellAgain(events: readonly CallEvent[]): void {
    this.#callEvents.mailbox.tellAgain(events);
  }

  acknowledge(events: readonly CallEvent[]): void {
    for (const event of this.#callEvents.mailbox.acknowledge(events)) {
      this.#callOf(event.attemptId)?.acknowledged(event);
    }
  }

  play(attemptId: string, sound: Sound): void {
    this.#callOf(attemptId)?.play(sound);
  }

  hangUp(attemptId: string): void {
    const call = this.#callOf(attemptId);
    if (call) call.hangUp();
    else if (!this.#callEvents.mailbox.hasEnd(attemptId)) this.#callEvents.orphans.seek(attemptId);
  }

  dialAgent(attemptId: string, agent: AgentRequest): void {
    this.#callOf(attemptId)?.dialAgent(agent);
  }

  playToAgent(attemptId: string, sound: Sound): void {
    this.#callOf(attemptId)?.playToAgent(sound);
  }

  connect(attemptId: string): void {
    this.#callOf(attemptId)?.connect();
  }

  hangUpAgent(attemptId: string): void {
    this.#callOf(attemptId)?.hangUpAgent();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#loops, ...this.#busy]);
    await this.#callEvents.close();
  }

  /** Each agent's leg once: one who was called first may be a customer's by now. */
  #agents(): Set<AgentLeg> {
    const called = [...this.#calls.values()].flatMap(({ call }) => call.agent() ?? []);
    return new Set([...this.#waiting.values(), ...called]);
  }

  #callOf(attemptId: string): TwilioCall | undefined {
    return this.#calls.get(attemptId)?.call;
  }

  async #placeOne(
    request: CallRequest,
    until: number,
    mayPlace?: () => boolean,
  ): Promise<Placement> {
    const { attemptId, to, callerId, sender } = request;
    if (sender) this.#rooms.submitted(sender);
    if (this.#calls.has(attemptId)) return { kind: 'accepted' };
    const from = shownNumber(callerId, this.#settings);
    if (from === undefined) {
      const shown = callerId.kind === 'hidden' ? 'hidden' : 'default';
      return {
        kind: 'rejected',
        note: { code: 'caller_id_unavailable', callerId: shown },
        retryable: false,
      };
    }
    if (this.#calls.size >= this.#settings.callsAtOnce) return throttled;
    const call = this.#maker.make(request, { from, until, mayPlace });
    this.#calls.set(attemptId, { call, to, from, sentAt: realMs(Date.now()) });
    return call.begin();
  }

  async #repeat(every: () => number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let wait = every();
      await work().catch((error) => {
        wait = afterFailure;
        this.#wellSince = performance.now();
        this.#around.log.warn(
          { err: error, carrier: this.name },
          'could not read webhooks of calls',
        );
      });
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}
