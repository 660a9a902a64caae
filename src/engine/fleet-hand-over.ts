/**
 * Campaigns on their way from this engine to another one. A campaign first rests here until nothing
 * is being submitted; then its lease is released, the other engine continues it at once, and this
 * engine follows the calls in progress to their end.
 */

import { asPlatform } from '#db/database.ts';
import {
  beginToFollow,
  type FleetCampaign,
  type FleetEngine,
  type Followed,
  type Offer,
} from '#db/queries/engine.ts';
import { type CampaignKey, releaseLease } from '#db/queries/lease.ts';
import { later, type RealMs, realMs } from '#domain/milliseconds.ts';
import type { LeasedCampaign } from './campaign-runner.ts';
import type { RunnerDeps } from './deps.ts';
import type { HeldLease, LeaseHolds } from './lease-holds.ts';

export interface SharesSnapshot {
  /** On `holds.now()`, before the database was read. */
  asked: RealMs;
  engines: readonly FleetEngine[];
  campaigns: readonly FleetCampaign[];
  /** Hand-overs that begin now. */
  begin: readonly Offer[];
}

export interface FleetOptions {
  leaseSeconds: number;
  holds: LeaseHolds;
  runners: Map<string, LeasedCampaign>;
  /** Takes a step that no other step of this campaign overlaps; see campaign-steps.ts. */
  alone(runner: LeasedCampaign, work: () => Promise<void>): Promise<void>;
  isUnderWay(runner: LeasedCampaign): boolean;
}

/** A campaign whose calls continue here. */
interface Passed {
  runner: LeasedCampaign;
  /** Its transaction has not ended yet. */
  isUnderWay: boolean;
  /** On `holds.now()`: since when it is unknown whether the lease was released. */
  inDoubtSince?: RealMs;
}

interface HandOver extends Offer {
  /** On `holds.now()`. */
  since: RealMs;
  letGoAt: RealMs | undefined;
}

/** How long it rests before it continues here instead; Linkback calls must end. */
const restFor = { usual: realMs(20_000), linkback: realMs(60_000) };
/** Before a failed hand-over is retried. */
const againAfter = { usual: realMs(60_000), linkback: realMs(300_000) };
/** How long the other engine has to take it; after that any engine may. */
const takenWithin = realMs(3_000);

export class HandOvers {
  readonly #deps: RunnerDeps;
  readonly #options: FleetOptions;
  /** Campaigns on their way, by key. */
  readonly #handOvers = new Map<string, HandOver>();
  /** On `holds.now()`, by key: until then it is not retried. */
  readonly #restUntil = new Map<string, RealMs>();
  /** Campaigns whose calls continue here without the lease, by key. */
  readonly #passed = new Map<string, Passed>();
  /** How many of them were stored last. */
  #wereFollowed = 0;
  /** As of the last refresh. */
  #engines: readonly FleetEngine[] = [];
  #campaigns = new Map<string, FleetCampaign>();

  constructor(deps: RunnerDeps, options: FleetOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  offers(): Offer[] {
    return [...this.#handOvers.values()].map(({ clientId, campaignId, to }) => ({
      clientId,
      campaignId,
      to,
    }));
  }

  /** Whether a hand-over just failed: the campaign stays here for a while. */
  rests(key: string): boolean {
    return (this.#restUntil.get(key) ?? Number.NEGATIVE_INFINITY) > this.#options.holds.now();
  }

  /** @returns campaigns whose calls this engine follows without the lease */
  followed(): Followed {
    for (const [key, { runner, isUnderWay }] of this.#passed) {
      if (isUnderWay) continue;
      if (this.#options.runners.get(key) !== runner || runner.calls() === 0) {
        this.#passed.delete(key);
      }
    }
    this.#wereFollowed = this.#passed.size;
    const all = [...this.#passed.values()];
    const leasesOf = (some: Passed[]) => some.map(({ runner }) => runner.lease);
    return {
      surely: leasesOf(all.filter(({ isUnderWay }) => !isUnderWay)),
      perhaps: leasesOf(all.filter(({ isUnderWay }) => isUnderWay)),
    };
  }

  /** Whether rows may exist of what this engine follows or followed. */
  mayFollow(): boolean {
    return this.#passed.size > 0 || this.#wereFollowed > 0;
  }

  /** @param prolonged leases that the transaction of this snapshot renewed */
  apply(snapshot: SharesSnapshot, prolonged: readonly CampaignKey[]): void {
    const { holds, runners } = this.#options;
    // A lease renewed after the doubt began was not released: its row was locked until then.
    for (const key of prolonged.map(keyOf)) {
      const since = this.#passed.get(key)?.inDoubtSince;
      if (since !== undefined && snapshot.asked > since) this.#passed.delete(key);
    }
    this.#engines = snapshot.engines;
    this.#campaigns = new Map(snapshot.campaigns.map((one) => [keyOf(one), one]));
    for (const offer of snapshot.begin) {
      const key = keyOf(offer);
      runners.get(key)?.rest(true);
      this.#handOvers.set(key, { ...offer, since: holds.now(), letGoAt: undefined });
    }
  }

  /** @param held the leases that this engine has */
  goOn(held: readonly HeldLease[]): Promise<void>[] {
    const { runners, alone, isUnderWay } = this.#options;
    const fences = new Map(held.map((lease) => [keyOf(lease), lease.fence]));
    const work: Promise<void>[] = [];
    for (const [key, handOver] of [...this.#handOvers]) {
      if (this.#isOver(key, handOver)) this.#takeBack(key);
      else if (handOver.letGoAt === undefined) {
        const runner = runners.get(key);
        // A runner of an older fence follows its calls to their end: the lease is not its own.
        if (!runner || runner.lease.fence !== fences.get(key)) continue;
        runner.rest(true);
        if (isUnderWay(runner) || !runner.mayPass()) continue;
        if (this.#hasOlder() && runner.calls() > 0) continue;
        work.push(alone(runner, () => this.#pass(key, runner, handOver)));
      }
    }
    return work;
  }

  async #pass(key: string, runner: LeasedCampaign, handOver: HandOver): Promise<void> {
    const { engineId, leaseDb = this.#deps.db, log, metrics } = this.#deps;
    const { leaseSeconds, holds, runners } = this.#options;
    const { lease } = runner;
    const follows = runner.calls() > 0;
    const entry: Passed = { runner, isUnderWay: true };
    // Before the transaction: a refresh during it must not report that no engine follows these calls.
    if (follows) this.#passed.set(key, entry);
    holds.end(lease);
    try {
      await asPlatform(leaseDb, async (tx) => {
        if (follows) await beginToFollow(tx, engineId, lease, leaseSeconds);
        await releaseLease(tx, lease);
      });
    } catch (error) {
      // The confirmation of the commit may be lost while the other engine is already at work.
      entry.inDoubtSince = holds.now();
      throw error;
    } finally {
      entry.isUnderWay = false;
    }
    runner.lose();
    handOver.letGoAt = holds.now();
    if (!follows) runners.delete(key);
    metrics.handedOver();
    log.info({ ...lease, to: handOver.to, calls: runner.calls() }, 'handed over to another engine');
  }

  /** Whether nothing is left to do. */
  #isOver(key: string, { to, since, letGoAt }: HandOver): boolean {
    const { engineId } = this.#deps;
    const { holds } = this.#options;
    const campaign = this.#campaigns.get(key);
    if (!campaign) return true;
    if (letGoAt !== undefined) {
      return campaign.holder !== null || holds.now() - letGoAt > takenWithin;
    }
    if (campaign.holder !== engineId || campaign.stopping || !this.#isAble(to)) return true;
    const kind = campaign.linkback ? 'linkback' : 'usual';
    if (!this.#isAble(engineId) || holds.now() - since < restFor[kind]) return false;
    this.#restUntil.set(key, later(holds.now(), againAfter[kind]));
    return true;
  }

  #takeBack(key: string): void {
    this.#handOvers.delete(key);
    this.#options.runners.get(key)?.rest(false);
  }

  #isAble(id: string): boolean {
    return this.#engines.some((one) => one.id === id && one.able);
  }

  /** An engine of an older version ends calls that it does not know as unknown. */
  #hasOlder(): boolean {
    return [...this.#campaigns.values()].some(
      ({ holder }) => holder !== null && !this.#engines.some(({ id }) => id === holder),
    );
  }
}

export function keyOf({ clientId, campaignId }: CampaignKey): string {
  return `${clientId}-${campaignId}`;
}
