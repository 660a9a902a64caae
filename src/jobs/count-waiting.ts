/** Keeps the counts of what waits in large lists (db/queries/waiting-tally.ts). */
import { forgetEnded, forgetWrong, keepCounts, listsToKeep } from '#db/queries/waiting-tally.ts';
import type { TaskContext } from './deps.ts';

/**
 * An import counts its list itself: this is for lists from before, for counts that something beside
 * the program made wrong, and for those of lists that have ended.
 */
export async function countWaiting({
  db,
  log,
  signal,
}: Pick<TaskContext, 'db' | 'log' | 'signal'>): Promise<void> {
  await forgetEnded(db);
  for (const list of await forgetWrong(db)) {
    log.warn(list, 'kept counts of waiting numbers were wrong and are counted anew');
  }
  for (const list of await listsToKeep(db)) {
    if (signal.aborted) return;
    await keepCounts(db, list);
  }
}
