/**
 * A person answered at one number of an account: where a campaign calls each account once, its
 * other numbers are barred in the transaction that records the end, in every list of the file. Until
 * then they wait, because the call is in progress (entry-facts.ts). Calls in flight of an engine that dies end as
 * unknown: that a person answered is stored while the call is up, and counts then as well.
 */
import type { CallResult } from '#domain/call-result.ts';
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { entriesOfAccount } from '../entry-steps.ts';
import { hot } from '../hot-statements.ts';
import type { AttemptKey } from './attempt-key.ts';
import { delayForGood, type ToBar } from './bar-entries.ts';
import type { ListDelays } from './entry-delay.ts';
import { hasOtherLists, listsOfFiles } from './followed-lists.ts';

/** Of a call that has ended. */
interface Outcome {
  entryId: number;
  result: CallResult;
  reachedAt?: number | undefined;
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
  const answered = ended.filter(
    ({ result, reachedAt }) => result === 'person' || reachedAt !== undefined,
  );
  if (answered.length === 0) return [];
  const byList = Map.groupBy(answered, ({ callListId }) => callListId);
  const lists = await tx.rows<ReachedList>(
    hot(`SELECT l.call_list_id AS "callListId", l.phone_columns AS "phoneColumns",
       ${hasOtherLists('l')} AS others
     FROM call_list l
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND l.call_list_id = ANY ($2::bigint[]) AND l.phone_columns > 1
       AND (c.one_call_per_account OR ${hasOtherLists('l')})`),
    [clientId, [...byList.keys()]],
  );
  const toBar: ToBar[] = [];
  for (const { callListId, of, apart } of await listsToBar(tx, clientId, lists)) {
    const entries = byList.get(of)?.map(({ entryId }) => entryId) ?? [];
    toBar.push(...(await othersOf(tx, { clientId, callListId, of, apart }, entries)));
  }
  const barred = await delayForGood(tx, clientId, toBar);
  return barred.filter(({ delays }) => delays.length > 0);
}

interface ReachedList {
  callListId: number;
  phoneColumns: number;
  /** Other lists hold its accounts, too. */
  others: boolean;
}

/**
 * In which lists accounts of the lists have numbers that are not called any more: those of campaigns
 * that call each account once, and those that follow a list of such a campaign.
 */
async function listsToBar(tx: Tx, clientId: number, lists: readonly ReachedList[]) {
  const some = lists.filter(({ others }) => others).map(({ callListId }) => callListId);
  const files = some.length > 0 ? await listsOfFiles(tx, clientId, some) : [];
  return lists.flatMap(({ callListId: of, phoneColumns, others }) => {
    const apart = phoneColumns - 1;
    if (!others) return [{ callListId: of, of, apart }];
    const own = files.filter((list) => list.of === of && list.once);
    return own.map(({ id }) => ({ callListId: id, of, apart }));
  });
}

/** The other numbers, in a list, of the accounts of these entries of the list `of`. */
async function othersOf(
  tx: Tx,
  {
    clientId,
    callListId,
    of,
    apart,
  }: { clientId: number; callListId: number; of: number; apart: number },
  entries: readonly number[],
): Promise<ToBar[]> {
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
    [clientId, callListId, entries, apart, of],
  );
  const reason = gateReasons.alreadyReached;
  return others.map(({ entryId }) => ({ callListId, entryId, reason }));
}

/**
 * Notes that a person answered, for calls that are still up or end as unknown; list by list and in order, as results
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
