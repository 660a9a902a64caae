/**
 * The engine: leases campaigns, runs each with its runner, and passes on the carriers' events. It
 * shares only rows with the API. One `tick` does everything once, so that a test can drive it.
 */

import { randomUUID } from 'node:crypto';
import { asClient, asPlatform } from '#db/database.ts';
import { isDatabaseUnreachable, levelOf } from '#db/errors.ts';
import { clientsWithClosingLists, closeFinishedLists } from '#db/queries/closing-list.ts';
import { later, realMs, type SimMs, simMs, toSim } from '#domain/milliseconds.ts';
import type { VoiceCarrier } from '../carriers/port.ts';
import { createBackoff } from './backoff.ts';
import { type CampaignSteps, createCampaignSteps } from './campaign-steps.ts';
import { type ClientLanes, createClientLanes } from './client-lanes.ts';
import type { CallFollower, EngineDeps, RunnerDeps } from './deps.ts';
import { errorFields } from './error-fields.ts';
import { FollowUps } from './follow-ups.ts';
import { haltOf } from './halt.ts';
import { HeldCampaigns } from './held-campaigns.ts';
import { createLeaseHolds, type LeaseHolds } from './lease-holds.ts';
import { createListReads, type ListReads } from './list-reads.ts';
import { createListStatistics, type ListStatistics } from './list-statistics.ts';
import { type EngineMetrics, engineMetrics } from './metrics.ts';
import { createRecordMonths, type RecordMonths } from './record-months.ts';
import { createScheduler, type Scheduler } from './schedule/scheduler.ts';
import { longestFinish, within } from './submission.ts';
import { Canceller } from './text/canceller.ts';
import { Inbox } from './text/inbox.ts';
import { Outbox } from './text/outbox.ts';
import { createTextsInFlight, type TextsInFlight } from './text/texts-in-flight.ts';
import { createTickParts, type TickParts } from './tick-parts.ts';
import { createEventPoll } from './voice/event-poll.ts';
import { createOrphanKeys, type OrphanKeys } from './voice/orphan-keys.ts';
import { createResultStore, type ResultStore } from './voice/result-store.ts';

/** Between two reads of the campaigns' rows. */
const refreshEvery = realMs(200);
const sweepEvery = realMs(1_000);
/** A tick that nothing holds up ends long before. */
const usualPatience = realMs(50);

export class Engine {
  readonly #given: EngineDeps;
  /** Which campaign follows a call in progress, by attempt id. */
  readonly #inProgress: Map<string, CallFollower>;
  readonly #textsInFlight: TextsInFlight;
  /** While the database is down, nothing is tried. */
  readonly #backoff = createBackoff();
  readonly #steps: CampaignSteps;
  readonly #lanes: ClientLanes;
  readonly #parts: TickParts;
  readonly #months: RecordMonths;
  readonly #results: ResultStore;
  readonly #statistics: ListStatistics;
  readonly #listReads: ListReads;
  readonly #scheduler: Scheduler;
  readonly #inbox: Inbox;
  readonly #followUps: FollowUps;
  readonly #outbox: Outbox;
  readonly #canceller: Canceller;
  readonly #orphanKeys: OrphanKeys;
  readonly #pollCarrier: (carrier: VoiceCarrier) => void;
  readonly #held: HeldCampaigns;
  /** The instant up to which the voice carriers have been polled. */
  #polledUntil = simMs(Number.NEGATIVE_INFINITY);
  #draining = false;
  #refreshAt = simMs(0);
  #sweepAt = simMs(0);

  constructor(given: EngineDeps) {
    const { db, log, leaseSeconds = 8, patienceMs = usualPatience } = given;
    const engineId = randomUUID();
    const campaigns = () => this.#held.runners().length;
    const metrics = engineMetrics(given.metrics, () => this.#inProgress.size);
    this.#given = given;
    this.#inProgress = given.shared?.inProgress ?? new Map();
    this.#textsInFlight = given.shared?.textsInFlight ?? createTextsInFlight();
    this.#months = createRecordMonths(db, log);
    const ensureMonth = (attemptedAt: SimMs) => this.#months.ensure(attemptedAt);
    this.#results = createResultStore({ db, vault: given.vault, ensureMonth });
    this.#statistics = createListStatistics(db, log);
    this.#listReads = createListReads(db);
    this.#steps = createCampaignSteps(log, this.#backoff);
    this.#lanes = createClientLanes((error, kind, clientId) =>
      this.#laneFailed(error, kind, clientId),
    );
    this.#parts = createTickParts(patienceMs, this.#lanes, (error, name) => {
      this.#backoff.failed();
      log[levelOf(error, 'error')](
        { ...errorFields(error), part: name },
        'part of the engine tick failed',
      );
    });
    this.#scheduler = createScheduler(given, this.#lanes);
    this.#followUps = new FollowUps(given, this.#lanes);
    this.#outbox = new Outbox(given, this.#lanes);
    this.#canceller = new Canceller(given, this.#lanes);
    this.#inbox = new Inbox(
      { ...given, textsInFlight: this.#textsInFlight },
      this.#lanes,
      (clientId) => {
        this.#outbox.expect(clientId);
        this.#canceller.expect(clientId);
      },
    );
    this.#orphanKeys = createOrphanKeys(given, engineId, this.#lanes);
    this.#pollCarrier = createEventPoll(this.#inProgress, (carrier, events) =>
      this.#orphanKeys.receive(carrier, events),
    );
    const holds = createLeaseHolds(leaseSeconds);
    given.trouble?.countCampaigns(campaigns);
    this.#held = new HeldCampaigns(this.#runnerDeps(engineId, metrics, holds), {
      ...{ leaseSeconds, holds, steps: this.#steps, parts: this.#parts },
      isWaiting: () => this.#outbox.isWaiting(),
    });
  }

  /**
   * Never rejects: failures are logged and retried. Must not be called again before it ends. A
   * campaign whose carrier does not respond at once continues on its own meanwhile.
   */
  async tick(): Promise<void> {
    const { clock, log } = this.#given;
    if (this.#backoff.isWaiting()) return;
    this.#parts.begin();
    try {
      const now = clock.now();
      this.#pollVoice();
      this.#orphanKeys.store();
      await this.#refresh(now);
      await this.#work();
      await this.#sweep(now);
      if (!this.#backoff.isWaiting()) this.#backoff.succeeded();
    } catch (error) {
      this.#backoff.failed();
      log[levelOf(error, 'error')](errorFields(error), 'engine tick failed');
    }
  }

  /**
   * Does what cannot wait for a long tick: polls the voice carriers and calls agents, within 200 ms
   * of the key. May be called at any time.
   */
  listen(): void {
    if (this.#backoff.isWaiting()) return;
    this.#pollVoice();
    for (const runner of this.#held.runners()) runner.callAgents();
  }

  /**
   * Before a stop: from now on no call, text or campaign begins. The next ticks follow what is in
   * flight to its end, and release each campaign that has nothing in flight.
   */
  drain(): void {
    this.#draining = true;
  }

  /** Ends calls in progress as unknown and releases every campaign. */
  async stop(): Promise<void> {
    const finished = this.#held.runners().map((runner) => runner.finish());
    await Promise.all([
      ...finished,
      within(longestFinish, this.#outbox.responded(), undefined),
      within(longestFinish, this.#canceller.responded(), undefined),
    ]);
    const all = Promise.all([this.#steps.ended(), this.#parts.ended()]);
    await within(longestFinish, all, undefined);
    await within(longestFinish, this.#statistics.end(), undefined);
    // Once more after these seconds: a 9 or a call's end within them counts.
    this.#pollVoice();
    this.#orphanKeys.store();
    await within(longestFinish, this.#lanes.ended(), undefined);
    await this.#held.letGoOfAll();
  }

  /** Whether a campaign is being run. */
  isBusy(): boolean {
    return this.#held.runners().length > 0;
  }

  /** Whether nothing is in flight here and no auto-reply may be due. */
  isIdle(): boolean {
    return !this.isBusy() && this.#inProgress.size === 0 && !this.#outbox.isExpecting();
  }

  #runnerDeps(engineId: string, metrics: EngineMetrics, holds: LeaseHolds): RunnerDeps {
    return {
      ...this.#given,
      metrics,
      engineId,
      holdOf: holds.of,
      ensureMonth: (attemptedAt) => this.#months.ensure(attemptedAt),
      polledUntil: () => this.#polledUntil,
      isDraining: () => this.#draining,
      inProgress: this.#inProgress,
      textsInFlight: this.#textsInFlight,
      results: this.#results,
      statistics: this.#statistics,
      listReads: this.#listReads,
    };
  }

  #pollVoice(): void {
    const { clock, carriers } = this.#given;
    const now = clock.now();
    for (const carrier of carriers.values()) this.#pollCarrier(carrier);
    this.#polledUntil = now;
  }

  /** Reads the rows of schedules, leases and campaigns. */
  async #refresh(now: SimMs): Promise<void> {
    // Also by a monotonic clock: leases must not run out because somebody sets the clock back.
    if (now < this.#refreshAt && !this.#held.isRenewalDue()) return;
    if (this.#mayBegin()) {
      await this.#parts.await(this.#parts.start('schedules', () => this.#scheduler.poll()));
    }
    await this.#held.refresh();
    this.#refreshAt = later(now, toSim(refreshEvery, this.#given.clock.speed));
  }

  /** A step of every campaign, and the texts that belong to no campaign. */
  async #work(): Promise<void> {
    const parts = this.#parts;
    const texts = parts.start('events of text carriers', () => this.#inbox.collect());
    const steps = this.#held.runners().map((runner) => this.#steps.take(runner));
    await parts.await(Promise.all([...steps, texts]));
    await parts.await(this.#results.idle());
    this.#outbox.record();
    // Before the auto-replies: a confirmation waits for it.
    await parts.await(parts.start('texts to cancel', () => this.#canceller.ask()));
    if (this.#draining) await parts.await(this.#held.letGoOfIdle());
    else if (this.#mayBegin()) {
      await parts.await(parts.start('auto-replies', () => this.#outbox.send()));
    }
  }

  async #sweep(now: SimMs): Promise<void> {
    const parts = this.#parts;
    if (now < this.#sweepAt) return;
    await parts.await(parts.start('closing lists', () => this.#closeLists()));
    await parts.await(parts.start('late receipts', () => this.#inbox.sweep()));
    // Not on hold, nor by a wrong clock: what was due is taken once, and is not due again.
    if (this.#mayBegin()) {
      await parts.await(parts.start('lost auto-replies', () => this.#outbox.sweep()));
      await parts.await(parts.start('follow-ups', () => this.#followUps.sweep()));
    }
    await parts.await(parts.start('months ahead', () => this.#months.makeAhead(now)));
    this.#sweepAt = later(now, toSim(sweepEvery, this.#given.clock.speed));
  }

  async #closeLists(): Promise<void> {
    const { db } = this.#given;
    for (const clientId of await asPlatform(db, clientsWithClosingLists)) {
      this.#lanes.begin('closing lists', clientId, async () => {
        await asClient(db, clientId, (tx) => closeFinishedLists(tx, clientId));
      });
    }
  }

  /** Campaigns check the clock themselves, so that each reports why it waits. */
  #mayBegin(): boolean {
    return !this.#draining && haltOf(this.#given) === undefined;
  }

  #laneFailed(error: unknown, kind: string, clientId: number): void {
    if (isDatabaseUnreachable(error)) this.#backoff.failed();
    const line = { ...errorFields(error), clientId, kind };
    this.#given.log[levelOf(error, 'error')](line, 'client work failed');
  }
}
