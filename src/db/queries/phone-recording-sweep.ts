/** What is left of recordings that nobody needs any more. */
import type { Tx } from '../database.ts';

/** A draft that stays open this long has lost its recording; one that is saved keeps it. */
const keepUnused = '7 days';
const keepCalls = '30 days';
/** Sounds in one transaction. */
const batch = 500;

/**
 * Deletes recordings that no message took in, and calls of long ago; platform's work. A sound that
 * a save is just giving to a step is locked by it and stays; the locks come first, so that the
 * second statement sees the steps that were committed before them.
 *
 * @returns how many sounds were deleted; call again while it is above 0
 */
export async function sweepRecordings(tx: Tx): Promise<number> {
  await tx.run(`DELETE FROM phone_recording WHERE ended_at < now() - $1::interval`, [keepCalls]);
  const unused = `s.file_name LIKE 'recording-%' AND NOT EXISTS (
    SELECT FROM voice_message_step t
    WHERE t.client_id = s.client_id AND t.file_name = s.file_name)`;
  const free = await tx.rows<{ client: number; sound: number }>(
    `SELECT client_id AS client, sound_id AS sound FROM sound s
     WHERE created < now() - $1::interval AND ${unused}
     ORDER BY client_id, sound_id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    [keepUnused],
  );
  if (free.length === 0) return 0;
  return tx.run(
    `DELETE FROM sound s USING unnest($1::int[], $2::bigint[]) AS free (client, sound)
     WHERE s.client_id = free.client AND s.sound_id = free.sound AND ${unused}`,
    [free.map(({ client }) => client), free.map(({ sound }) => sound)],
  );
}
