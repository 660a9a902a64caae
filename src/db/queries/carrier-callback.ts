/** Callbacks of carriers by HTTP: stored before the response, taken by one engine at a time. */
import type { RealMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';

export interface NewCallback {
  /** The carrier's name. */
  carrier: string;
  /** Words that the carrier repeats when it sends the same callback again. */
  once: string;
  /** Behind `/carrier/<name>/`. */
  path: string;
  fields: Readonly<Record<string, string>>;
  /** Skips the queue. */
  urgent?: boolean;
}

export interface StoredCallback {
  id: number;
  /** When it was stored. */
  at: RealMs;
  path: string;
  fields: Record<string, string>;
}

/** @returns false when it is stored already */
export async function storeCallback(tx: Tx, callback: NewCallback): Promise<boolean> {
  const { carrier, once, path, fields, urgent = false } = callback;
  // The database takes no NUL.
  const clean = Object.entries(fields).map(([key, value]) => [key, value.replaceAll('\0', '')]);
  const added = await tx.run(
    `INSERT INTO carrier_callback (carrier, once, path, fields, urgent) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (carrier, once) DO NOTHING`,
    [carrier, once, path, JSON.stringify(Object.fromEntries(clean)), urgent],
  );
  return added > 0;
}

/** Seconds for which callbacks belong to the engine that took them. */
const takenFor = 10;

export interface Taking {
  /** Of this run of the engine: another run waits until the time is up. */
  taker: string;
  most: number;
  /** One of these prefixes of the paths. */
  under: readonly string[];
  /** Seconds for which no engine has had them; 0: no engine has them now. */
  leftFor?: number;
  /** Only those that skip the queue. */
  urgent?: boolean;
}

const columns = `carrier_callback_id AS id, path, fields,
  floor(extract(epoch FROM received) * 1000)::bigint AS at`;

/** The oldest callbacks that no engine works on, in order of arrival. */
export async function takeCallbacks(
  tx: Tx,
  carrier: string,
  { taker, most, under, leftFor = 0, urgent = false }: Taking,
): Promise<StoredCallback[]> {
  const rows = await tx.rows<StoredCallback>(
    `UPDATE carrier_callback
     SET taken_by = $2, taken_until = clock_timestamp() + make_interval(secs => ${takenFor})
     WHERE carrier_callback_id IN (
       SELECT carrier_callback_id FROM carrier_callback
       WHERE carrier = $1
         AND coalesce(taken_until, received) <= clock_timestamp() - make_interval(secs => $5)
         AND path ^@ ANY ($4::text[])${urgent ? ' AND urgent' : ''}
       ORDER BY carrier_callback_id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
    [carrier, taker, most, under, leftFor],
  );
  return rows.sort((a, b) => a.id - b.id);
}

/** Those whose paths contain one of these words, no matter which engine works on them. */
export function findCallbacks(
  tx: Tx,
  carrier: string,
  within: readonly string[],
): Promise<StoredCallback[]> {
  return tx.rows<StoredCallback>(
    `SELECT ${columns} FROM carrier_callback
     WHERE carrier = $1 AND EXISTS (
       SELECT FROM unnest($2::text[]) AS word WHERE strpos(path, word) > 0)
     ORDER BY carrier_callback_id`,
    [carrier, within],
  );
}

/** Those whose effects no engine has committed yet. */
export async function countCallbacks(tx: Tx, carrier: string): Promise<number> {
  const row = await tx.row<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM carrier_callback WHERE carrier = $1',
    [carrier],
  );
  return row?.waiting ?? 0;
}

/** Their effects are committed, no matter by which engine. */
export async function removeCallbacks(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run('DELETE FROM carrier_callback WHERE carrier_callback_id = ANY ($1)', [ids]);
}

/**
 * Removes callbacks that no engine took for a week, such as those of a removed carrier.
 *
 * @returns how many
 */
export function removeOldCallbacks(tx: Tx): Promise<number> {
  return tx.run(
    "DELETE FROM carrier_callback WHERE received < clock_timestamp() - interval '7 days'",
  );
}
