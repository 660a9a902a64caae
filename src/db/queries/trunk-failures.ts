/** Calls of a campaign that failed at the trunk itself, in a row, and the stop that follows. */
import { runStatus } from '#contract/campaign.ts';
import type { ReasonOf } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import type { Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';
import { plainJson } from './plain-json.ts';

/** An engine that has lost the campaign stores nothing: another one counts. */
export async function noteTrunkFailures(tx: Tx, lease: Lease, failures: number): Promise<void> {
  if (!(await holdsLease(tx, lease))) return;
  await tx.run(
    'UPDATE campaign SET trunk_failures = $3 WHERE client_id = $1 AND campaign_id = $2',
    [lease.clientId, lease.campaignId, failures],
  );
}

/**
 * Running -> Stopping, with the reason, which stays. Neither a schedule nor a new list starts it
 * again: see tryStart.
 */
export async function stopByTrunk(
  tx: Tx,
  lease: Lease,
  failures: number,
  reason: ReasonOf<'trunk_failed'>,
): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const stopped = await tx.run(
    `UPDATE campaign
     SET run_status = ${runStatus.stopping}, reason = $4::jsonb, scheduled_start = false,
       trunk_failures = $3, trunk_stopped = true
     WHERE client_id = $1 AND campaign_id = $2 AND run_status = ${runStatus.running}`,
    [lease.clientId, lease.campaignId, failures, plainJson(reason)],
  );
  return stopped === 1;
}
