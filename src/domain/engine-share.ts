/**
 * Which engine runs which campaign. Every engine works this out by itself, from the same rows, and
 * does its own part: so all come to the same answer, and nobody has to lead. A share is a preference:
 * a campaign that some engine can run is never without one because shares are full.
 */

export interface ShareEngine {
  id: string;
  /** Nobody else has it. Of two that are equal the first by name is chosen. */
  name: string;
  /** It may begin calls and texts: it neither drains nor stops, and its clock is right. */
  able: boolean;
  /** Names of the carriers that it is connected to. */
  voice: readonly string[];
  text: readonly string[];
}

export interface ShareCampaign {
  key: string;
  channel: 'voice' | 'text';
  carrier: string;
  /** Whose it is; undefined: nobody's. An engine that is not among the given ones may have it. */
  holder: string | undefined;
  /** To whom its engine is handing it over, or has just done so. */
  offeredTo: string | undefined;
  /** Engines that still follow calls of it. */
  followers: readonly string[];
  /** It is not handed over: it is about to end. */
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
 * Gives each campaign that is nobody's to one engine: the one that it is handed over to, else the one
 * with the fewest campaigns of those that can run it.
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
 * The hand-overs that make the shares even. A move is only made when its engine has two campaigns more
 * than the one that gets it: even shares stay as they are. Where carriers of some engines keep two
 * engines from a direct move, a third one between them takes from one and gives to the other.
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
 * Campaigns that an engine keeps when it is emptied: nobody else can run them. They wait nowhere else, so
 * they stay.
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

/** Who is connected to its carrier goes before who may place something at all. */
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
  /** Engines for the campaigns that are nobody's, by key. */
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

  /** To whom it may be handed over: an engine goes on with it only when its old calls of it have ended. */
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

  /** Who may take it when it is nobody's: then an engine that follows old calls is better than none. */
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

  /** To every engine that can have one of another one's campaigns, with the cheapest of those. */
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

  /** The way from one engine to the one with the least that it leads to, if that evens them out. */
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
