import { asPlatform } from '#db/database.ts';
import { removeOldArchives } from '#db/queries/old-report.ts';
import type { JobDeps } from './deps.ts';

/** Removes report archives that are older than their client keeps them, and their files (spec 3 section 9). */
export async function sweepReports({ db, log }: JobDeps): Promise<void> {
  const removed = await asPlatform(db, removeOldArchives);
  if (removed > 0) log.info({ removed }, 'removed old report archives');
}
