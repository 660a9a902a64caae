/**
 * The engine: leases campaigns, runs each by its runner, and passes the carriers' events on. It
 * meets the API only in rows. One `tick` is one look at everything, so that a test can drive it.
 */
import { randomUUID } from 'node:crypto';
import { asClient, asPlatform } from '#db/database.ts';
import { isDatabaseAway, levelOf } from '#db/errors.ts';
import { clientsWithClosingLists, closeFinishedLists } from '#db/queries/closing-list.ts';
import type { CallEvent, VoiceCarrier } from '../carriers/port.ts';
import { createBackoff } from './backoff.ts';
import { type CampaignSteps, createCampaignSteps, told } from './campaign-steps.ts';
import { type ClientLanes, createClientLanes } from './client-lanes.ts';
import type { CallFollower, EngineDeps, RunnerDeps } from './deps.ts';
import { haltOf } from './halt.ts';
import { longestFinish, within } from './hand-over.ts';
import { HeldCampaigns } from './held-campaigns.ts';
import { createLeaseHolds, type LeaseHolds } from './lease-holds.ts';
import { type EngineMetrics, engineMetrics } from './metrics.ts';
import { createRecordMonths, type RecordMonths } from './record-months.ts';
import { createScheduler, type Scheduler } from './schedule/scheduler.ts';
import { Canceller } from './text/canceller.ts';
import { Inbox } from './text/inbox.ts';
import { Outbox } from './text/outbox.ts';
import { createTickParts, type TickParts } from './tick-parts.ts';

import { createStrayKeys, type StrayKeys } from './voice/stray-keys.ts';

/** Real milliseconds between two looks at the campaigns' rows. */
const refreshEvery = 200;
const sweepEvery = 1_000;
/** A tick that nobody holds up is over long before. */
const usualPatience = 50;

export class Engine {
  readonly #given: EngineDeps;
  /** Which book a call in progress stands in, by attempt id. */
  readonly #inProgress = new Map<string, CallFollower>();
  /** While the database is away nothing is tried. */
  readonly #backoff = createBackoff();
  readonly #steps: CampaignSteps;
  readonly #lanes: ClientLanes;
  readonly #parts: TickParts;
  readonly #months: RecordMonths;
  readonly #scheduler: Scheduler;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #canceller: Canceller;
  readonly #strayKeys: StrayKeys;
  readonly #held: HeldCampaigns;
  /** The instant up to which the voice carriers have been heard. */
  #heardUntil = Number.NEGATIVE_INFINITY;
  #draining = false;
  /** Instants of the deps' clock. */
  #refreshAt = 0;
  #sweepAt = 0;

  constructor(given: EngineDeps) {
    const { db, log, leaseSeconds = 8, patienceMs = usualPatience } = given;
    const engineId = randomUUID();
    const campaigns = () => this.#held.runners().length;
    const metrics = engineMetrics(given.metrics, () => this.#inProgress.size, campaigns);
    this.#given = given;
    this.#months = createRecordMonths(db, log);
    this.#steps = createCampaignSteps(log, this.#backoff);
    this.#lanes = createClientLanes((error, kind, clientId) =>
      this.#laneFailed(error, kind, clientId),
    );
    this.#parts = createTickParts(patienceMs, this.#lanes, (error, name) => {
      this.#backoff.failed();
      log[levelOf(error, 'error')](told(error), `${name} could not be looked at`);
    });
    this.#scheduler = createScheduler(given, this.#lanes);
    this.#outbox = new Outbox(given, this.#lanes);
    this.#canceller = new Canceller(given, this.#lanes);
    this.#inbox = new Inbox(given, this.#lanes, (clientId) => {
      this.#outbox.expect(clientId);
      this.#canceller.expect(clientId);
    });
    this.#strayKeys = createStrayKeys(given, engineId, this.#lanes);
    const holds = createLeaseHolds(leaseSeconds);
    given.trouble?.countCampaigns(campaigns);
    this.#held = new HeldCampaigns(this.#runnerDeps(engineId, metrics, holds), {
      ...{ leaseSeconds, holds, steps: this.#steps, parts: this.#parts },
      isWaiting: () => this.#outbox.isWaiting(),
    });
  }

  /**
   * Never rejects: what failed is logged and tried again. Must not be called again before it ends. A
   * campaign whose carrier does not answer at once goes on by itself meanwhile.
   */
  async tick(): Promise<void> {
    const { clock, log } = this.#given;
    if (this.#backoff.isWaiting()) return;
    this.#parts.begin();
    try {
      const now = clock.now();
      this.#hear();
      this.#strayKeys.store();
      await this.#refresh(now);
      await this.#work();
      await this.#sweep(now);
      if (!this.#backoff.isWaiting()) this.#backoff.succeeded();
    } catch (error) {
      this.#backoff.failed();
      log[levelOf(error, 'error')](told(error), 'the engine could not take its step');
    }
  }

  /**
   * What cannot wait for a tick that takes long: hears the voice carriers and has agents called,
   * which is to happen within 200 ms of the key. May be called at any time.
   */
  listen(): void {
    if (this.#backoff.isWaiting()) return;
    this.#hear();
    for (const runner of this.#held.runners()) runner.callAgents();
  }

  /**
   * Before a stop: from now on nothing begins, no call, no text and no campaign. What is in hand is
   * followed by the next ticks to its end, and a campaign that has nothing in hand is let go of.
   */
  drain(): void {
    this.#draining = true;
  }

  /** Ends calls in progress as unknown and lets go of every campaign. */
  async stop(): Promise<void> {
    const finished = this.#held.runners().map((runner) => runner.finish());
    await Promise.all([
      ...finished,
      within(longestFinish, this.#outbox.answered(), undefined),
      within(longestFinish, this.#canceller.answered(), undefined),
    ]);
    const all = Promise.all([this.#steps.ended(), this.#parts.ended()]);
    await within(longestFinish, all, undefined);
    // After these seconds: a 9 that was pressed in them counts, and so does a call's end.
    this.#hear();
    this.#strayKeys.store();
    await within(longestFinish, this.#lanes.ended(), undefined);
    await this.#held.letGoOfAll();
  }

  /** Whether a campaign is being run. */
  isBusy(): boolean {
    return this.#held.runners().length > 0;
  }

  #runnerDeps(engineId: string, metrics: EngineMetrics, holds: LeaseHolds): RunnerDeps {
    return {
      ...this.#given,
      metrics,
      engineId,
      holdOf: holds.of,
      ensureMonth: (attemptedAt) => this.#months.ensure(attemptedAt),
      heardUntil: () => this.#heardUntil,
      isDraining: () => this.#draining,
      inProgress: this.#inProgress,
    };
  }

  #hear(): void {
    const { clock, carriers } = this.#given;
    const now = clock.now();
    for (const carrier of carriers.values()) this.#collect(carrier);
    this.#heardUntil = now;
  }

  /** Answers of one event may make the next one due at once: hence the repetition. */
  #collect(carrier: VoiceCarrier): void {
    for (let round = 0; round < 100; round += 1) {
      let answered = 0;
      const strays: CallEvent[] = [];
      // A carrier may tell them in any order; a call's answer comes before its end.
      for (const event of carrier.events().toSorted((one, other) => one.at - other.at)) {
        const book = this.#inProgress.get(event.attemptId);
        // Also of an earlier life of this carrier: its attempt ended as unknown.
        if (!book?.takes(event)) strays.push(event);
        else if (book.follow(event)) answered += 1;
      }
      this.#strayKeys.told(carrier, strays);
      if (answered === 0) return;
    }
  }

  /** Looks at the rows: of schedules, leases and campaigns. */
  async #refresh(now: number): Promise<void> {
    // Also by a clock that nobody puts back: the leases are not to run out by that.
    if (now < this.#refreshAt && !this.#held.isRenewalDue()) return;
    if (this.#mayBegin()) {
      await this.#parts.await(this.#parts.start('schedules', () => this.#scheduler.look()));
    }
    await this.#held.refresh();
    this.#refreshAt = now + refreshEvery * this.#given.clock.speed;
  }

  /** A step of every campaign, and the texts that are no campaign's. */
  async #work(): Promise<void> {
    const parts = this.#parts;
    const texts = parts.start('what text carriers tell', () => this.#inbox.collect());
    const steps = this.#held.runners().map((runner) => this.#steps.take(runner));
    await parts.await(Promise.all([...steps, texts]));
    // Before the answers: a confirmation waits for it.
    await parts.await(parts.start('texts to cancel', () => this.#canceller.ask()));
    if (this.#draining) await parts.await(this.#held.letGoOfIdle());
    else if (this.#mayBegin()) {
      await parts.await(parts.start('answers to inbound texts', () => this.#outbox.send()));
    }
  }

  async #sweep(now: number): Promise<void> {
    const parts = this.#parts;
    if (now < this.#sweepAt) return;
    await parts.await(parts.start('lists that are closing', () => this.#closeLists()));
    await parts.await(parts.start('late receipts', () => this.#inbox.sweep()));
    await parts.await(parts.start('months ahead', () => this.#months.makeAhead(now)));
    this.#sweepAt = now + sweepEvery * this.#given.clock.speed;
  }

  async #closeLists(): Promise<void> {
    const { db } = this.#given;
    for (const clientId of await asPlatform(db, clientsWithClosingLists)) {
      this.#lanes.begin('closing lists', clientId, async () => {
        await asClient(db, clientId, (tx) => closeFinishedLists(tx, clientId));
      });
    }
  }

  /** Campaigns ask the clock themselves, so that each says why it waits. */
  #mayBegin(): boolean {
    return !this.#draining && haltOf(this.#given) === undefined;
  }

  #laneFailed(error: unknown, kind: string, clientId: number): void {
    if (isDatabaseAway(error)) this.#backoff.failed();
    const line = { ...told(error), clientId, kind };
    this.#given.log[levelOf(error, 'error')](line, "a client's work could not be done");
  }
}
