/**
 * Which engine runs which campaign. Every engine computes this from the same rows and does its own
 * part, so all get the same result without a leader. A share is a preference: a campaign that some
 * engine can run is never left without one because shares are full.
 */

export interface ShareEngine {
  id: string;
  /** Unique. Of two equal engines the first by name is chosen. */
  name: string;
  /** It can start calls and texts: it neither drains nor stops, and its clock is right. */
  able: boolean;
  /** Names of the carriers that it is connected to. */
  voice: readonly string[];
  text: readonly string[];
}

export interface ShareCampaign {
  key: string;
  channel: 'voice' | 'text';
  carrier: string;
  /**
   * The engine that owns it; undefined: none. It may be an engine that is not among the given ones.
   */
  holder: string | undefined;
  /** The engine to which its owner is handing it over, or has just done so. */
  offeredTo: string | undefined;
  /** Engines that still follow calls of it. */
  followers: readonly string[];
  /** It is not handed over, because it is about to end. */
  stays: boolean;
  /** What a hand-over costs, in any unit: the cheapest go first. */
  cost: number;
}

export interface Move {
  key: string;
  from: string;
  to: string;
}

/**
 * Assigns each campaign without an owner to one engine: the one that it is handed over to, else the
 * one with the fewest campaigns of those that can run it.
 *
 * @returns engine ids by the campaigns' keys; empty without engines
 */
export function assignFree(
  engines: readonly ShareEngine[],
  campaigns: readonly ShareCampaign[],
): Map<string, string> {
  const share = new Share(engines, campaigns);
  return share.assigned;
}

/**
 * The hand-overs that make the shares even. A campaign moves only when its engine has two more than
 * the one that gets it: even shares stay as they are. Where carriers prevent a direct move between
 * two engines, a third one takes from one and gives to the other.
 */
export function planMoves(
  engines: readonly ShareEngine[],
  campaigns: readonly ShareCampaign[],
): Move[] {
  const share = new Share(engines, campaigns);
  const moves: Move[] = [];
  for (const campaign of share.movable()) {
    const { holder } = campaign;
    if (holder === undefined || share.engine(holder)?.able) continue;
    const to = share.least(share.targets(campaign));
    if (to === undefined) continue;
    moves.push(share.move(campaign, holder, to));
  }
  for (let path = share.unevenPath(); path.length > 0; path = share.unevenPath()) {
    for (const { campaign, from, to } of path) moves.push(share.move(campaign, from, to));
  }
  return moves;
}

/**
 * Campaigns that an engine keeps when it drains, because no other engine can run them.
 *
 * @param engines as they will be; the engine itself is not able
 */
export function keptBy<Campaign extends Pick<ShareCampaign, 'channel' | 'carrier' | 'holder'>>(
  id: string,
  engines: readonly ShareEngine[],
  campaigns: readonly Campaign[],
): Campaign[] {
  return campaigns.filter(
    (one) => one.holder === id && !fitting(engines, one).some(({ able }) => able),
  );
}

/** Engines connected to its carrier come before those that can only place calls. */
function fitting(
  engines: readonly ShareEngine[],
  { channel, carrier }: Pick<ShareCampaign, 'channel' | 'carrier'>,
): readonly ShareEngine[] {
  const connected = engines.filter((one) => one[channel].includes(carrier));
  const able = engines.filter((one) => one.able);
  const tiers = [connected.filter((one) => one.able), connected, able, engines];
  return tiers.find((some) => some.length > 0) ?? [];
}

interface Step {
  campaign: ShareCampaign;
  from: string;
  to: string;
}

/** By the engine that has it and the one that can: the campaign to move. */
type Edges = Map<string, Map<string, ShareCampaign>>;

/** Where each campaign is, and is to be. */
class Share {
  /** By name. */
  readonly #engines: readonly ShareEngine[];
  readonly #byId: ReadonlyMap<string, ShareEngine>;
  /** By key. */
  readonly #campaigns: readonly ShareCampaign[];
  /** Campaigns of each engine. */
  readonly #load: Map<string, number>;
  /** Where each will be. */
  readonly #at = new Map<string, string>();
  readonly #moved = new Set<string>();
  /** Engines for the campaigns without an owner, by key. */
  readonly assigned = new Map<string, string>();

  constructor(engines: readonly ShareEngine[], campaigns: readonly ShareCampaign[]) {
    this.#engines = engines.toSorted((one, other) => compare(one.name, other.name));
    this.#byId = new Map(this.#engines.map((one) => [one.id, one]));
    this.#load = new Map(this.#engines.map(({ id }) => [id, 0]));
    this.#campaigns = campaigns.toSorted((one, other) => compare(one.key, other.key));
    this.#putHeld();
    this.#assignFree();
  }

  engine(id: string): ShareEngine | undefined {
    return this.#byId.get(id);
  }

  /** Cheapest first. */
  movable(): ShareCampaign[] {
    return this.#movable().toSorted((one, other) => one.cost - other.cost);
  }

  /** Engines that can take it over: one that still follows old calls of it cannot. */
  targets(campaign: ShareCampaign): ShareEngine[] {
    return fitting(this.#engines, campaign).filter(
      ({ id, able }) => able && !campaign.followers.includes(id),
    );
  }

  /** @returns the id of the engine with the fewest campaigns */
  least(some: readonly ShareEngine[]): string | undefined {
    let best: string | undefined;
    for (const { id } of some) {
      if (best === undefined || this.#loadOf(id) < this.#loadOf(best)) best = id;
    }
    return best;
  }

  move(campaign: ShareCampaign, from: string, to: string): Move {
    this.#put(campaign.key, to);
    this.#moved.add(campaign.key);
    return { key: campaign.key, from, to };
  }

  /** Empty when the shares are even. */
  unevenPath(): Step[] {
    const edges = this.#edges();
    const most = this.#engines.toSorted(
      (one, other) => this.#loadOf(other.id) - this.#loadOf(one.id),
    );
    for (const { id, able } of most) {
      const path = able ? this.#pathFrom(id, edges) : [];
      if (path.length > 0) return path;
    }
    return [];
  }

  #putHeld(): void {
    for (const { key, holder, offeredTo } of this.#campaigns) {
      const isOffered = offeredTo !== undefined && this.#byId.get(offeredTo)?.able;
      const to = isOffered ? offeredTo : holder;
      if (to !== undefined && this.#byId.has(to)) this.#put(key, to);
    }
  }

  #assignFree(): void {
    for (const campaign of this.#campaigns) {
      const { key, holder, offeredTo } = campaign;
      if (holder !== undefined) continue;
      const some = this.#takers(campaign);
      const id = some.find((one) => one.id === offeredTo)?.id ?? this.least(some);
      if (id === undefined) continue;
      this.#put(key, id);
      this.assigned.set(key, id);
    }
  }

  /**
   * Engines that can take it without an owner: then one that follows old calls is better than none.
   */
  #takers(campaign: ShareCampaign): readonly ShareEngine[] {
    const tier = fitting(this.#engines, campaign);
    const fresh = tier.filter(({ id }) => !campaign.followers.includes(id));
    return fresh.length > 0 ? fresh : tier;
  }

  #loadOf(id: string): number {
    return this.#load.get(id) ?? 0;
  }

  #put(key: string, id: string): void {
    const before = this.#at.get(key);
    if (before !== undefined) this.#load.set(before, this.#loadOf(before) - 1);
    this.#at.set(key, id);
    this.#load.set(id, this.#loadOf(id) + 1);
  }

  #movable(): ShareCampaign[] {
    return this.#campaigns.filter(
      ({ key, holder, offeredTo, stays }) =>
        !stays &&
        offeredTo === undefined &&
        holder !== undefined &&
        this.#byId.has(holder) &&
        !this.#moved.has(key),
    );
  }

  /** From each engine to every engine that can take one of its campaigns, with the cheapest. */
  #edges(): Edges {
    const edges: Edges = new Map();
    for (const campaign of this.#movable()) {
      const from = this.#at.get(campaign.key) ?? '';
      const cheapest = edges.get(from) ?? new Map<string, ShareCampaign>();
      edges.set(from, cheapest);
      for (const { id } of this.targets(campaign)) {
        const known = cheapest.get(id);
        if (id === from || (known && known.cost <= campaign.cost)) continue;
        cheapest.set(id, campaign);
      }
    }
    return edges;
  }

  /** The path from one engine to the least loaded one that it reaches, if that evens them out. */
  #pathFrom(from: string, edges: Edges): Step[] {
    const came = new Map<string, Step | undefined>([[from, undefined]]);
    for (const id of came.keys()) {
      for (const [to, campaign] of edges.get(id) ?? []) {
        if (!came.has(to)) came.set(to, { campaign, from: id, to });
      }
    }
    const reached = [...came.keys()].flatMap((id) => this.#byId.get(id) ?? []);
    const to = this.least(reached) ?? from;
    if (this.#loadOf(to) > this.#loadOf(from) - 2) return [];
    const path: Step[] = [];
    for (let step = came.get(to); step; step = came.get(step.from)) path.unshift(step);
    return path;
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
