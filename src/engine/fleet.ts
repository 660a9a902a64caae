/**
 * This engine among the others: tells of itself, takes its share of the campaigns that are nobody's,
 * and hands over what it has too much of. What the shares are: domain/engine-share.ts.
 */
import { hostname } from 'node:os';
import type { Tx } from '#db/database.ts';
import { asPlatform } from '#db/database.ts';
import {
  dropEngine,
  type FleetCampaign,
  type FleetEngine,
  readEngineNames,
  readLivingEngines,
  readSharedCampaigns,
  writeEngine,
  writeFollowed,
} from '#db/queries/engine.ts';
import type { CampaignKey, ConnectedHere } from '#db/queries/lease.ts';
import { assignFree, planMoves, type ShareCampaign } from '#domain/engine-share.ts';
import type { RunnerDeps } from './deps.ts';
import { createHandOvers, type FleetOptions, keyOf, type StoodLook } from './fleet-hand-over.ts';

export interface Fleet {
  /**
   * In the transaction of the leases, which may be repeated: tells of this engine once a second.
   *
   * @returns what `stand` is to be told after the commit; `take`: the free campaigns that are this engine's
   */
  look(tx: Tx, here: ConnectedHere): Promise<FleetLook>;
  /** @param prolonged leases that the same transaction prolonged */
  stand(look: FleetLook, prolonged: readonly CampaignKey[]): void;
  /** What another engine is called, or was; undefined when nobody knows. */
  nameOf(engineId: string): string | undefined;
  /** Goes on with what is being handed over. */
  handOver(): Promise<void>[];
  /** At the end: others need not wait for this engine. */
  leave(): Promise<void>;
}

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

export function createFleet(deps: RunnerDeps, options: FleetOptions): Fleet {
  const { engineId, leaseDb = deps.db, clockCheck, log } = deps;
  const { leaseSeconds, holds, runners } = options;
  const self = {
    name: `engine-${engineId.slice(0, 8)}`,
    carrierName: engineId,
    host: hostname(),
    version: '',
    ...deps.self,
    engineId,
  };
  const tellEvery = Math.min(planEvery, leaseSeconds * 250);
  const handOvers = createHandOvers(deps, options);
  /** Since when nobody has them, by key. */
  let freeSince = new Map<string, number>();
  /** Also of those whose row is no more: one that starts anew takes its own name back. */
  const names = new Map<string, string>();
  let hasLooked = false;
  let tellAt = Number.NEGATIVE_INFINITY;
  let planAt = Number.NEGATIVE_INFINITY;

  function idleBecause(): string | null {
    if (deps.isDraining()) return 'It is being stopped.';
    return clockCheck?.off()?.reason ?? null;
  }

  /** By what it knows itself, which may be newer than its row. */
  function withSelf(living: FleetEngine[], here: ConnectedHere): FleetEngine[] {
    const row = living.find(({ id }) => id === engineId);
    const able = idleBecause() === null && !row?.draining;
    const offers = handOvers.offers();
    const name = row?.name ?? self.name;
    const own = { id: engineId, name, able, draining: row?.draining ?? false, ...here, offers };
    return [...living.filter(({ id }) => id !== engineId), own];
  }

  function shareOf(campaign: FleetCampaign, offeredTo: string | undefined): ShareCampaign {
    const { channel, carrier, holder, followers, stopping, linkback } = campaign;
    const key = keyOf(campaign);
    return {
      ...{ key, channel, carrier, followers, offeredTo },
      holder: holder ?? undefined,
      stays: stopping || handOvers.rests(key),
      // A Linkback's agents are idle while its calls end.
      cost: (linkback ? 1_000_000 : 0) + (runners.get(key)?.calls() ?? 0),
    };
  }

  function takeOf(look: readonly ShareCampaign[], engines: readonly FleetEngine[]) {
    const assigned = assignFree(engines, look);
    const isOver = !engines.some(({ able }) => able);
    const mayTake = isOver || engines.some(({ id, able }) => id === engineId && able);
    const now = holds.now();
    return look.filter(({ key, holder, offeredTo }) => {
      if (holder !== undefined) return false;
      if (assigned.get(key) === engineId) return true;
      const patience = offeredTo === undefined ? leftFor.share : leftFor.offer;
      return mayTake && now - (freeSince.get(key) ?? now) > patience;
    });
  }

  /** Hand-overs that are to begin now. An engine of before this rule would end their calls. */
  function plan(look: readonly ShareCampaign[], engines: readonly FleetEngine[]) {
    const isKnown = ({ holder }: ShareCampaign) =>
      holder === undefined || engines.some(({ id }) => id === holder);
    if (!look.every(isKnown)) return [];
    const moves = planMoves(engines, look).filter(({ from }) => from === engineId);
    return moves.slice(0, Math.max(1, Math.ceil(moves.length / planWithin)));
  }

  return {
    async look(tx, here) {
      const now = holds.now();
      const living = await readLivingEngines(tx);
      const engines = withSelf(living, here);
      const campaigns = await readSharedCampaigns(tx, engineId);
      const offers = offersIn(engines, campaigns);
      const shares = campaigns.map((one) => shareOf(one, offers.get(keyOf(one))));
      const byKey = new Map(campaigns.map((one) => [keyOf(one), one]));
      const keysOf = (some: readonly { key: string }[]) =>
        some.flatMap(({ key }) => byKey.get(key) ?? []);
      const take = deps.isDraining() ? [] : keysOf(takeOf(shares, engines));
      if (!hasLooked || take.length > 0) {
        for (const [id, name] of await readEngineNames(tx)) names.set(id, name);
        hasLooked = true;
      }
      for (const { id, name } of living) names.set(id, name);
      const planned = now >= planAt;
      const moves = planned ? plan(shares, engines) : [];
      const begin = moves.flatMap(({ key, to }) => {
        const campaign = byKey.get(key);
        return campaign
          ? [{ clientId: campaign.clientId, campaignId: campaign.campaignId, to }]
          : [];
      });
      const told = now >= tellAt || begin.length > 0;
      if (told) {
        const word = {
          ...{ connected: here, idleBecause: idleBecause() },
          clockOffsetMs: clockCheck?.offsetMs?.() ?? null,
          offers: [...handOvers.offers(), ...begin],
        };
        await writeEngine(tx, self, word, leaseSeconds);
        if (handOvers.mayFollow()) {
          await writeFollowed(tx, engineId, handOvers.followed(), leaseSeconds);
        }
      }
      return { asked: now, take, engines, campaigns, begin, told, planned };
    },
    stand({ asked, engines, campaigns, begin, told, planned }, prolonged) {
      const now = holds.now();
      if (told) tellAt = now + tellEvery;
      if (planned) planAt = now + planEvery;
      const free = campaigns.filter(({ holder }) => holder === null).map(keyOf);
      freeSince = new Map(free.map((key) => [key, freeSince.get(key) ?? now]));
      handOvers.stand({ asked, engines, campaigns, begin }, prolonged);
    },
    nameOf: (id) => names.get(id),
    handOver: handOvers.goOn,
    async leave() {
      try {
        await asPlatform(leaseDb, (tx) => dropEngine(tx, engineId));
      } catch (error) {
        log.warn({ err: error }, 'the other engines learn only by and by that this one has ended');
      }
    },
  };
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
