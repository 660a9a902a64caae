/** What campaigns had of what a carrier takes, from its own log. */

interface Sender {
  clientId: number;
  campaignId: number;
}

export interface Shares {
  /** Of what is granted. */
  ratio: number;
  /** Seconds in which nobody had anything. */
  stop: number;
  /** Seconds that one campaign waited beyond its own interval. */
  wait: number;
  line: string;
}

/**
 * @param events what the carrier took, in order
 * @param of `perSecond`: what is granted to all together
 */
export function sharesOf(
  events: readonly (Sender & { at: number })[],
  campaigns: readonly Sender[],
  { from, until, perSecond }: { from: number; until: number; perSecond: number },
): Shares {
  const granted = (perSecond * (until - from)) / 1_000;
  const clients = new Set(campaigns.map(({ clientId }) => clientId)).size;
  const longest = (instants: readonly number[]) =>
    Math.max(...[...instants, until].map((at, n) => at - (instants[n - 1] ?? from))) / 1_000;
  const parts: number[] = [];
  let wait = 0;
  for (const { clientId, campaignId } of campaigns) {
    const own = events.filter((one) => one.campaignId === campaignId && one.clientId === clientId);
    const siblings = campaigns.filter((one) => one.clientId === clientId).length;
    parts.push(own.length / (granted / clients / siblings));
    const interval = (clients * siblings) / perSecond;
    wait = Math.max(wait, longest(own.map(({ at }) => at)) - interval);
  }
  const ratio = events.length / granted;
  const stop = longest(events.map(({ at }) => at));
  const [low, high] = [Math.min(...parts), Math.max(...parts)].map((one) => one.toFixed(2));
  const line =
    `${ratio.toFixed(3)} of it, longest stop ${stop.toFixed(1)} s, ` +
    `of one campaign ${Math.max(0, wait).toFixed(1)} s beyond its interval, parts ${low} to ${high}`;
  return { ratio, stop, wait, line };
}
