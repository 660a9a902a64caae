import { asPlatform } from '#db/database.ts';
import { sealAudit } from '#db/queries/audit.ts';
import type { JobDeps } from './deps.ts';

/**
 * Writes the day's root of each chain of the audit log to the log, which lies beside the database: with
 * it `carillon audit verify` finds entries that were removed from both the end and the kept roots.
 */
export async function sealAuditLog({ db, log }: Pick<JobDeps, 'db' | 'log'>): Promise<void> {
  const roots = await asPlatform(db, sealAudit);
  for (const { client, day, last, root } of roots) {
    log.info({ clientId: client, day, sequence: last, root }, 'root of the audit log');
  }
}
