/**
 * Campaigns on their way from this engine to another one. A campaign first rests here, until nothing is
 * under way to its carrier; then its lease is let go of, the other engine goes on with it at once, and
 * the calls in progress are followed here to their end.
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
import type { CampaignRunner } from './campaign-runner.ts';
import type { RunnerDeps } from './deps.ts';
import type { LeaseHolds } from './lease-holds.ts';

export interface HandOvers {
  offers(): Offer[];
  /** It was just tried in vain: it stays here for a while. */
  rests(key: string): boolean;
  /** Campaigns whose calls this engine follows without the lease. */
  followed(): Followed;
  /** Whether a row may stand of what this engine follows, or has followed. */
  mayFollow(): boolean;
  /** @param prolonged leases that the transaction of this look prolonged */
  stand(look: StoodLook, prolonged: readonly CampaignKey[]): void;
  goOn(): Promise<void>[];
}

export interface StoodLook {
  /** On `holds.now()`, before the database was asked. */
  asked: number;
  engines: readonly FleetEngine[];
  campaigns: readonly FleetCampaign[];
  /** Begin to be handed over. */
  begin: readonly Offer[];
}

export interface FleetOptions {
  leaseSeconds: number;
  holds: LeaseHolds;
  runners: Map<string, CampaignRunner>;
  /** Takes a step that no other one of this campaign crosses; see campaign-steps.ts. */
  alone(runner: CampaignRunner, work: () => Promise<void>): Promise<void>;
  isUnderWay(runner: CampaignRunner): boolean;
}

/** A campaign whose calls go on here. */
interface Passed {
  runner: CampaignRunner;
  /** Its transaction has not ended yet. */
  isUnderWay: boolean;
  /** On `holds.now()`: since when nobody here knows whether the lease was let go of. */
  inDoubtSince?: number;
}

interface HandOver extends Offer {
  /** On `holds.now()`. */
  since: number;
  letGoAt: number | undefined;
}

/** Real milliseconds that a campaign rests at most before it goes on here; a Linkback's calls must end. */
const restFor = { usual: 20_000, linkback: 60_000 };
/** Real milliseconds after which that is tried again. */
const againAfter = { usual: 60_000, linkback: 300_000 };
/** Real milliseconds for the other engine to take it; after that anybody may. */
const takenWithin = 3_000;

export function createHandOvers(deps: RunnerDeps, options: FleetOptions): HandOvers {
  const { engineId, leaseDb = deps.db, log, metrics } = deps;
  const { leaseSeconds, holds, runners, alone, isUnderWay } = options;
  const handOvers = new Map<string, HandOver>();
  const restUntil = new Map<string, number>();
  const passed = new Map<string, Passed>();
  let wereFollowed = 0;
  let engines: readonly FleetEngine[] = [];
  let campaigns = new Map<string, FleetCampaign>();

  const isAble = (id: string) => engines.some((one) => one.id === id && one.able);
  /** One of before this rule ends what it does not know as unknown. */
  const hasOlder = () =>
    [...campaigns.values()].some(
      ({ holder }) => holder !== null && !engines.some(({ id }) => id === holder),
    );

  function takeBack(key: string): void {
    handOvers.delete(key);
    runners.get(key)?.rest(false);
  }

  async function pass(key: string, runner: CampaignRunner, handOver: HandOver): Promise<void> {
    const { lease } = runner;
    const follows = runner.calls() > 0;
    const entry: Passed = { runner, isUnderWay: true };
    // Before the transaction: a look that crosses it must not say that nobody follows these calls.
    if (follows) passed.set(key, entry);
    holds.end(lease);
    try {
      await asPlatform(leaseDb, async (tx) => {
        if (follows) await beginToFollow(tx, engineId, lease, leaseSeconds);
        await releaseLease(tx, lease);
      });
    } catch (error) {
      // The answer to the commit may be lost, and the other engine at work already.
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

  /** Whether there is nothing to be done any more. */
  function isOver(key: string, { to, since, letGoAt }: HandOver): boolean {
    const campaign = campaigns.get(key);
    if (!campaign) return true;
    if (letGoAt !== undefined) {
      return campaign.holder !== null || holds.now() - letGoAt > takenWithin;
    }
    if (campaign.holder !== engineId || campaign.stopping || !isAble(to)) return true;
    const kind = campaign.linkback ? 'linkback' : 'usual';
    if (!isAble(engineId) || holds.now() - since < restFor[kind]) return false;
    restUntil.set(key, holds.now() + againAfter[kind]);
    return true;
  }

  return {
    offers: () =>
      [...handOvers.values()].map(({ clientId, campaignId, to }) => ({ clientId, campaignId, to })),
    rests: (key) => (restUntil.get(key) ?? Number.NEGATIVE_INFINITY) > holds.now(),
    followed() {
      for (const [key, { runner, isUnderWay }] of passed) {
        if (isUnderWay) continue;
        if (runners.get(key) !== runner || runner.calls() === 0) passed.delete(key);
      }
      wereFollowed = passed.size;
      const all = [...passed.values()];
      const leasesOf = (some: Passed[]) => some.map(({ runner }) => runner.lease);
      return {
        surely: leasesOf(all.filter(({ isUnderWay }) => !isUnderWay)),
        perhaps: leasesOf(all.filter(({ isUnderWay }) => isUnderWay)),
      };
    },
    mayFollow: () => passed.size > 0 || wereFollowed > 0,
    stand(look, prolonged) {
      // What was prolonged after the doubt began was not let go of: the lease's row was locked until then.
      for (const key of prolonged.map(keyOf)) {
        const since = passed.get(key)?.inDoubtSince;
        if (since !== undefined && look.asked > since) passed.delete(key);
      }
      engines = look.engines;
      campaigns = new Map(look.campaigns.map((one) => [keyOf(one), one]));
      for (const offer of look.begin) {
        const key = keyOf(offer);
        runners.get(key)?.rest(true);
        handOvers.set(key, { ...offer, since: holds.now(), letGoAt: undefined });
      }
    },
    goOn() {
      const work: Promise<void>[] = [];
      for (const [key, handOver] of [...handOvers]) {
        if (isOver(key, handOver)) takeBack(key);
        else if (handOver.letGoAt === undefined) {
          const runner = runners.get(key);
          // A runner of an older fence goes first; it is not the one that has the lease.
          if (!runner) continue;
          runner.rest(true);
          if (isUnderWay(runner) || !runner.mayPass()) continue;
          if (hasOlder() && runner.calls() > 0) continue;
          work.push(alone(runner, () => pass(key, runner, handOver)));
        }
      }
      return work;
    },
  };
}

export function keyOf({ clientId, campaignId }: CampaignKey): string {
  return `${clientId}-${campaignId}`;
}
