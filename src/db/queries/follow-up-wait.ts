/**
 * What time decides: texts that were not answered, and Completed campaigns that follow-ups came to.
 * Each step is safe to repeat, after a kill or beside another engine.
 */
import { runStatus } from '#contract/campaign.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { isInUse } from '../list-states.ts';
import { listBecameReady } from './campaign-run.ts';
import { makeFollowUps } from './follow-up.ts';
import { storeWaits, type Waiting } from './follow-up-aim.ts';
import { planFollowUps } from './follow-up-plan.ts';
import { isWorld } from './hold.ts';
import { addToCounts } from './record.ts';

/** Texts in one transaction. */
const batch = 200;

/** For the platform: clients with a text whose time to be answered is over. */
export async function clientsWithDueReplies(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx.rows<{ client_id: number }>(
    'SELECT DISTINCT client_id FROM follow_up_wait WHERE due_at <= $1 ORDER BY client_id',
    [now],
  );
  return rows.map((row) => row.client_id);
}

/**
 * Follows up texts that nobody answered in time; those that were answered are done with, and those
 * whose rule waits longer by now wait on. The lock of lists comes before their rows, as where results are
 * recorded.
 *
 * @param world as of a claim: in another one, or on hold, nothing is taken; undefined: not checked
 * @returns how many were looked at: call again while it is above 0
 */
export async function followUnanswered(
  tx: Tx,
  vault: Vault,
  clientId: number,
  now: Date,
  world?: string,
): Promise<number> {
  const due = await tx.rows<{ callListId: number; entryId: number }>(
    `SELECT call_list_id AS "callListId", entry_id AS "entryId" FROM follow_up_wait
     WHERE client_id = $1 AND due_at <= $2 AND ${isWorld('$3')}
     ORDER BY due_at, call_list_id, entry_id LIMIT ${batch}`,
    [clientId, now, world ?? null],
  );
  if (due.length === 0) return 0;
  const given = due.map((key) => ({ ...key, outcome: 'no_reply' as const, at: now.getTime() }));
  const plan = await planFollowUps(tx, clientId, given);
  // Only what is still there: another engine may have come first, or somebody ended the rule.
  const taken = await tx.rows<{ key: string }>(
    `DELETE FROM follow_up_wait WHERE client_id = $1 AND (call_list_id, entry_id) IN (
       SELECT * FROM unnest($2::bigint[], $3::integer[]))
     RETURNING concat(call_list_id, '-', entry_id) AS key`,
    [clientId, due.map(({ callListId }) => callListId), due.map(({ entryId }) => entryId)],
  );
  const keys = new Set(taken.map(({ key }) => key));
  if (plan) {
    const followed = plan.followed.filter(({ callListId, entryId }) =>
      keys.has(`${callListId}-${entryId}`),
    );
    const waitOn: Waiting[] = [];
    const added = await makeFollowUps(tx, vault, clientId, { ...plan, followed }, waitOn);
    await storeWaits(tx, clientId, waitOn);
    if (added.size > 0) await addToCounts(tx, clientId, [], added);
  }
  return due.length;
}

/**
 * For the platform: Completed campaigns, and those that could not be started for want of numbers, with a number
 * that waits again.
 */
export function completedWithWork(tx: Tx): Promise<{ clientId: number; campaignId: number }[]> {
  return tx.rows(
    `SELECT DISTINCT c.client_id AS "clientId", c.campaign_id AS "campaignId"
     FROM call_list_count n
     JOIN call_list l ON l.client_id = n.client_id AND l.call_list_id = n.call_list_id
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     WHERE n.follow_ups > 0 AND l.phone_count + n.follow_ups > n.attempted + n.barred
       AND ${isInUse('l')} AND c.deleted_at IS NULL
       AND (c.completed OR (c.run_status = ${runStatus.stopped}
         AND c.reason ->> 'code' IN ('no_list', 'nothing_left')))
     ORDER BY 1, 2`,
  );
}

/** As after a new list: Stopped again, and started where its automatic start says so. */
export async function reviveCompleted(tx: Tx, clientId: number, campaignId: number): Promise<void> {
  await listBecameReady(tx, clientId, campaignId);
}
