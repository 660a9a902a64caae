/**
 * A person answered at one number of an account: where the campaign calls each account once, its
 * other numbers are barred in the transaction that records the end. Until then they wait, because
 * the call is in progress (claim-candidates.ts). Calls in flight of an engine that dies end as
 * unknown: that a person answered is stored while the call is up, and counts then as well.
 */
import type { CallResult } from '#domain/call-result.ts';
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { entriesOfAccount } from '../entry-steps.ts';
import type { AttemptKey } from './attempt-key.ts';
import { delayForGood } from './bar-entries.ts';
import type { Delay, ListDelays } from './entry-delay.ts';

/** Of a call that has ended. */
interface Outcome {
  entryId: number;
  result: CallResult;
  reached?: boolean;
}

/**
 * @param ended in the order of their lists
 * @returns what was barred, for the caller to count
 */
export async function delayReached(
  tx: Tx,
  clientId: number,
  ended: readonly (Outcome & { callListId: number })[],
): Promise<readonly ListDelays[]> {
  const answered = ended.filter(({ result, reached }) => result === 'person' || reached);
  if (answered.length === 0) return [];
  const byList = Map.groupBy(answered, ({ callListId }) => callListId);
  const lists = await tx.rows<{ callListId: number; phoneColumns: number }>(
    `SELECT l.call_list_id AS "callListId", l.phone_columns AS "phoneColumns" FROM call_list l
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND l.call_list_id = ANY ($2::bigint[]) AND l.phone_columns > 1
       AND c.one_call_per_account
     ORDER BY l.call_list_id`,
    [clientId, [...byList.keys()]],
  );
  const barred: ListDelays[] = [];
  for (const { callListId, of, phoneColumns } of await withFollowers(tx, clientId, lists)) {
    const entries = byList.get(of)?.map(({ entryId }) => entryId) ?? [];
    const delays = await delayOthers(tx, { clientId, callListId, of }, entries, phoneColumns);
    if (delays.length > 0) barred.push({ callListId, delays });
  }
  return barred;
}

/** The lists, and those of other campaigns that follow them up, in one order. */
async function withFollowers(
  tx: Tx,
  clientId: number,
  lists: readonly { callListId: number; phoneColumns: number }[],
) {
  const own = lists.map((list) => ({ ...list, of: list.callListId }));
  if (own.length === 0) return [];
  const followers = await tx.rows<(typeof own)[number]>(
    `SELECT call_list_id AS "callListId", phone_columns AS "phoneColumns", follows_list_id AS of
     FROM call_list WHERE client_id = $1 AND follows_list_id = ANY ($2::bigint[])`,
    [clientId, own.map(({ callListId }) => callListId)],
  );
  return [...own, ...followers].sort((a, b) => a.callListId - b.callListId);
}

/** The other numbers of the accounts of these entries of the list `of`. */
async function delayOthers(
  tx: Tx,
  { clientId, callListId, of }: { clientId: number; callListId: number; of: number },
  entries: readonly number[],
  phoneColumns: number,
): Promise<readonly Delay[]> {
  // The state is filtered outside: see do-not-call-import.ts.
  const others = await tx.rows<{ entryId: number }>(
    `SELECT DISTINCT o.entry_id AS "entryId" FROM unnest($3::integer[]) AS v (entry)
     CROSS JOIN LATERAL (
       SELECT account_line FROM list_entry
       WHERE client_id = $1 AND call_list_id = $5 AND entry_id = v.entry OFFSET 0) AS e
     CROSS JOIN LATERAL (${entriesOfAccount({
       ...{ list: '$2', entry: 'v.entry', line: 'e.account_line' },
       ...{ apart: '$4::int', columns: 'entry_id, state' },
     })}) AS o
     WHERE o.state = ${entryState.waiting}`,
    [clientId, callListId, entries, phoneColumns - 1, of],
  );
  const reason = gateReasons.alreadyReached;
  const toBar = others.map(({ entryId }) => ({ callListId, entryId, reason }));
  const [barred] = await delayForGood(tx, clientId, toBar);
  return barred?.delays ?? [];
}

/**
 * Notes that a person answered, for calls that are still up; list by list and in order, as results
 * are recorded.
 *
 * @param calls each with the instant of the answer
 */
export async function noteReached(
  tx: Tx,
  clientId: number,
  calls: readonly (AttemptKey & { at: number })[],
): Promise<void> {
  const inOrder = calls.toSorted((a, b) => a.callListId - b.callListId || a.entryId - b.entryId);
  for (const [callListId, own] of Map.groupBy(inOrder, (call) => call.callListId)) {
    const entries = own.map(({ entryId }) => entryId);
    const instants = own.map(({ at }) => new Date(at));
    await tx.run('SELECT note_reached($1, $2, $3, $4)', [clientId, callListId, entries, instants]);
  }
}
