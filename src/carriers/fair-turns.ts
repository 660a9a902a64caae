/**
 * Who may hand over next where several campaigns share what a carrier takes: first clients in equal
 * parts, then the campaigns of a client. Counted by what each has had (start-time fair queuing), so
 * that whoever wants less leaves the rest to the others, and nobody saves up for later.
 */

/** Whose call or text it is. */
export interface Sender {
  clientId: number;
  campaignId: number;
}

export interface FairTurns {
  /** The one of these that has had least; undefined when there is none. */
  next<S extends Sender>(waiting: readonly S[]): S | undefined;
  /** It has had so much more, or less where that is below 0. */
  charge(sender: Sender, units: number): void;
  /**
   * How many of `units` this sender may take at once, so that each of `waiting`, who is one of them,
   * finds its part of them when it comes. The one that has had least: 1 at least.
   */
  partOf(units: number, sender: Sender, waiting: readonly Sender[]): number;
}

interface Client {
  had: number;
  /** As below, among the campaigns of this client. */
  floor: number;
  campaigns: Map<number, number>;
}

export function createFairTurns(): FairTurns {
  const clients = new Map<number, Client>();
  /** What those who wait have had at least: who comes anew begins there. */
  let floor = 0;

  const clientHad = (clientId: number) => Math.max(floor, clients.get(clientId)?.had ?? 0);
  function campaignHad({ clientId, campaignId }: Sender): number {
    const client = clients.get(clientId);
    return Math.max(client?.floor ?? 0, client?.campaigns.get(campaignId) ?? 0);
  }

  /** Nobody who waits has had less than the floor; those below it begin anew, and need no row. */
  function raise(waiting: readonly Sender[]): void {
    floor = least(
      waiting.map(({ clientId }) => clientHad(clientId)),
      floor,
    );
    const byClient = Map.groupBy(waiting, ({ clientId }) => clientId);
    for (const [clientId, client] of clients) {
      const own = byClient.get(clientId) ?? [];
      client.floor = least(own.map(campaignHad), client.floor);
      for (const [campaignId, had] of client.campaigns) {
        if (had <= client.floor) client.campaigns.delete(campaignId);
      }
      if (own.length === 0 && client.had <= floor) clients.delete(clientId);
    }
  }

  return {
    next(waiting) {
      raise(waiting);
      let best = waiting[0];
      for (const one of waiting) {
        if (!best) break;
        const ahead = clientHad(best.clientId) - clientHad(one.clientId);
        const same = best.clientId === one.clientId;
        if (same ? campaignHad(one) < campaignHad(best) : ahead > 0) best = one;
      }
      return best;
    },
    charge(sender, units) {
      const { clientId, campaignId } = sender;
      const had = { client: clientHad(clientId), campaign: campaignHad(sender) };
      const client = clients.get(clientId) ?? { had: 0, floor: 0, campaigns: new Map() };
      clients.set(clientId, client);
      client.had = had.client + units;
      client.campaigns.set(campaignId, had.campaign + units);
    },
    partOf(units, sender, waiting) {
      raise(waiting);
      const { clientId } = sender;
      const others = new Set(waiting.map((one) => one.clientId));
      others.delete(clientId);
      const own = waiting.filter((one) => one.clientId === clientId);
      const siblings = own.filter(({ campaignId }) => campaignId !== sender.campaignId);
      const parts = others.size + 1;
      const byClient = lead([...others].map(clientHad), clientHad(clientId), units / parts);
      const byCampaign = lead(
        siblings.map(campaignHad),
        campaignHad(sender),
        units / parts / (siblings.length + 1),
      );
      return Math.max(0, Math.min(units, byClient, byCampaign));
    },
  };
}

const least = (values: readonly number[], otherwise: number) =>
  values.length > 0 ? Math.min(...values) : otherwise;

/** How many it may take until it is its part ahead of the least of the others. */
function lead(others: readonly number[], had: number, part: number): number {
  if (others.length === 0) return Number.POSITIVE_INFINITY;
  // Sums of parts of parts miss a whole number by some 1e-12.
  return Math.floor(Math.min(...others) - had + Math.max(1, part) + 1e-9);
}
