/**
 * Results in batches: the attempts end, their call records are written and the counters of their lists
 * move, in one transaction. An attempt that has ended already is skipped, so that a result that is
 * reported twice, or comes after a recovery, changes nothing.
 */

import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { countAbandonment } from './abandonment.ts';
import { delayReached, noteReached } from './account-reached.ts';
import { countForBrake } from './brake.ts';
import { byScope, insertCallRecords } from './call-record-insert.ts';
import { lockDailyUse, settleCosts } from './daily-limit.ts';
import type { EndedCall } from './ended-call.ts';
import { countBarred } from './entry-delay.ts';
import { type AddedEntries, followResults, planResults } from './follow-up.ts';
import { plainJson } from './plain-json.ts';
import { keysOf, type RatedCall, rateCalls } from './record-rating.ts';

/** More in one transaction gains nothing, and holds the counters' lock for longer. */
export const resultBatch = 500;

/**
 * Attempts in the order of their lists and entries, so that two recorders never deadlock. Entries
 * that a person's answer bars are locked before any counter: a transaction that bars entries never
 * waits for a counter while it holds them. Follow-ups are written between the two.
 *
 * @param calls of any lists of the client
 * @returns how many attempts this ended
 */
export async function recordResults(
  tx: Tx,
  vault: Vault,
  clientId: number,
  calls: readonly EndedCall[],
): Promise<number> {
  const plan = await planResults(tx, clientId, calls);
  const limited = await lockDailyUse(tx, clientId);
  const ended = await endAttempts(tx, clientId, calls);
  if (ended.length === 0) return 0;
  await noteReached(tx, clientId, ended.flatMap(reachedOf));
  const barred = await delayReached(tx, clientId, ended);
  const added = plan && (await followResults(tx, vault, clientId, plan, ended));
  const touched: AddedEntries = new Map(added);
  for (const { callListId } of barred) touched.set(callListId, touched.get(callListId) ?? 0);
  const rated = await recordEnded(tx, vault, clientId, ended, touched);
  if (limited) {
    for (const [callListId, own] of Map.groupBy(rated, (call) => call.callListId)) {
      await settleCosts(tx, clientId, callListId, own);
    }
  }
  for (const one of barred) await countBarred(tx, clientId, one);
  await countAbandonment(tx, clientId, ended);
  await countForBrake(tx, clientId, ended);
  return ended.length;
}

/** That a person had answered is not in an unknown result, and counts: with the contact policy, for one. */
const reachedOf = ({ callListId, entryId, reachedAt }: EndedCall) =>
  reachedAt === undefined ? [] : [{ callListId, entryId, at: reachedAt }];

/**
 * The call records and counters of attempts that have just ended in this transaction.
 *
 * @param added follow-ups by their lists
 */
export async function recordEnded(
  tx: Tx,
  vault: Vault,
  clientId: number,
  ended: readonly EndedCall[],
  added: AddedEntries = new Map(),
): Promise<readonly RatedCall[]> {
  const rated: RatedCall[] = [];
  for (const { scope, calls } of byScope(ended)) {
    const some = await rateCalls(tx, vault, { clientId, scope }, calls);
    await insertCallRecords(tx, { clientId, scope }, some);
    rated.push(...some);
  }
  if (rated.length > 0) await addToCounts(tx, clientId, rated, added);
  return rated;
}

/** Returns the calls whose attempt was still open. */
async function endAttempts(
  tx: Tx,
  clientId: number,
  given: readonly EndedCall[],
): Promise<EndedCall[]> {
  const calls = given.toSorted((a, b) => a.callListId - b.callListId || a.entryId - b.entryId);
  const rows = await tx.rows<{ key: string }>(
    `SELECT concat(ended_list, '-', ended_entry) AS key
     FROM end_attempts_of_lists($1, $2, $3, $4, $5, $6, $7)`,
    [
      clientId,
      ...keysOf(calls),
      calls.map((call) => call.result),
      calls.map((call) => (call.answeredAt === null ? null : new Date(call.answeredAt))),
      calls.map((call) => new Date(call.finishedAt)),
      calls.map((call) => plainJson(call.note)),
    ],
  );
  const ended = new Set(rows.map(({ key }) => key));
  // Deleted when found: a call that is twice in a batch has one record.
  return calls.filter((call) => ended.delete(`${call.callListId}-${call.entryId}`));
}

/** The counters that move with a result, each by how much. */
const counted: Readonly<Record<string, (call: RatedCall) => number>> = {
  person: (call) => Number(call.result === 'person'),
  machine: (call) => Number(call.result === 'machine'),
  no_answer: (call) => Number(call.result === 'no_answer'),
  busy: (call) => Number(call.result === 'busy'),
  failed: (call) => Number(call.result === 'failed'),
  unknown: (call) => Number(call.result === 'unknown'),
  delivered: (call) => Number(call.result === 'delivered'),
  answered_seconds: (call) => call.seconds,
  transferred: (call) => Number(call.transferSeconds !== undefined),
  transfer_seconds: (call) => call.transferSeconds ?? 0,
  abandoned: (call) => Number(call.abandoned ?? false),
};

const counters = [...Object.keys(counted), 'follow_ups'];

/** Locks the rows in the order of their lists, as every other holder of several does. */
const addCounts = `WITH own AS (
     SELECT call_list_id FROM call_list_count
     WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) ORDER BY call_list_id FOR UPDATE
   )
   UPDATE call_list_count n SET ${counters.map((name) => `${name} = n.${name} + v.${name}`).join(', ')}
   FROM unnest($2::bigint[], ${counters.map((_, at) => `$${at + 3}::bigint[]`).join(', ')})
     AS v (call_list_id, ${counters.join(', ')})
   JOIN own USING (call_list_id)
   WHERE n.client_id = $1 AND n.call_list_id = v.call_list_id`;

/** Also of lists that only got follow-ups: all rows are locked at once. */
export async function addToCounts(
  tx: Tx,
  clientId: number,
  calls: readonly RatedCall[],
  added: AddedEntries,
): Promise<void> {
  const lists = [...new Set([...calls.map(({ callListId }) => callListId), ...added.keys()])];
  const byList = Map.groupBy(calls, (call) => call.callListId);
  const columns = Object.values(counted).map((of) =>
    lists.map((list) => (byList.get(list) ?? []).reduce((sum, call) => sum + of(call), 0)),
  );
  const followUps = lists.map((list) => added.get(list) ?? 0);
  await tx.run(addCounts, [clientId, lists, ...columns, followUps]);
}
