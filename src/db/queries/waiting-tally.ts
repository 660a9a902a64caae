/**
 * The counts of waiting numbers that are kept beside a large list, so that nobody counts a million
 * rows to show them: each statement that changes entries notes what it changed in its own
 * transaction (functions/waiting-tally.sql), and one snapshot shows both or neither. What is kept
 * can always be counted again from the entries; no decision about a call hangs on it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient, asPlatform, type Database, type Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';

/** Numbers of a list from which on its counts are kept; fewer are counted in some milliseconds. */
const leastKept = 5_000;
/** Groups from which on its rows are counted as fast; see fold_waiting. */
const mostGroups = 100_000;

/** Those of the lists whose counts are kept. */
export async function readKeptLists(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT call_list_id AS id FROM waiting_tally
     WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) AND counted`,
    [clientId, callListIds],
  );
  return rows.map(({ id }) => id);
}

interface ListOfClient {
  clientId: number;
  callListId: number;
}

/** Milliseconds. */
export interface TallyWait {
  /** For transactions that may have begun before changes were noted. */
  most: number;
  step: number;
}

/**
 * Begins to keep the counts of a list that is in use and has none, from before they were kept. Changes are noted first, and the entries
 * counted once every transaction that may not have noted them is over: what was noted until then is
 * in that count.
 *
 * @returns false when others took too long; changes go on being noted, and it may be called again
 */
export async function keepCounts(
  db: Database,
  list: ListOfClient,
  wait: TallyWait = { most: 60_000, step: 50 },
): Promise<boolean> {
  const { clientId, callListId } = list;
  const wanted = await asClient(db, clientId, (tx) => beginTally(tx, list));
  if (!wanted) return true;
  // An id of its own, after that commit: who takes a later one sees the tally. The end of a snapshot
  // will not do, because transactions in progress may have ids beyond it.
  const until = await asClient(db, clientId, (tx) =>
    tx.row<{ next: string }>('SELECT pg_current_xact_id()::text AS next'),
  );
  for (let waited = 0; ; waited += wait.step) {
    const over = await asClient(db, clientId, (tx) =>
      tx.row<{ over: boolean }>(
        `SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 AS over`,
        [until?.next],
      ),
    );
    if (over?.over) break;
    if (waited >= wait.most) return false;
    await sleep(wait.step);
  }
  await asClient(db, clientId, (tx) => countOnce(tx, clientId, callListId));
  return true;
}

/** False when the list is no longer in use, or its counts are kept already. */
async function beginTally(tx: Tx, { clientId, callListId }: ListOfClient): Promise<boolean> {
  await tx.run(
    `INSERT INTO waiting_tally (client_id, call_list_id)
     SELECT client_id, call_list_id FROM call_list
     WHERE client_id = $1 AND call_list_id = $2 AND ${isInUse()}
     ON CONFLICT DO NOTHING`,
    [clientId, callListId],
  );
  const found = await tx.row(
    `SELECT FROM waiting_tally WHERE client_id = $1 AND call_list_id = $2 AND NOT counted`,
    [clientId, callListId],
  );
  return found !== undefined;
}

/**
 * One statement, and so one snapshot: what was noted so far goes, because the entries show it. It
 * is noted and not added up until then, so that no sum can hide behind this snapshot.
 */
async function countOnce(tx: Tx, clientId: number, callListId: number): Promise<void> {
  const own = await tx.row(
    `SELECT FROM waiting_tally WHERE client_id = $1 AND call_list_id = $2 AND NOT counted FOR UPDATE`,
    [clientId, callListId],
  );
  if (!own) return;
  const row = await tx.row<{ groups: number }>(
    `WITH gone AS (DELETE FROM waiting_change WHERE client_id = $1 AND call_list_id = $2),
     counted AS MATERIALIZED (
       SELECT place_group, due_at, reason, count(*)::integer AS n FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND state = ${entryState.waiting}
       GROUP BY 1, 2, 3 LIMIT ${mostGroups + 1}),
     made AS (
       INSERT INTO waiting_change
         (client_id, call_list_id, groups, place_groups, due_ats, reasons, counts)
       SELECT $1, $2, count(*), array_agg(place_group), array_agg(due_at), array_agg(reason),
         array_agg(n)
       FROM counted HAVING count(*) BETWEEN 1 AND ${mostGroups})
     SELECT count(*)::integer AS groups FROM counted`,
    [clientId, callListId],
  );
  if ((row?.groups ?? 0) > mostGroups) return forgetCounts(tx, clientId, callListId);
  await tx.run(
    'UPDATE waiting_tally SET counted = true WHERE client_id = $1 AND call_list_id = $2',
    [clientId, callListId],
  );
}

async function forgetCounts(tx: Tx, clientId: number, callListId: number): Promise<void> {
  for (const table of ['waiting_tally', 'waiting_change']) {
    await tx.run(`DELETE FROM ${table} WHERE client_id = $1 AND call_list_id = $2`, [
      clientId,
      callListId,
    ]);
  }
}

/**
 * Keeps the counts of a list that this transaction makes, if it has many numbers: nobody else sees
 * it yet, so nothing can be missed.
 */
export async function keepCountsOfNew(tx: Tx, list: ListOfClient, phones: number): Promise<void> {
  if (phones < leastKept) return;
  await beginTally(tx, list);
  await countOnce(tx, list.clientId, list.callListId);
}

/** Lists in use that are large and whose counts are not kept, of all clients. */
export async function listsToKeep(db: Database): Promise<ListOfClient[]> {
  const found: ListOfClient[] = [];
  for (const clientId of await clientIds(db)) {
    const lists = await asClient(db, clientId, (tx) =>
      tx.rows<{ id: number }>(
        `SELECT call_list_id AS id FROM call_list l
         WHERE client_id = $1 AND ${isInUse()} AND phone_count >= ${leastKept}
           AND NOT EXISTS (SELECT FROM waiting_tally t WHERE t.client_id = $1
             AND t.call_list_id = l.call_list_id AND t.counted)
         ORDER BY 1`,
        [clientId],
      ),
    );
    found.push(...lists.map(({ id }) => ({ clientId, callListId: id })));
  }
  return found;
}

/**
 * Whether what is kept about a list differs from its entries, as after a change beside the triggers:
 * by an operator who disabled them, or a tool that copies tables.
 */
async function isWrong(tx: Tx, clientId: number, callListId: number): Promise<boolean> {
  const wrong = await tx.row(
    `SELECT FROM (
       SELECT place_group, due_at, reason, count(*) AS n FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND state = ${entryState.waiting}
       GROUP BY 1, 2, 3
       UNION ALL
       SELECT g.place_group, g.due_at, g.reason, -g.n
       FROM waiting_change c CROSS JOIN LATERAL
         unnest(c.place_groups, c.due_ats, c.reasons, c.counts)
           AS g (place_group, due_at, reason, n)
       WHERE c.client_id = $1 AND c.call_list_id = $2) every
     GROUP BY place_group, due_at, reason HAVING sum(n) <> 0 LIMIT 1`,
    [clientId, callListId],
  );
  return wrong !== undefined;
}

/** Lists whose counts were wrong, of all clients; they are forgotten, to be kept anew. */
export async function forgetWrong(db: Database): Promise<ListOfClient[]> {
  const found: ListOfClient[] = [];
  for (const clientId of await clientIds(db)) {
    const lists = await asClient(db, clientId, (tx) =>
      tx.rows<{ id: number }>(
        'SELECT call_list_id AS id FROM waiting_tally WHERE client_id = $1 AND counted ORDER BY 1',
        [clientId],
      ),
    );
    for (const { id } of lists) {
      const forgotten = await asClient(db, clientId, async (tx) => {
        if (!(await isWrong(tx, clientId, id))) return false;
        await forgetCounts(tx, clientId, id);
        return true;
      });
      if (forgotten) found.push({ clientId, callListId: id });
    }
  }
  return found;
}

/** Counts of lists that are no longer in use go, and changes that were noted as counts went. */
export async function forgetEnded(db: Database): Promise<void> {
  for (const clientId of await clientIds(db)) {
    await asClient(db, clientId, async (tx) => {
      await tx.run(
        `DELETE FROM waiting_tally t USING call_list l
         WHERE t.client_id = $1 AND l.client_id = $1 AND l.call_list_id = t.call_list_id
           AND NOT ${isInUse('l')}`,
        [clientId],
      );
      await tx.run(
        `DELETE FROM waiting_change c WHERE client_id = $1 AND NOT EXISTS (
           SELECT FROM waiting_tally t WHERE t.client_id = $1 AND t.call_list_id = c.call_list_id)`,
        [clientId],
      );
    });
  }
}

async function clientIds(db: Database): Promise<number[]> {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<{ id: number }>('SELECT client_id AS id FROM client ORDER BY 1'),
  );
  return rows.map(({ id }) => id);
}
