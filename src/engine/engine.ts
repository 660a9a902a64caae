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
import { createCampaignSteps, told } from './campaign-steps.ts';
import { createClientLanes } from './client-lanes.ts';
import type { EngineDeps, RunnerDeps } from './deps.ts';
import { haltOf } from './halt.ts';
import { longestFinish, within } from './hand-over.ts';
import { createHeldCampaigns } from './held-campaigns.ts';
import { createLeaseHolds } from './lease-holds.ts';
import { engineMetrics } from './metrics.ts';
import { createRecordMonths } from './record-months.ts';
import { createScheduler } from './schedule/scheduler.ts';
import { createCanceller } from './text/canceller.ts';
import { createInbox } from './text/inbox.ts';
import { createOutbox } from './text/outbox.ts';
import { createTickParts } from './tick-parts.ts';
import type { CallBook } from './voice/call-book.ts';
import { createStrayKeys } from './voice/stray-keys.ts';

export interface Engine {
  /**
   * Never rejects: what failed is logged and tried again. Must not be called again before it ends. A
   * campaign whose carrier does not answer at once goes on by itself meanwhile.
   */
  tick(): Promise<void>;
  /**
   * What cannot wait for a tick that takes long: hears the voice carriers and has agents called,
   * which is to happen within 200 ms of the key. May be called at any time.
   */
  listen(): void;
  /**
   * Before a stop: from now on nothing begins, no call, no text and no campaign. What is in hand is
   * followed by the next ticks to its end, and a campaign that has nothing in hand is let go of.
   */
  drain(): void;
  /** Ends calls in progress as unknown and lets go of every campaign. */
  stop(): Promise<void>;
  /** Whether a campaign is being run. */
  isBusy(): boolean;
}

/** Real milliseconds between two looks at the campaigns' rows. */
const refreshEvery = 200;
const sweepEvery = 1_000;
/** A tick that nobody holds up is over long before. */
const usualPatience = 50;

export function createEngine(given: EngineDeps): Engine {
  const { db, clock, log, carriers, leaseSeconds = 8 } = given;
  const { patienceMs = usualPatience } = given;
  const engineId = randomUUID();
  const inProgress = new Map<string, CallBook>();
  const metrics = engineMetrics(
    given.metrics,
    () => inProgress.size,
    () => held.runners().length,
  );
  const months = createRecordMonths(db, log);
  const backoff = createBackoff();
  const steps = createCampaignSteps(log, backoff);
  const holds = createLeaseHolds(leaseSeconds);
  const lanes = createClientLanes((error, kind, clientId) => {
    if (isDatabaseAway(error)) backoff.failed();
    const line = { ...told(error), clientId, kind };
    log[levelOf(error, 'error')](line, "a client's work could not be done");
  });
  const parts = createTickParts(patienceMs, lanes, (error, name) => {
    backoff.failed();
    log[levelOf(error, 'error')](told(error), `${name} could not be looked at`);
  });
  const scheduler = createScheduler(given, lanes);
  const outbox = createOutbox(given, lanes);
  const canceller = createCanceller(given, lanes);
  const inbox = createInbox(given, lanes, (clientId) => {
    outbox.expect(clientId);
    canceller.expect(clientId);
  });
  const strayKeys = createStrayKeys(given, engineId, lanes);
  let heardUntil = Number.NEGATIVE_INFINITY;
  let draining = false;
  let refreshAt = 0;
  let sweepAt = 0;

  const deps: RunnerDeps = {
    ...given,
    metrics,
    engineId,
    holdOf: holds.of,
    ensureMonth: months.ensure,
    heardUntil: () => heardUntil,
    isDraining: () => draining,
    inProgress,
  };
  given.trouble?.countCampaigns(() => held.runners().length);
  const { isWaiting } = outbox;
  const held = createHeldCampaigns(deps, { leaseSeconds, holds, steps, parts, isWaiting });

  function hear(): void {
    const now = clock.now();
    for (const carrier of carriers.values()) collect(carrier);
    heardUntil = now;
  }

  /** Answers of one event may make the next one due at once: hence the repetition. */
  function collect(carrier: VoiceCarrier): void {
    for (let round = 0; round < 100; round += 1) {
      let answered = 0;
      const strays: CallEvent[] = [];
      // A carrier may tell them in any order; a call's answer comes before its end.
      for (const event of carrier.events().toSorted((one, other) => one.at - other.at)) {
        const book = inProgress.get(event.attemptId);
        // Also of an earlier life of this carrier: its attempt ended as unknown.
        if (!book?.takes(event)) strays.push(event);
        else if (book.follow(event)) answered += 1;
      }
      strayKeys.told(carrier, strays);
      if (answered === 0) return;
    }
  }

  async function sweep(): Promise<void> {
    for (const clientId of await asPlatform(db, clientsWithClosingLists)) {
      lanes.begin('closing lists', clientId, async () => {
        await asClient(db, clientId, (tx) => closeFinishedLists(tx, clientId));
      });
    }
  }

  /** Campaigns ask the clock themselves, so that each says why it waits. */
  function mayBegin(): boolean {
    return !draining && haltOf(given) === undefined;
  }

  return {
    async tick() {
      if (backoff.isWaiting()) return;
      parts.begin();
      try {
        const now = clock.now();
        hear();
        strayKeys.store();
        // Also by a clock that nobody puts back: the leases are not to run out by that.
        if (now >= refreshAt || held.isRenewalDue()) {
          if (mayBegin()) await parts.await(parts.start('schedules', scheduler.look));
          await held.refresh();
          refreshAt = now + refreshEvery * clock.speed;
        }
        const texts = parts.start('what text carriers tell', inbox.collect);
        await parts.await(Promise.all([...held.runners().map(steps.take), texts]));
        // Before the answers: a confirmation waits for it.
        await parts.await(parts.start('texts to cancel', canceller.ask));
        if (draining) await parts.await(held.letGoOfIdle());
        else if (mayBegin()) {
          await parts.await(parts.start('answers to inbound texts', outbox.send));
        }
        if (now >= sweepAt) {
          await parts.await(parts.start('lists that are closing', sweep));
          await parts.await(parts.start('late receipts', inbox.sweep));
          await parts.await(parts.start('months ahead', () => months.makeAhead(now)));
          sweepAt = now + sweepEvery * clock.speed;
        }
        if (!backoff.isWaiting()) backoff.succeeded();
      } catch (error) {
        backoff.failed();
        log[levelOf(error, 'error')](told(error), 'the engine could not take its step');
      }
    },
    listen() {
      if (backoff.isWaiting()) return;
      hear();
      for (const runner of held.runners()) runner.callAgents?.();
    },
    drain() {
      draining = true;
    },
    async stop() {
      const finished = held.runners().map((runner) => runner.finish());
      await Promise.all([
        ...finished,
        within(longestFinish, outbox.answered(), undefined),
        within(longestFinish, canceller.answered(), undefined),
      ]);
      await within(longestFinish, Promise.all([steps.ended(), parts.ended()]), undefined);
      // After these seconds: a 9 that was pressed in them counts, and so does a call's end.
      hear();
      strayKeys.store();
      await within(longestFinish, lanes.ended(), undefined);
      await held.letGoOfAll();
    },
    isBusy: () => held.runners().length > 0,
  };
}
