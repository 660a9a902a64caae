/** How often the numbers of a caller ID bucket were shown today. Counted by the claim. */
import type { NumberUse } from '#domain/caller-id-choice.ts';
import type { Tx } from '../database.ts';

/**
 * The numbers of a bucket in order, with their use by all campaigns of the client.
 *
 * @param day Eastern day of the simulation's clock, `2026-11-20`
 */
export function readNumberUse(
  tx: Tx,
  clientId: number,
  bucketId: number,
  day: string,
): Promise<NumberUse[]> {
  return tx.rows<NumberUse>(
    `SELECT n.phone, coalesce(u.uses, 0) AS uses
     FROM caller_id_number n
     LEFT JOIN caller_id_use u ON u.client_id = $1 AND u.day = $3 AND u.phone = n.phone
     WHERE n.client_id = $1 AND n.caller_id_bucket_id = $2
     ORDER BY n.phone`,
    [clientId, bucketId, day],
  );
}

/** Past days no longer matter. */
export async function forgetNumberUse(tx: Tx, clientId: number, day: string): Promise<void> {
  await tx.run('DELETE FROM caller_id_use WHERE client_id = $1 AND day < $2', [clientId, day]);
}

/** A number of a bucket that was counted for a call, and the Eastern day that it was counted for. */
export interface CountedUse {
  day: string;
  phone: string;
}

/** Takes back calls that were counted and not placed, in the order in which claims count. */
export async function takeBackUses(
  tx: Tx,
  clientId: number,
  uses: readonly CountedUse[],
): Promise<void> {
  if (uses.length === 0) return;
  await tx.run(
    `WITH back AS (
       SELECT day, phone, count(*)::int AS n FROM unnest($2::date[], $3::text[]) AS v (day, phone)
       GROUP BY day, phone
     ), locked AS MATERIALIZED (
       SELECT u.day, u.phone, b.n FROM caller_id_use u JOIN back b USING (day, phone)
       WHERE u.client_id = $1 ORDER BY u.day, u.phone FOR UPDATE OF u
     )
     UPDATE caller_id_use u SET uses = u.uses - l.n FROM locked l
     WHERE u.client_id = $1 AND u.day = l.day AND u.phone = l.phone`,
    [clientId, uses.map((use) => use.day), uses.map((use) => use.phone)],
  );
}
