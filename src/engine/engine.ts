/**
 * The engine: leases campaigns, runs each by its runner, and passes the carriers' events on. It
 * meets the API only in rows. One `tick` is one look at everything, so that a test can drive it.
 */
import { randomUUID } from 'node:crypto';
import { campaignType, runStatus } from '#contract/campaign.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { ensureCallRecordMonth } from '#db/queries/call-record-month.ts';
import { clientsWithClosingLists, closeFinishedLists } from '#db/queries/closing-list.ts';
import {
  acquireLeases,
  type Lease,
  type RunSettings,
  readLeasedCampaigns,
  releaseLease,
  renewLeases,
} from '#db/queries/lease.ts';
import type { CallEvent, VoiceCarrier } from '../carriers/port.ts';
import type { TextCarrier } from '../carriers/text-port.ts';
import { createBackoff } from './backoff.ts';
import type { CampaignRunner } from './campaign-runner.ts';
import { createCampaignSteps, told } from './campaign-steps.ts';
import type { ByName, EngineDeps, RunnerDeps } from './deps.ts';
import { longestFinish, within } from './hand-over.ts';
import { createLeaseHolds } from './lease-holds.ts';
import { engineMetrics } from './metrics.ts';
import { createScheduler } from './schedule/scheduler.ts';
import { createInbox } from './text/inbox.ts';
import { createOutbox } from './text/outbox.ts';
import { createTextRunner } from './text/text-runner.ts';
import type { CallBook } from './voice/call-book.ts';
import { createStrayKeys } from './voice/stray-keys.ts';
import { createVoiceRunner } from './voice/voice-runner.ts';

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

export function createEngine(given: EngineDeps): Engine {
  const { db, clock, log, carriers, leaseSeconds = 8 } = given;
  const engineId = randomUUID();
  const runners = new Map<string, CampaignRunner>();
  const inProgress = new Map<string, CallBook>();
  const metrics = engineMetrics(given.metrics, () => inProgress.size);
  const months = new Map<string, Promise<void>>();
  const backoff = createBackoff();
  const steps = createCampaignSteps(log, backoff);
  const holds = createLeaseHolds(leaseSeconds);
  const scheduler = createScheduler(given);
  const outbox = createOutbox(given);
  const inbox = createInbox(given, outbox.expect);
  const strayKeys = createStrayKeys(given, engineId);
  let heardUntil = Number.NEGATIVE_INFINITY;
  let draining = false;
  let renewAt = 0;
  let refreshAt = 0;
  let sweepAt = 0;

  const deps: RunnerDeps = {
    ...given,
    metrics,
    engineId,
    holdOf: holds.of,
    ensureMonth,
    heardUntil: () => heardUntil,
    isDraining: () => draining,
    inProgress,
  };

  function ensureMonth(instant: number): Promise<void> {
    const month = new Date(instant).toISOString().slice(0, 7);
    const known = months.get(month);
    if (known) return known;
    const made = asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date(instant)));
    months.set(month, made);
    made.catch(() => months.delete(month));
    return made;
  }

  async function refresh(): Promise<void> {
    const asked = holds.now();
    const renew = asked >= renewAt;
    let handingOver: Lease[] = [];
    let taken: Lease[] = [];
    const campaigns = await asPlatform(db, async (tx) => {
      if (renew) {
        await renewLeases(tx, engineId, leaseSeconds, () => {
          handingOver = [...runners.values()].filter((one) => one.isHandingOver()).map(leaseOf);
          return handingOver;
        });
      }
      const here = {
        voice: connectedOf(carriers),
        text: given.textCarriers ? connectedOf(given.textCarriers) : [],
      };
      taken = draining ? [] : await acquireLeases(tx, engineId, leaseSeconds, here);
      return readLeasedCampaigns(tx, engineId, here);
    });
    holds.stand(campaigns, asked, renew ? campaigns : taken);
    // Somebody may wait to hear that what is under way is over: that is told at the next look.
    if (renew) renewAt = handingOver.length > 0 ? asked : asked + leaseSeconds * 250;
    if (outbox.isWaiting()) renewAt = asked;
    const held = new Set(campaigns.map(keyOf));
    for (const [key, runner] of runners) if (!held.has(key)) runner.lose();
    for (const campaign of campaigns) await assign(campaign);
    for (const campaign of campaigns) if (campaign.carrierElsewhere) await passOn(campaign);
    for (const [key, runner] of runners) {
      if (!held.has(key) && !isBusy(runner)) runners.delete(key);
    }
  }

  /** It has something in hand, or is just about to. */
  function isBusy(runner: CampaignRunner): boolean {
    return runner.calls() > 0 || steps.isUnderWay(runner);
  }

  async function assign(campaign: RunSettings): Promise<void> {
    const key = keyOf(campaign);
    const { clientId, campaignId, fence } = campaign;
    const lease = { clientId, campaignId, engineId, fence };
    const known = runners.get(key);
    if (known?.lease.fence === fence) known.update(campaign);
    // A runner of an older fence follows its calls to their end before a new one begins.
    else if (!known || !isBusy(known)) {
      runners.set(key, createRunner(deps, lease, campaign));
    }
    if (campaign.runStatus === runStatus.stopped && !(known && isBusy(known))) {
      await asPlatform(db, (tx) => releaseLease(tx, lease));
      runners.delete(key);
    }
  }

  /** It could only wait here. What is in hand is followed to its end first. */
  async function passOn(campaign: RunSettings): Promise<void> {
    const key = keyOf(campaign);
    const runner = runners.get(key);
    if (!runner || isBusy(runner) || campaign.runStatus === runStatus.stopping) return;
    log.info({ ...runner.lease }, 'left to an engine that is connected to the carrier');
    await letGo(runner);
    runners.delete(key);
  }

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
      await asClient(db, clientId, (tx) => closeFinishedLists(tx, clientId));
    }
  }

  /** Campaigns ask the clock themselves, so that each says why it waits. */
  function mayBegin(): boolean {
    return !draining && given.clockCheck?.off() === undefined;
  }

  /** Campaigns go on when this fails; it is tried again at the next tick. */
  async function part(failure: string, work: Promise<void>): Promise<void> {
    await work.catch((error) => {
      backoff.failed();
      log.error(told(error), failure);
    });
  }

  async function letGo(runner: CampaignRunner): Promise<void> {
    // Its carrier may hold texts back still: what ends as unknown here is not to go out afterwards.
    holds.end(runner.lease);
    try {
      await runner.abandon();
      await asPlatform(db, (tx) => releaseLease(tx, runner.lease));
    } catch (error) {
      // The next start does it from the rows.
      log.warn({ err: error, ...runner.lease }, 'a campaign was not let go of in order');
    }
  }

  /** Another engine may have them at once. */
  async function letGoOfIdle(): Promise<void> {
    for (const [key, runner] of runners) {
      if (isBusy(runner)) continue;
      await letGo(runner);
      runners.delete(key);
    }
  }

  return {
    async tick() {
      if (backoff.isWaiting()) return;
      try {
        const now = clock.now();
        hear();
        await part('keys of calls in nobody’s hand could not be stored', strayKeys.store());
        // Also by a clock that nobody puts back: the leases are not to run out by that.
        if (now >= refreshAt || holds.now() >= renewAt) {
          if (mayBegin()) await scheduler.look();
          await refresh();
          refreshAt = now + refreshEvery * clock.speed;
        }
        await Promise.all([
          ...[...runners.values()].map(steps.take),
          part('what text carriers told could not be read', inbox.collect()),
        ]);
        if (draining) await letGoOfIdle();
        else if (mayBegin())
          await part('answers to inbound texts could not be sent', outbox.send());
        if (now >= sweepAt) {
          await sweep();
          await part('late receipts could not be looked at', inbox.sweep());
          sweepAt = now + sweepEvery * clock.speed;
        }
        if (!backoff.isWaiting()) backoff.succeeded();
      } catch (error) {
        backoff.failed();
        log.error(told(error), 'the engine could not take its step');
      }
    },
    listen() {
      if (backoff.isWaiting()) return;
      hear();
      for (const runner of runners.values()) runner.callAgents?.();
    },
    drain() {
      draining = true;
    },
    async stop() {
      const finished = [...runners.values()].map((runner) => runner.finish());
      await Promise.all([...finished, within(longestFinish, outbox.answered(), undefined)]);
      await within(longestFinish, steps.ended(), undefined);
      // After these seconds: a 9 that was pressed in them counts, and so does a call's end.
      hear();
      await part('keys of calls in nobody’s hand could not be stored', strayKeys.store());
      for (const runner of runners.values()) await letGo(runner);
      runners.clear();
    },
    isBusy: () => runners.size > 0,
  };
}

/** By the campaign's type. */
function createRunner(...given: Parameters<typeof createVoiceRunner>): CampaignRunner {
  const [, , { campaignType: type }] = given;
  return type === campaignType.texting ? createTextRunner(...given) : createVoiceRunner(...given);
}

function connectedOf(carriers: ByName<VoiceCarrier | TextCarrier>): string[] {
  return [...carriers.values()].filter((one) => one.connected()).map(({ name }) => name);
}

const leaseOf = ({ lease }: CampaignRunner) => lease;

function keyOf({ clientId, campaignId }: { clientId: number; campaignId: number }): string {
  return `${clientId}-${campaignId}`;
}
