/**
 * Takes back attempts whose call the carrier surely did not place (throttled, not written): their
 * entries wait again, so that the gate looks at them anew before they are handed over under the
 * same attempt id. Only the lease's holder does it; what another engine took over stays with it.
 */
import { type GateReason, gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { barringReasonOf } from './barring-reason.ts';
import type { Lease } from './lease.ts';
import type { AttemptKey } from './recovery.ts';

/** @param now simulated; the entries are due from then on, behind those that were never tried */
export async function giveBack(
  tx: Tx,
  lease: Lease,
  attempts: readonly AttemptKey[],
  now: Date,
): Promise<void> {
  const { clientId, campaignId, engineId, fence } = lease;
  const held = await tx.run(
    `SELECT FROM campaign_lease
     WHERE client_id = $1 AND campaign_id = $2 AND engine_id = $3 AND fence = $4 FOR SHARE`,
    [clientId, campaignId, engineId, fence],
  );
  if (held === 0) return;
  // List by list, so that the planner opens one partition.
  const lists = [...new Set(attempts.map((one) => one.callListId))].sort((a, b) => a - b);
  for (const callListId of lists) {
    const own = attempts.filter((one) => one.callListId === callListId);
    const entries = own.map((one) => one.entryId);
    await giveBackOf(tx, lease, callListId, entries, now);
  }
}

/** A number that joined the do-not-call list meanwhile is barred instead of waiting. */
async function giveBackOf(
  tx: Tx,
  { clientId, engineId }: Lease,
  callListId: number,
  entries: number[],
  now: Date,
): Promise<void> {
  const taken = await tx.rows<{ entry_id: number }>(
    `DELETE FROM attempt
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($3) AND engine_id = $4
       AND finished_at IS NULL
     RETURNING entry_id`,
    [clientId, callListId, entries, engineId],
  );
  if (taken.length === 0) return;
  const waiting = await tx.rows<{ barred: boolean; reason: string }>(
    `UPDATE list_entry e
     SET state = CASE WHEN d.phone IS NULL THEN 0 ELSE 2 END,
       due_at = $4,
       reason = CASE WHEN d.phone IS NULL THEN $5 ELSE ${barringReasonOf} END
     FROM unnest($3::integer[]) AS v (entry_id)
     JOIN list_entry own ON own.client_id = $1 AND own.call_list_id = $2
       AND own.entry_id = v.entry_id
     LEFT JOIN do_not_call d ON d.client_id = $1 AND d.phone = own.phone
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = v.entry_id
     RETURNING d.phone IS NOT NULL AS barred, e.reason`,
    [clientId, callListId, taken.map((row) => row.entry_id), now, gateReasons.carrierBusy],
  );
  const barred = waiting.filter((row) => row.barred);
  const because = (reason: GateReason) => barred.filter((row) => row.reason === reason).length;
  await tx.run(
    `UPDATE call_list_count SET attempted = attempted - $3, barred = barred + $4,
       barred_key = barred_key + $5, barred_text = barred_text + $6
     WHERE client_id = $1 AND call_list_id = $2`,
    [
      ...[clientId, callListId, taken.length, barred.length],
      ...[because(gateReasons.optOutKey), because(gateReasons.optOutText)],
    ],
  );
}
