/** Work outside campaigns that one engine follows while its lease lasts. */
import type { Tx } from '../database.ts';

/** The tables with such work, and the column of their id within a client. */
const idOf = { manager_contact: 'manager_contact_id', phone_recording: 'phone_recording_id' };

/**
 * Records that the engine follows these; for the platform. A locked row is left for the next time: no
 * client's work waits for another one's.
 *
 * @returns those that it still owns: others were ended while it showed no sign of life
 */
export async function renewFollowed(
  tx: Tx,
  table: keyof typeof idOf,
  engineId: string,
  ids: readonly number[],
  seconds: number,
): Promise<Set<number>> {
  const id = idOf[table];
  const ours = `ended_at IS NULL AND engine_id = $1 AND ${id} = ANY ($2::bigint[])`;
  await tx.run(
    `UPDATE ${table} r SET lease_until = clock_timestamp() + make_interval(secs => $3)
     FROM (SELECT client_id, ${id} FROM ${table} WHERE ${ours} FOR NO KEY UPDATE SKIP LOCKED) AS free
     WHERE r.client_id = free.client_id AND r.${id} = free.${id}`,
    [engineId, ids, seconds],
  );
  const rows = await tx.rows<{ id: number }>(`SELECT ${id} AS id FROM ${table} WHERE ${ours}`, [
    engineId,
    ids,
  ]);
  return new Set(rows.map((row) => row.id));
}
