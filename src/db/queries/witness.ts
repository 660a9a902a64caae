/** What the database knows about the journals that are written beside it. */
import type { Tx } from '../database.ts';

export interface WitnessRow {
  witnessId: string;
  slot: number;
  name: string;
  /** Everything up to this offset of its journal is committed in this state of the database. */
  position: number;
  /** Counts its signs of life. */
  beat: number;
  /** Its process trusts this state of the database: its signs of life vouch for it. */
  knows: boolean;
  /** The last time that it was seen: a sign of life, a command, or its journal was compared. */
  seenAt: Date;
}

export interface JournalKey {
  witnessId: string;
  slot: number;
}

const columns = `witness_id AS "witnessId", slot, name, position, beat, knows, seen_at AS "seenAt"`;

export function readWitnesses(tx: Tx): Promise<WitnessRow[]> {
  return tx.rows<WitnessRow>(`SELECT ${columns} FROM witness ORDER BY name, slot`);
}

/** How far a journal is committed in this state of the database; 0 for an unknown one. */
export async function readPosition(tx: Tx, { witnessId, slot }: JournalKey): Promise<number> {
  const row = await tx.row<{ position: number }>(
    'SELECT position FROM witness WHERE witness_id = $1 AND slot = $2',
    [witnessId, slot],
  );
  return row?.position ?? 0;
}

/** A new journal begins at 0; a known one keeps its offset. */
export async function registerWitness(
  tx: Tx,
  { witnessId, slot, name, knows }: JournalKey & Pick<WitnessRow, 'name' | 'knows'>,
): Promise<void> {
  await tx.run(
    `INSERT INTO witness (witness_id, slot, name, knows) VALUES ($1, $2, $3, $4)
     ON CONFLICT (witness_id, slot) DO UPDATE
       SET name = excluded.name, knows = excluded.knows, ended_beat = NULL,
         seen_at = clock_timestamp()`,
    [witnessId, slot, name, knows],
  );
}

/**
 * A sign of life, how far the journal is committed, and whether its process knows this database.
 *
 * @returns the count of its signs, or undefined when this state of the database is older than the
 *   journal's last mark: nothing is written then
 */
export async function advanceWitness(
  tx: Tx,
  key: JournalKey,
  from: { position: number; beat: number },
  { to, knows }: { to: number; knows: boolean },
): Promise<number | undefined> {
  const row = await tx.row<{ beat: number }>(
    `UPDATE witness SET position = greatest(position, $5), beat = beat + 1, knows = $6,
       seen_at = clock_timestamp(),
       known_at = CASE WHEN $6 THEN clock_timestamp() ELSE known_at END
     WHERE witness_id = $1 AND slot = $2 AND position >= $3 AND beat >= $4
     RETURNING beat`,
    [key.witnessId, key.slot, from.position, from.beat, to, knows],
  );
  return row?.beat;
}

export interface SeenFolder {
  witnessId: string;
  name: string;
  /** ISO 8601, by the database's clock; undefined: now. */
  seenAt?: string | undefined;
}

/**
 * Adds folders that this state of the database does not know, or that were seen after it: they have
 * to compare their journals, too.
 */
export async function restoreWitnesses(tx: Tx, folders: readonly SeenFolder[]): Promise<void> {
  const values = [
    folders.map(({ witnessId }) => witnessId),
    folders.map(({ name }) => name),
    folders.map(({ seenAt }) => seenAt ?? null),
  ];
  // A folder in several marks was last seen at the latest of them.
  const seen = `(SELECT id, max(name) AS name, max(coalesce(at, clock_timestamp())) AS at
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS one (id, name, at) GROUP BY id) v`;
  await tx.run(
    `UPDATE witness w SET seen_at = v.at FROM ${seen}
     WHERE w.witness_id = v.id AND w.seen_at < v.at`,
    values,
  );
  await tx.run(
    `INSERT INTO witness (witness_id, slot, name, seen_at)
     SELECT v.id, 1, v.name, v.at FROM ${seen}
     WHERE NOT EXISTS (SELECT FROM witness w WHERE w.witness_id = v.id)
     ON CONFLICT (witness_id, slot) DO NOTHING`,
    values,
  );
}

/**
 * The journal was compared up to this offset, and what was missing is in the database. An unknown
 * slot gets a row: otherwise it would be read from its beginning at every start.
 */
export async function settleWitness(
  tx: Tx,
  { witnessId, slot, name }: JournalKey & Pick<WitnessRow, 'name'>,
  position: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO witness AS w (witness_id, slot, name, position) VALUES ($1, $2, $3, $4)
     ON CONFLICT (witness_id, slot) DO UPDATE
       SET position = greatest(w.position, excluded.position), seen_at = clock_timestamp()`,
    [witnessId, slot, name, position],
  );
}

/**
 * This journal is no longer written, and all of it is committed: a failover need not wait for it.
 * Does nothing if this state of the database has less of it.
 */
export async function endWitness(tx: Tx, key: JournalKey, position: number): Promise<void> {
  await tx.run(
    `UPDATE witness SET ended_beat = beat
     WHERE witness_id = $1 AND slot = $2 AND position >= $3`,
    [key.witnessId, key.slot, position],
  );
}

const heldAsOf = `(i.hold_facts ->> 'asOf')::timestamptz`;

/**
 * SQL of a row `w` of `witness`, and of `installation` as `i`: this state of the database has all
 * of this journal, even if a standby was promoted that lacked the latest changes. Its process ended
 * in order, and no mark saw its folder later; or it never wrote a line, or never had a process, and
 * was last seen a minute before the time of this state.
 */
export const isComplete = `coalesce((w.ended_beat = w.beat AND w.seen_at <= ${heldAsOf})
  OR (0 IN (w.position, w.beat) AND w.seen_at < ${heldAsOf} - interval '1 minute'), false)`;

/**
 * The newest sign of life of a process that knew this database: the time of this state. Processes
 * that came to it later do not count.
 */
export async function newestSign(tx: Tx): Promise<Date | null> {
  const row = await tx.row<{ at: Date | null }>('SELECT max(known_at) AS at FROM witness');
  return row?.at ?? null;
}

/**
 * Counts of signs of life, by journal: a growing one belongs to a live process, which may vouch.
 */
function signsOf(rows: readonly WitnessRow[]): Map<string, number> {
  return new Map(
    rows
      .filter(({ knows }) => knows)
      .map(({ witnessId, slot, beat }) => [`${witnessId}/${slot}`, beat]),
  );
}

/** Whether a process that knows this database has shown a sign of life between two reads. */
export function vouches(before: readonly WitnessRow[], now: readonly WitnessRow[]): boolean {
  const earlier = signsOf(before);
  return [...signsOf(now)].some(([key, beat]) => beat > (earlier.get(key) ?? beat));
}

/** Whether anything here could be called: a campaign of any client. */
export async function hasCampaigns(tx: Tx): Promise<boolean> {
  const row = await tx.row<{ some: boolean }>('SELECT EXISTS (SELECT FROM campaign) AS some');
  return row?.some ?? false;
}
