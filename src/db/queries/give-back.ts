/**
 * Takes back attempts whose call was surely not placed (the carrier throttled it, it was not
 * written, no agent is free for it any more): their entries wait again, so that the gate judges
 * them again before they are submitted under the same attempt id. Only the lease's holder does it;
 * calls that another engine took over stay with it.
 */
import { callerIdType } from '#contract/campaign.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import type { AttemptKey } from './attempt-key.ts';
import { barringReasonOf } from './barring-reason.ts';
import { blocks } from './blocked-number.ts';
import { type CountedUse, takeBackUses } from './caller-id-use.ts';
import { attemptKindOf } from './contact-cap.ts';
import { type CountedAttempt, countedColumns, lockDailyUse, takeBackUse } from './daily-limit.ts';
import { writeDelays } from './entry-delay.ts';
import type { Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';

/**
 * @param now simulated; the entries are due from then on, after those that were never tried
 * @param reason why they wait; null when they only wait for their turn
 */
export async function giveBack(
  tx: Tx,
  lease: Lease,
  attempts: readonly AttemptKey[],
  now: Date,
  reason: GateReason | null = gateReasons.carrierBusy,
): Promise<void> {
  if (!(await holdsLease(tx, lease))) return;
  // List by list, so that the planner opens one partition.
  const lists = [...new Set(attempts.map((one) => one.callListId))].sort((a, b) => a - b);
  const limited = await lockDailyUse(tx, lease.clientId);
  const uses: CountedUse[] = [];
  for (const callListId of lists) {
    const own = attempts.filter((one) => one.callListId === callListId);
    const entries = own.map((one) => one.entryId);
    uses.push(...(await giveBackOf(tx, lease, callListId, entries, { now, reason, limited })));
  }
  await takeBackUses(tx, lease.clientId, uses);
}

type Taken = { entry_id: number; dynamic: boolean } & CountedUse & CountedAttempt;

/**
 * A number that was blocked meanwhile is barred instead of waiting.
 *
 * @returns the numbers of a bucket that the calls were to show
 */
async function giveBackOf(
  tx: Tx,
  { clientId, campaignId, engineId }: Lease,
  callListId: number,
  entries: number[],
  { now, reason, limited }: { now: Date; reason: GateReason | null; limited: boolean },
): Promise<CountedUse[]> {
  // Filtered by result, for the reason given at end_attempts in functions/attempt-batches.sql.
  const taken = await tx.rows<Taken>(
    `DELETE FROM attempt a
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($3) AND engine_id = $4
       AND result IS NULL
     RETURNING entry_id, caller_id AS phone, caller_id_type = ${callerIdType.dynamic} AS dynamic,
       (attempted_at AT TIME ZONE 'America/New_York')::date::text AS day,
       ${countedColumns}, (SELECT ${attemptKindOf} FROM campaign c
         WHERE c.client_id = $1 AND c.campaign_id = $5) AS kind`,
    [clientId, callListId, entries, engineId, campaignId],
  );
  if (taken.length === 0) return [];
  if (limited) await takeBackUse(tx, clientId, taken[0]?.kind ?? 'call', taken);
  const at = realMs(Date.now());
  tx.journal(
    taken.map((row) => ({
      kind: 'givenBack',
      ...{ clientId, callListId, entryId: row.entry_id, at },
    })),
  );
  const again = await tx.rows<{ entryId: number; barred: GateReason | null }>(
    `SELECT e.entry_id AS "entryId",
       (SELECT ${barringReasonOf} FROM do_not_call d
        WHERE d.client_id = $1 AND ${blocks('d', 'e.phone')}) AS barred
     FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN LATERAL (
       SELECT entry_id, phone FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS e`,
    [clientId, callListId, taken.map((row) => row.entry_id)],
  );
  const delays = again.map(({ entryId, barred }) => ({
    entryId,
    until: barred === null ? now.getTime() : undefined,
    reason: barred ?? reason,
  }));
  await writeDelays(tx, clientId, callListId, delays);
  await tx.run(
    `UPDATE call_list_count SET attempted = attempted - $3
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, callListId, taken.length],
  );
  return taken.filter((row) => row.dynamic && row.phone !== '');
}
