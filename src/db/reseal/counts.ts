/** How many values of each place each key sealed. */
import { asClient, asPlatform, type Database, type Tx } from '../database.ts';
import { clientFiles, personColumns, platformFiles } from '../sealed-files.ts';

export interface SealCount {
  /** The first 8 digits of the key's id; `unbound`: sealed by an earlier version, bound to no row. */
  key: string;
  /** The table. */
  place: string;
  count: number;
}

interface Place {
  table: string;
  columns: readonly string[];
}

/** Reads every sealed column once: a second for each few million values. */
export async function countSeals(db: Database, signal?: AbortSignal): Promise<SealCount[]> {
  const clients = await asPlatform(db, listClientIds);
  const all = [await asPlatform(db, (tx) => countIn(tx, platformFiles))];
  for (const clientId of clients) {
    signal?.throwIfAborted();
    const places = [...personColumns, ...clientFiles];
    all.push(await asClient(db, clientId, (tx) => countIn(tx, places, clientId)));
  }
  const sums = new Map<string, SealCount>();
  for (const one of all.flat()) {
    const key = `${one.key} ${one.place}`;
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

export async function listClientIds(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>('SELECT client_id AS id FROM client ORDER BY 1');
  return rows.map(({ id }) => id);
}

function countIn(tx: Tx, places: readonly Place[], clientId?: number): Promise<SealCount[]> {
  const selects = places.flatMap(({ table, columns }) =>
    columns.map(
      (column) => `SELECT '${table}' AS place, substring(${column} FROM 1 FOR 5) AS head
       FROM ${table} WHERE ${column} IS NOT NULL
         ${clientId === undefined ? '' : `AND client_id = ${Number(clientId)}`}`,
    ),
  );
  return tx.rows<SealCount>(
    `SELECT place, CASE WHEN substring(head FROM 1 FOR 1) = '\\x02'::bytea
         THEN encode(substring(head FROM 2), 'hex') ELSE 'unbound' END AS key,
       count(*) AS count
     FROM (${selects.join(' UNION ALL ')}) AS seals GROUP BY 1, 2`,
  );
}
