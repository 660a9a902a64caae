/**
 * Who may submit next where several campaigns share the capacity of a carrier: first clients in
 * equal parts, then the campaigns of a client. Counted by what each has had (start-time fair
 * queuing): a campaign that wants less leaves the rest to the others, and none saves up for later.
 * Of those that have had the same, the one that has waited longest is first.
 */

/** The campaign of a call or text. */
export interface Sender {
  clientId: number;
  campaignId: number;
}

export interface FairTurns {
  /** Adds to what it has had; `units` may be negative. */
  charge(sender: Sender, units: number): void;
  /**
   * How many of `units` this sender may take at once, so that each of `waiting`, which includes it,
   * still gets its part: 0 when those before it take them all.
   *
   * @param remembered those waiting and those absent for a moment, which lose nothing by it
   */
  partOf(
    units: number,
    sender: Sender,
    waiting: readonly Sender[],
    remembered?: readonly Sender[],
  ): number;
}

/** What a client or campaign has had, and when it had its last turn. */
interface Had {
  units: number;
  turn: number;
}

interface Client extends Had {
  /** As `floor` below, among the campaigns of this client. */
  floor: number;
  campaigns: Map<number, Had>;
}

export function createFairTurns(): FairTurns {
  const clients = new Map<number, Client>();
  /** The least that any waiting client has had: a new one begins there. */
  let floor = 0;
  let turn = 0;

  const clientHad = (clientId: number) => above(floor, clients.get(clientId));
  function campaignHad({ clientId, campaignId }: Sender): Had {
    const client = clients.get(clientId);
    return above(client?.floor ?? 0, client?.campaigns.get(campaignId));
  }

  /** No waiting client has had less than the floor; others below it begin anew, and need no row. */
  function raise(waiting: readonly Sender[]): void {
    floor = least(
      waiting.map(({ clientId }) => clientHad(clientId).units),
      floor,
    );
    const byClient = Map.groupBy(waiting, ({ clientId }) => clientId);
    for (const [clientId, client] of clients) {
      const own = byClient.get(clientId) ?? [];
      client.floor = least(
        own.map((one) => campaignHad(one).units),
        client.floor,
      );
      const stays = new Set(own.map(({ campaignId }) => campaignId));
      for (const [campaignId, { units }] of client.campaigns) {
        if (units <= client.floor && !stays.has(campaignId)) client.campaigns.delete(campaignId);
      }
      if (own.length === 0 && client.units <= floor) clients.delete(clientId);
    }
  }

  return {
    charge(sender, units) {
      const { clientId, campaignId } = sender;
      const of = { client: clientHad(clientId), campaign: campaignHad(sender) };
      if (units > 0) turn += 1;
      const after = (had: Had): Had => ({
        units: had.units + units,
        turn: units > 0 ? turn : had.turn,
      });
      const { floor: own = 0, campaigns = new Map<number, Had>() } = clients.get(clientId) ?? {};
      clients.set(clientId, { ...after(of.client), floor: own, campaigns });
      campaigns.set(campaignId, after(of.campaign));
    },
    partOf(units, sender, waiting, remembered = waiting) {
      raise(remembered);
      const { clientId, campaignId } = sender;
      const siblings = waiting
        .filter((one) => one.clientId === clientId && one.campaignId !== campaignId)
        .map(campaignHad);
      const others = [...new Set(waiting.map((one) => one.clientId))]
        .filter((one) => one !== clientId)
        .map(clientHad);
      const own = { client: clientHad(clientId), campaign: campaignHad(sender) };
      const before = siblings.filter((one) => isBefore(one, own.campaign)).length;
      // The campaigns before it take that many rounds of its client's turns.
      const ahead = others.map((one) => turnsAhead(one, own.client, before));
      if (before + ahead.reduce((sum, n) => sum + n, 0) >= units) return 0;
      const part = units / (others.length + 1);
      const byClient = allowance(others, own.client, part);
      const byCampaign = allowance(siblings, own.campaign, part / (siblings.length + 1));
      return Math.max(0, Math.min(units, byClient, byCampaign));
    },
  };
}

const above = (floor: number, had: Had | undefined): Had => ({
  units: Math.max(floor, had?.units ?? 0),
  turn: had?.turn ?? 0,
});

const least = (values: readonly number[], otherwise: number) =>
  values.length > 0 ? Math.min(...values) : otherwise;

const isBefore = (one: Had, other: Had) =>
  one.units < other.units || (one.units === other.units && one.turn < other.turn);

/** How many turns another client has before this one has had `rounds` and comes to its next. */
function turnsAhead(other: Had, own: Had, rounds: number): number {
  const first = other.turn < own.turn ? 1 : 0;
  return Math.max(0, Math.floor(own.units + rounds - other.units) + first);
}

/** How many it may take until it is `part` ahead of the least of the others. */
function allowance(others: readonly Had[], { units }: Had, part: number): number {
  if (others.length === 0) return Number.POSITIVE_INFINITY;
  // Sums of parts of parts miss a whole number by some 1e-12.
  const from = Math.min(...others.map((one) => one.units));
  return Math.floor(from - units + Math.max(1, part) + 1e-9);
}
