/**
 * This engine among the others: reports its own state, takes its share of the free campaigns, and
 * hands over what exceeds its share. domain/engine-share.ts computes the shares.
 */

import { hostname } from 'node:os';
import type { Reason } from '#contract/reason.ts';
import type { Tx } from '#db/database.ts';
import { asPlatform } from '#db/database.ts';
import {
  dropEngine,
  type EngineSelf,
  type FleetCampaign,
  type FleetEngine,
  type Offer,
  readEngineNames,
  readLivingEngines,
  readSharedCampaigns,
  writeEngine,
  writeFollowed,
} from '#db/queries/engine.ts';
import type { CampaignKey, ConnectedHere } from '#db/queries/lease.ts';
import { assignFree, type Move, planMoves, type ShareCampaign } from '#domain/engine-share.ts';
import { later, type RealMs, realMs, soonest } from '#domain/milliseconds.ts';
import type { RunnerDeps } from './deps.ts';
import { type FleetOptions, HandOvers, keyOf, type SharesSnapshot } from './fleet-hand-over.ts';
import type { HeldLease } from './lease-holds.ts';

export interface FleetSnapshot extends SharesSnapshot {
  take: CampaignKey[];
  reported: boolean;
  planned: boolean;
}

/** Between two plans of the shares, and the most between two reports. */
const planEvery = realMs(1_000);
/** One hand-over begins each second; more when a new engine would wait too long for its share. */
const planWithin = 20;
/**
 * How long a free campaign is left to the engine it is assigned to, which may be dying. Longer if
 * another engine released it for that one.
 */
const leftFor = { share: realMs(1_000), offer: realMs(3_000) };

export class Fleet {
  readonly #deps: RunnerDeps;
  readonly #options: FleetOptions;
  readonly #self: EngineSelf;
  readonly #handOvers: HandOvers;
  /** Since when campaigns are free, by key. */
  #freeSince = new Map<string, RealMs>();
  /** Also of engines whose row is gone: one that restarts takes its own name back. */
  readonly #names = new Map<string, string>();
  #hasNames = false;
  /** Between two reports of this engine. */
  readonly #reportEvery: RealMs;
  /** On `holds.now()`. */
  #reportAt = realMs(Number.NEGATIVE_INFINITY);
  #planAt = realMs(Number.NEGATIVE_INFINITY);

  constructor(deps: RunnerDeps, options: FleetOptions) {
    const { engineId } = deps;
    this.#deps = deps;
    this.#options = options;
    this.#self = {
      name: `engine-${engineId.slice(0, 8)}`,
      carrierName: engineId,
      host: hostname(),
      version: '',
      ...deps.self,
      engineId,
    };
    this.#handOvers = new HandOvers(deps, options);
    this.#reportEvery = soonest(planEvery, realMs(options.leaseSeconds * 250));
  }

  /**
   * In the transaction of the leases, which may be repeated: reports this engine once a second.
   *
   * @returns what `apply` needs after the commit; `take`: the free campaigns assigned to this
   * engine
   */
  async refresh(tx: Tx, here: ConnectedHere): Promise<FleetSnapshot> {
    const now = this.#options.holds.now();
    const living = await readLivingEngines(tx);
    const engines = this.#withSelf(living, here);
    const campaigns = await readSharedCampaigns(tx, this.#deps.engineId);
    const offers = offersIn(engines, campaigns);
    const shares = campaigns.map((one) => this.#shareOf(one, offers.get(keyOf(one))));
    const byKey = new Map(campaigns.map((one) => [keyOf(one), one]));
    const toTake = this.#deps.isDraining() ? [] : this.#takeOf(shares, engines);
    const take = toTake.flatMap(({ key }) => byKey.get(key) ?? []);
    if (!this.#hasNames || take.length > 0) {
      for (const [id, name] of await readEngineNames(tx)) this.#names.set(id, name);
      this.#hasNames = true;
    }
    for (const { id, name } of living) this.#names.set(id, name);
    const planned = now >= this.#planAt;
    const moves = planned ? this.#plan(shares, engines) : [];
    const begin = moves.flatMap(({ key, to }) => {
      const campaign = byKey.get(key);
      return campaign ? [{ clientId: campaign.clientId, campaignId: campaign.campaignId, to }] : [];
    });
    const reported = now >= this.#reportAt || begin.length > 0;
    if (reported) await this.#report(tx, here, begin);
    return { asked: now, take, engines, campaigns, begin, reported, planned };
  }

  /** @param prolonged leases that the same transaction renewed */
  apply(snapshot: FleetSnapshot, prolonged: readonly CampaignKey[]): void {
    const now = this.#options.holds.now();
    if (snapshot.reported) this.#reportAt = later(now, this.#reportEvery);
    if (snapshot.planned) this.#planAt = later(now, planEvery);
    const free = snapshot.campaigns.filter(({ holder }) => holder === null).map(keyOf);
    this.#freeSince = new Map(free.map((key) => [key, this.#freeSince.get(key) ?? now]));
    this.#handOvers.apply(snapshot, prolonged);
  }

  /** The name that another engine has or had; undefined when unknown. */
  nameOf(engineId: string): string | undefined {
    return this.#names.get(engineId);
  }

  /**
   * Continues the hand-overs under way.
   *
   * @param held the leases that this engine has
   */
  handOver(held: readonly HeldLease[]): Promise<void>[] {
    return this.#handOvers.goOn(held);
  }

  /** At the end: the others need not wait for this engine. */
  async leave(): Promise<void> {
    const { engineId, leaseDb = this.#deps.db, log } = this.#deps;
    try {
      await asPlatform(leaseDb, (tx) => dropEngine(tx, engineId));
    } catch (error) {
      log.warn(
        { err: error },
        'could not remove this engine from the list; other engines notice when its entry expires',
      );
    }
  }

  async #report(tx: Tx, here: ConnectedHere, begin: readonly Offer[]): Promise<void> {
    const { engineId, clockCheck } = this.#deps;
    const { leaseSeconds } = this.#options;
    const report = {
      ...{ connected: here, idleBecause: this.#idleBecause() },
      clockOffsetMs: clockCheck?.offsetMs?.() ?? null,
      offers: [...this.#handOvers.offers(), ...begin],
    };
    await writeEngine(tx, this.#self, report, leaseSeconds);
    if (this.#handOvers.mayFollow()) {
      await writeFollowed(tx, engineId, this.#handOvers.followed(), leaseSeconds);
    }
  }

  #idleBecause(): Reason | null {
    if (this.#deps.isDraining()) return { code: 'engine_stopping' };
    return this.#deps.clockCheck?.off()?.reason ?? null;
  }

  /** With its own current state, which may be newer than its row. */
  #withSelf(living: FleetEngine[], here: ConnectedHere): FleetEngine[] {
    const { engineId } = this.#deps;
    const row = living.find(({ id }) => id === engineId);
    const able = this.#idleBecause() === null && !row?.draining;
    const offers = this.#handOvers.offers();
    const name = row?.name ?? this.#self.name;
    const own = { id: engineId, name, able, draining: row?.draining ?? false, ...here, offers };
    return [...living.filter(({ id }) => id !== engineId), own];
  }

  #shareOf(campaign: FleetCampaign, offeredTo: string | undefined): ShareCampaign {
    const { channel, carrier, holder, followers, stopping, linkback } = campaign;
    const key = keyOf(campaign);
    return {
      ...{ key, channel, carrier, followers, offeredTo },
      holder: holder ?? undefined,
      stays: stopping || this.#handOvers.rests(key),
      // A Linkback's agents are idle while its calls end.
      cost: (linkback ? 1_000_000 : 0) + (this.#options.runners.get(key)?.calls() ?? 0),
    };
  }

  #takeOf(campaigns: readonly ShareCampaign[], engines: readonly FleetEngine[]): ShareCampaign[] {
    const { engineId } = this.#deps;
    const assigned = assignFree(engines, campaigns);
    const isOver = !engines.some(({ able }) => able);
    const mayTake = isOver || engines.some(({ id, able }) => id === engineId && able);
    const now = this.#options.holds.now();
    return campaigns.filter(({ key, holder, offeredTo }) => {
      if (holder !== undefined) return false;
      if (assigned.get(key) === engineId) return true;
      const patience = offeredTo === undefined ? leftFor.share : leftFor.offer;
      return mayTake && now - (this.#freeSince.get(key) ?? now) > patience;
    });
  }

  /** Hand-overs that are to begin now. An engine of an older version would end their calls. */
  #plan(campaigns: readonly ShareCampaign[], engines: readonly FleetEngine[]): Move[] {
    const isKnown = ({ holder }: ShareCampaign) =>
      holder === undefined || engines.some(({ id }) => id === holder);
    if (!campaigns.every(isKnown)) return [];
    const moves = planMoves(engines, campaigns).filter(({ from }) => from === this.#deps.engineId);
    return moves.slice(0, Math.max(1, Math.ceil(moves.length / planWithin)));
  }
}

/** Where campaigns are on their way to, by key. Skips those that another engine took meanwhile. */
function offersIn(
  engines: readonly FleetEngine[],
  campaigns: readonly FleetCampaign[],
): Map<string, string> {
  const holders = new Map(campaigns.map((one) => [keyOf(one), one.holder]));
  const offers = new Map<string, string>();
  for (const { id, offers: some } of engines) {
    for (const offer of some) {
      const holder = holders.get(keyOf(offer));
      if (holder === null || holder === id) offers.set(keyOf(offer), offer.to);
    }
  }
  return offers;
}
