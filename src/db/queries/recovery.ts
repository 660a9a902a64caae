/**
 * What a dead engine left open. Nobody knows what became of those calls, so they end as unknown,
 * with their call records, and are never repeated (spec 3 section 7).
 */
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { ensureCallRecordMonth } from './call-record-month.ts';
import type { Lease } from './lease.ts';
import { type EndedCall, recordResults, resultBatch } from './record.ts';

export interface AttemptKey {
  callListId: number;
  entryId: number;
}

/**
 * Ends open attempts of a campaign that the holder of its lease knows nothing of. The lease's row
 * is locked first: a claim that is still being committed somewhere holds it, so it is waited for.
 *
 * @param isKnown whether a call is in progress here
 * @param note why its outcome is unknown, for support
 * @returns the calls that ended; call again while there are any
 */
export async function endOrphans(
  tx: Tx,
  vault: Vault,
  lease: Lease,
  end: { now: number; note: string; isKnown: (key: AttemptKey) => boolean },
): Promise<AttemptKey[]> {
  const { clientId, campaignId } = lease;
  const held = await tx.run(
    `SELECT FROM campaign_lease
     WHERE client_id = $1 AND campaign_id = $2 AND engine_id = $3 AND fence = $4 FOR UPDATE`,
    [clientId, campaignId, lease.engineId, lease.fence],
  );
  if (held === 0) return [];
  const open = await tx.rows<AttemptKey & { attemptedAt: Date }>(
    `SELECT call_list_id AS "callListId", entry_id AS "entryId", attempted_at AS "attemptedAt"
     FROM attempt
     WHERE client_id = $1 AND campaign_id = $2 AND finished_at IS NULL AND receipt_until IS NULL
     ORDER BY call_list_id, entry_id`,
    [clientId, campaignId],
  );
  const orphans = open.filter((key) => !end.isKnown(key)).slice(0, resultBatch);
  if (orphans.length === 0) return [];
  const months = new Map(orphans.map((one) => [one.attemptedAt.toISOString().slice(0, 7), one]));
  for (const { attemptedAt } of months.values()) await ensureCallRecordMonth(tx, attemptedAt);
  const ended = orphans.map(
    ({ callListId, entryId }): EndedCall => ({
      callListId,
      entryId,
      result: 'unknown',
      answeredAt: null,
      finishedAt: end.now,
      note: end.note,
    }),
  );
  await recordResults(tx, vault, clientId, ended);
  return orphans;
}
