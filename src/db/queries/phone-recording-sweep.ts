/** Removes recordings that are not needed any more. */
import type { Tx } from '../database.ts';
import { retentionDaysSql, shareRules } from './retention.ts';
import { countByClient, noteSwept } from './retention-figure.ts';

/** Recording calls are kept at least this long. */
const keepCalls = 30;
/** Sounds in one transaction. */
const batch = 500;

/**
 * SQL: a recording `s` that no message uses. A draft that stays open this long loses its recording;
 * a saved one keeps it.
 */
const unused = `s.file_name LIKE 'recording-%' AND NOT EXISTS (
    SELECT FROM voice_message_step t
    WHERE t.client_id = s.client_id AND t.file_name = s.file_name)`;
const isOld = `s.created < now() - make_interval(days => ${retentionDaysSql('s.client_id', 'recordings')})`;

/**
 * Deletes recordings that no message uses, and old recording calls, by their client's retention;
 * for the platform. A sound that a save is just giving to a step is locked by it and stays; the
 * locks come first, so that the second statement sees the steps that were committed before them.
 *
 * @returns how many sounds were deleted; call again while it is above 0
 */
export async function sweepRecordings(tx: Tx): Promise<number> {
  await shareRules(tx);
  await tx.run(
    `DELETE FROM phone_recording p WHERE p.ended_at < now() - make_interval(days =>
       greatest(${keepCalls}, ${retentionDaysSql('p.client_id', 'recordings')}))
       AND ${retentionDaysSql('p.client_id', 'recordings')} IS NOT NULL`,
  );
  const free = await tx.rows<{ client: number; sound: number }>(
    `SELECT client_id AS client, sound_id AS sound FROM sound s
     WHERE ${isOld} AND ${unused}
     ORDER BY client_id, sound_id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
  );
  if (free.length === 0) return 0;
  const gone = await tx.rows<{ client: number }>(
    `DELETE FROM sound s USING unnest($1::int[], $2::bigint[]) AS free (client, sound)
     WHERE s.client_id = free.client AND s.sound_id = free.sound AND ${unused}
     RETURNING s.client_id AS client`,
    [free.map(({ client }) => client), free.map(({ sound }) => sound)],
  );
  await noteSwept(tx, 'recordings', countByClient(gone));
  return gone.length;
}

/** How many sounds that would be. */
export async function unusedRecordings(tx: Tx): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM sound s WHERE ${isOld} AND ${unused}`,
  );
  return row?.count ?? 0;
}
