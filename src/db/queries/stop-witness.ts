/**
 * Stops as the journal beside the database has them, so that a restored backup is still stopped
 * (decision 075). A stop is told from a later one of the same by its instant. Lines follow the commit,
 * because a stop must be possible on a full disk, too; a lifting without its line leaves the stop to
 * be lifted once more after a restore.
 */
import { realMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { type Journal, JournalError, type StopEntry } from '../journal.ts';

export type StandingStop = Omit<StopEntry, 'kind' | 'at'>;

/** Works under the client's role, for its own stops and the operator's, and under the platform's. */
export function standingStops(tx: Tx): Promise<StandingStop[]> {
  return tx.rows<StandingStop>(
    `SELECT 'operator' AS by, scope, coalesce(client_id, 0) AS "clientId", carrier, reason,
       stopped_by AS "stoppedBy", floor(extract(epoch FROM since) * 1000)::float8 AS since
     FROM operator_stop
     UNION ALL
     SELECT 'administrator', CASE WHEN carrier IS NULL THEN 'client' ELSE 'carrier' END, client_id,
       carrier, reason, stopped_by, floor(extract(epoch FROM since) * 1000)::float8
     FROM client_stop`,
  );
}

/** One stop, as against an earlier or later one of the same. */
export const stopKey = ({ by, scope, clientId, carrier, since }: Omit<StandingStop, StopWords>) =>
  JSON.stringify([by, scope, clientId, carrier, since]);
type StopWords = 'reason' | 'stoppedBy';

/**
 * To be called after the commit of what changed the stops.
 *
 * @returns false: the journal cannot be written, and a restore does not know of the change
 */
export function journalStops(
  journal: Journal | undefined,
  before: readonly StandingStop[],
  now: readonly StandingStop[],
): boolean {
  const at = realMs(Date.now());
  const standing = new Set(now.map(stopKey));
  const known = new Set(before.map(stopKey));
  const entries = [
    ...now
      .filter((one) => !known.has(stopKey(one)))
      .map((one) => ({ kind: 'stop' as const, ...one, at })),
    ...before
      .filter((one) => !standing.has(stopKey(one)))
      .map(({ reason: _, stoppedBy: __, ...one }) => ({ kind: 'stopLifted' as const, ...one, at })),
  ];
  if (entries.length === 0) return true;
  try {
    journal?.append(entries)();
    return true;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return false;
  }
}

/** As the platform. @returns whether the database had forgotten it */
export async function restoreOperatorStop(tx: Tx, stop: StandingStop): Promise<boolean> {
  const { scope, carrier, reason, stoppedBy, since } = stop;
  const made = await tx.run(
    `INSERT INTO operator_stop (scope, client_id, carrier, reason, stopped_by, since)
     VALUES ($1, $2, $3, $4, $5, to_timestamp($6 / 1000.0)) ON CONFLICT DO NOTHING`,
    [scope, stop.clientId || null, carrier, reason, stoppedBy, since],
  );
  return made > 0;
}

/** As the client. @returns whether the database had forgotten it */
export async function restoreClientStop(tx: Tx, stop: StandingStop): Promise<boolean> {
  const { clientId, carrier, reason, stoppedBy, since } = stop;
  const made = await tx.run(
    `INSERT INTO client_stop (client_id, carrier, reason, stopped_by, since)
     VALUES ($1, $2, $3, $4, to_timestamp($5 / 1000.0)) ON CONFLICT DO NOTHING`,
    [clientId, carrier, reason, stoppedBy, since],
  );
  return made > 0;
}
