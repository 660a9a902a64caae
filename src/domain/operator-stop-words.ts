/** How an operator's stop is named to people. */

/** What a stop names. */
export type StopReach =
  | { scope: 'all' }
  | { scope: 'client'; client: string }
  | { scope: 'carrier'; carrier: string };

/** A stop as engines and managers see it; the client needs no name there. */
export interface StopWord {
  scope: StopReach['scope'];
  carrier: string | null;
  /** ISO 8601, real time. */
  since: string;
  /** As the operator typed it; '' when nothing was said. */
  reason: string;
}

/** `all calls and texts`, `the client "demo"`, for the operator. */
export function reachWords(reach: StopReach): string {
  if (reach.scope === 'all') return 'all calls and texts';
  return reach.scope === 'client'
    ? `the client "${reach.client}"`
    : `the carrier "${reach.carrier}"`;
}

/** The option that names it: `--client=demo`. */
export function reachOption(reach: StopReach): string {
  if (reach.scope === 'all') return '--all';
  return reach.scope === 'client' ? `--client=${reach.client}` : `--carrier=${reach.carrier}`;
}
