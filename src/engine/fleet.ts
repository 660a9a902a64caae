/**
 * This engine among the others: tells of itself, takes its share of the campaigns that are nobody's,
 * and hands over what it has too much of. What the shares are: domain/engine-share.ts.
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
import type { RunnerDeps } from './deps.ts';
import { type FleetOptions, HandOvers, keyOf, type StoodLook } from './fleet-hand-over.ts';
import type { HeldLease } from './lease-holds.ts';

export interface FleetLook extends StoodLook {
  take: CampaignKey[];
  told: boolean;
  planned: boolean;
}

/** Real milliseconds between two looks at the shares, and at the most between two words of this engine. */
const planEvery = 1_000;
/** One hand-over begins a second; more where a newcomer would wait for its share for too long. */
const planWithin = 20;
/**
 * Real milliseconds that a free campaign is left to the engine whose it is: it may be about to die.
 * Longer where an engine has let go of it for that one.
 */
const leftFor = { share: 1_000, offer: 3_000 };

export class Fleet {
  readonly #deps: RunnerDeps;
  readonly #options: FleetOptions;
  readonly #self: EngineSelf;
  readonly #handOvers: HandOvers;
  /** Since when nobody has them, by key. */
  #freeSince = new Map<string, number>();
  /** Also of those whose row is no more: one that starts anew takes its own name back. */
  readonly #names = new Map<string, string>();
  #hasLooked = false;
  /** Real milliseconds between two words of this engine. */
  readonly #tellEvery: number;
  /** On `holds.now()`. */
  #tellAt = Number.NEGATIVE_INFINITY;
  #planAt = Number.NEGATIVE_INFINITY;

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
    this.#tellEvery = Math.min(planEvery, options.leaseSeconds * 250);
  }

  /**
   * In the transaction of the leases, which may be repeated: tells of this engine once a second.
   *
   * @returns what `stand` is to be told after the commit; `take`: the free campaigns that are this engine's
   */
  async look(tx: Tx, here: ConnectedHere): Promise<FleetLook> {
    const now = this.#options.holds.now();
    const living = await readLivingEngines(tx);
    const engines = this.#withSelf(living, here);
    const campaigns = await readSharedCampaigns(tx, this.#deps.engineId);
    const offers = offersIn(engines, campaigns);
    const shares = campaigns.map((one) => this.#shareOf(one, offers.get(keyOf(one))));
    const byKey = new Map(campaigns.map((one) => [keyOf(one), one]));
    const toTake = this.#deps.isDraining() ? [] : this.#takeOf(shares, engines);
    const take = toTake.flatMap(({ key }) => byKey.get(key) ?? []);
    if (!this.#hasLooked || take.length > 0) {
      for (const [id, name] of await readEngineNames(tx)) this.#names.set(id, name);
      this.#hasLooked = true;
    }
    for (const { id, name } of living) this.#names.set(id, name);
    const planned = now >= this.#planAt;
    const moves = planned ? this.#plan(shares, engines) : [];
    const begin = moves.flatMap(({ key, to }) => {
      const campaign = byKey.get(key);
      return campaign ? [{ clientId: campaign.clientId, campaignId: campaign.campaignId, to }] : [];
    });
    const told = now >= this.#tellAt || begin.length > 0;
    if (told) await this.#tell(tx, here, begin);
    return { asked: now, take, engines, campaigns, begin, told, planned };
  }

  /** @param prolonged leases that the same transaction prolonged */
  stand(look: FleetLook, prolonged: readonly CampaignKey[]): void {
    const now = this.#options.holds.now();
    if (look.told) this.#tellAt = now + this.#tellEvery;
    if (look.planned) this.#planAt = now + planEvery;
    const free = look.campaigns.filter(({ holder }) => holder === null).map(keyOf);
    this.#freeSince = new Map(free.map((key) => [key, this.#freeSince.get(key) ?? now]));
    this.#handOvers.stand(look, prolonged);
  }

  /** What another engine is called, or was; undefined when nobody knows. */
  nameOf(engineId: string): string | undefined {
    return this.#names.get(engineId);
  }

  /**
   * Goes on with what is being handed over.
   *
   * @param held the leases that this engine has
   */
  handOver(held: readonly HeldLease[]): Promise<void>[] {
    return this.#handOvers.goOn(held);
  }

  /** At the end: others need not wait for this engine. */
  async leave(): Promise<void> {
    const { engineId, leaseDb = this.#deps.db, log } = this.#deps;
    try {
      await asPlatform(leaseDb, (tx) => dropEngine(tx, engineId));
    } catch (error) {
      log.warn({ err: error }, 'the other engines learn only by and by that this one has ended');
    }
  }

  async #tell(tx: Tx, here: ConnectedHere, begin: readonly Offer[]): Promise<void> {
    const { engineId, clockCheck } = this.#deps;
    const { leaseSeconds } = this.#options;
    const word = {
      ...{ connected: here, idleBecause: this.#idleBecause() },
      clockOffsetMs: clockCheck?.offsetMs?.() ?? null,
      offers: [...this.#handOvers.offers(), ...begin],
    };
    await writeEngine(tx, this.#self, word, leaseSeconds);
    if (this.#handOvers.mayFollow()) {
      await writeFollowed(tx, engineId, this.#handOvers.followed(), leaseSeconds);
    }
  }

  #idleBecause(): Reason | null {
    if (this.#deps.isDraining()) return { code: 'engine_stopping' };
    return this.#deps.clockCheck?.off()?.reason ?? null;
  }

  /** By what it knows itself, which may be newer than its row. */
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

  #takeOf(look: readonly ShareCampaign[], engines: readonly FleetEngine[]): ShareCampaign[] {
    const { engineId } = this.#deps;
    const assigned = assignFree(engines, look);
    const isOver = !engines.some(({ able }) => able);
    const mayTake = isOver || engines.some(({ id, able }) => id === engineId && able);
    const now = this.#options.holds.now();
    return look.filter(({ key, holder, offeredTo }) => {
      if (holder !== undefined) return false;
      if (assigned.get(key) === engineId) return true;
      const patience = offeredTo === undefined ? leftFor.share : leftFor.offer;
      return mayTake && now - (this.#freeSince.get(key) ?? now) > patience;
    });
  }

  /** Hand-overs that are to begin now. An engine of before this rule would end their calls. */
  #plan(look: readonly ShareCampaign[], engines: readonly FleetEngine[]): Move[] {
    const isKnown = ({ holder }: ShareCampaign) =>
      holder === undefined || engines.some(({ id }) => id === holder);
    if (!look.every(isKnown)) return [];
    const moves = planMoves(engines, look).filter(({ from }) => from === this.#deps.engineId);
    return moves.slice(0, Math.max(1, Math.ceil(moves.length / planWithin)));
  }
}

/** To whom campaigns are on their way, by key. What somebody else has taken meanwhile is not. */
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
