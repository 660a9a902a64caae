import type { ClientBase } from 'pg';
import type { Tx } from '../database.ts';
import { noteAct } from './audit.ts';
import { holdAsRestored } from './hold.ts';

/**
 * How often this installation's database was created or restored; a backup records it. 1 if the
 * schema does not count it yet.
 */
export async function readGeneration(session: Pick<ClientBase, 'query'>): Promise<number> {
  const { rows } = await session.query(
    `SELECT coalesce((to_jsonb(i) ->> 'generation')::bigint, 1)::text AS generation FROM installation i`,
  );
  return Number(rows[0]?.generation ?? 1);
}

/** Which backup a database was made from. */
export interface RestoredFrom {
  /** The instant that the backup shows, ISO 8601, real time. */
  takenAt: string;
  /** The file, as the operator named it. */
  file: string;
}

/**
 * Called last in the transaction of a restore: records that the database comes from a backup before
 * anybody can start it. Calls since `takenAt` are missing from it.
 */
export async function noteRestored(tx: Tx, { takenAt }: RestoredFrom): Promise<void> {
  await tx.run('UPDATE installation SET restored_at = clock_timestamp(), restored_from = $1', [
    takenAt,
  ]);
  await holdAsRestored(tx, takenAt);
  await noteAct(tx, { clientId: 0, operation: 'restore', facts: { takenAt } });
}
