import type { Tx } from '../database.ts';
import { isLease, leaseKey } from '../lease-states.ts';
import type { Lease } from './lease.ts';

/**
 * Whether the lease is still this one. Waits for a takeover in progress, then holds off the next one
 * until this transaction ends: so it comes first in every transaction of a campaign's owner. A lease
 * that ran out counts as long as no other engine took the campaign.
 *
 * @param lock UPDATE also waits for claims that are being committed
 */
export async function holdsLease(
  tx: Tx,
  lease: Lease,
  lock: 'SHARE' | 'UPDATE' = 'SHARE',
): Promise<boolean> {
  const held = await tx.run(
    `SELECT FROM campaign_lease l WHERE ${isLease('l')} FOR ${lock}`,
    leaseKey(lease),
  );
  return held === 1;
}
