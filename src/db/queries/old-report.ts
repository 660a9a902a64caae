/** Report archives that their clients no longer keep. */
import type { Tx } from '../database.ts';
import { retentionDaysSql, shareRules } from './retention.ts';
import { countByClient, noteSwept } from './retention-figure.ts';

/** SQL: older than its client keeps reports. */
const isOld = `created < now() - make_interval(days => ${retentionDaysSql('report_archive.client_id', 'reports')})`;

/** Removes every client's archives that are older than it keeps reports, with their files. */
export async function removeOldArchives(tx: Tx): Promise<number> {
  await shareRules(tx);
  const gone = await tx.rows<{ client: number }>(
    `DELETE FROM report_archive WHERE ${isOld} RETURNING client_id AS client`,
  );
  await noteSwept(tx, 'reports', countByClient(gone));
  return gone.length;
}

/** How many that would be. */
export async function countOldArchives(tx: Tx): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM report_archive WHERE ${isOld}`,
  );
  return row?.count ?? 0;
}
