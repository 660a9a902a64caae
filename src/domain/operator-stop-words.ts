/** How a stop by the operator or an administrator is named to people. */

/** What a stop names. */
export type StopReach =
  | { scope: 'all' }
  | { scope: 'client'; client: string }
  | { scope: 'carrier'; carrier: string };

/** A stop as engines and managers see it; the client needs no name there. */
export interface StopWord {
  scope: StopReach['scope'];
  carrier: string | null;
  /** ISO 8601, by the platform's clock. */
  since: string;
  /** As it was typed; '' when nothing was said. */
  reason: string;
  /** The administrator of the client who set it; null for the operator's. */
  by: string | null;
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
