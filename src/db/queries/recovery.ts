/**
 * Ends the orphaned calls of dead engines. Nobody knows what became of them, so they end as
 * unknown, with their call records, and are never repeated (spec 3 section 7). An engine may be
 * slow rather than dead: its calls with an agent are kept for a while, so that it can claim them.
 * An engine that handed the campaign over follows its calls to their end.
 */

import type { StoredNote } from '#contract/note.ts';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { askedAtSql, waitLeft } from './agent-wait.ts';
import type { AttemptKey } from './attempt-key.ts';
import { ensureCallRecordMonth } from './call-record-month.ts';
import type { EndedCall } from './ended-call.ts';
import { isFollowed } from './engine.ts';
import type { Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';
import { recordResults, resultBatch } from './record.ts';

export interface OrphansEnd {
  now: SimMs;
  /** Why the outcome is unknown, for support. */
  note: StoredNote;
  /** Whether a call is in progress here. */
  isKnown: (key: AttemptKey) => boolean;
  /** Keep another engine's calls with an agent, even if that engine does not claim them. */
  keepsAgents: boolean;
}

/**
 * Ends open attempts of a campaign that the owner does not know. The lease's row is locked first: a
 * claim that is still being committed somewhere holds it, so it is waited for.
 *
 * @returns the calls that were ended: call again while there are any; how many were kept, and how
 *   many of those have an agent, who is busy
 */
export async function endOrphans(
  tx: Tx,
  vault: Vault,
  lease: Lease,
  end: OrphansEnd,
): Promise<{ ended: AttemptKey[]; kept: number; agents: number }> {
  const { clientId, campaignId } = lease;
  if (!(await holdsLease(tx, lease, 'UPDATE'))) return { ended: [], kept: 0, agents: 0 };
  const open = await tx.rows<
    AttemptKey & {
      attemptedAt: Date;
      reachedAt: Date | null;
      askedAt: Date | null;
      connectedAt: Date | null;
      agent: boolean;
      held: boolean;
      followed: boolean;
    }
  >(
    `SELECT call_list_id AS "callListId", entry_id AS "entryId", attempted_at AS "attemptedAt",
       reached_at AS "reachedAt",
       ${askedAtSql} AS "askedAt", a.connected_at AS "connectedAt",
       agent_called_at IS NOT NULL AND engine_id <> $3 AS agent,
       coalesce(held_until > clock_timestamp(), false) AS held,
       engine_id <> $3 AND ${isFollowed} AS followed
     FROM attempt a
     WHERE client_id = $1 AND campaign_id = $2 AND ${inFlight()}
     ORDER BY call_list_id, entry_id`,
    [clientId, campaignId, lease.engineId],
  );
  const unknown = open.filter((key) => !end.isKnown(key));
  const isKept = ({ agent, held, followed }: (typeof open)[number]) =>
    followed || (agent && (held || end.keepsAgents));
  const others = unknown.filter(isKept);
  const kept = others.length;
  const agents = others.filter(({ agent }) => agent).length;
  const orphans = unknown.filter((one) => !isKept(one)).slice(0, resultBatch);
  if (orphans.length === 0) return { ended: [], kept, agents };
  const months = new Map(orphans.map((one) => [one.attemptedAt.toISOString().slice(0, 7), one]));
  for (const { attemptedAt } of months.values()) await ensureCallRecordMonth(tx, attemptedAt);
  const ended = orphans.map((one): EndedCall => {
    const { callListId, entryId, reachedAt } = one;
    const { wait, course } = waitLeft(one, end.now);
    return {
      ...{ callListId, entryId, result: 'unknown', answeredAt: null, finishedAt: end.now },
      ...{ note: end.note, reachedAt: reachedAt ? simMs(reachedAt.getTime()) : undefined },
      ...(wait && { linkback: { wait }, course }),
    };
  });
  await recordResults(tx, vault, clientId, ended);
  return { ended: orphans, kept, agents };
}

/**
 * An engine that lost the campaign reports that these calls are still in flight, so that nobody
 * ends them. In order, so that it and a recorder never deadlock.
 *
 * @param seconds real ones
 */
export async function holdCalls(
  tx: Tx,
  { clientId, engineId }: Pick<Lease, 'clientId' | 'engineId'>,
  calls: readonly AttemptKey[],
  seconds: number,
): Promise<void> {
  const inOrder = calls.toSorted((a, b) => a.callListId - b.callListId || a.entryId - b.entryId);
  for (const { callListId, entryId } of inOrder) {
    await tx.run(
      `UPDATE attempt SET held_until = clock_timestamp() + make_interval(secs => $5)
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3 AND engine_id = $4
         AND finished_at IS NULL`,
      [clientId, callListId, entryId, engineId, seconds],
    );
  }
}
