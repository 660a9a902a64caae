/** Keeps the counts of what waits in large lists (db/queries/waiting-tally.ts). */
import { forgetEnded, keepCounts, listsToKeep } from '#db/queries/waiting-tally.ts';
import type { TaskContext } from './deps.ts';

/** An import counts its list itself: this is for lists from before, and counts of ended ones go. */
export async function countWaiting({
  db,
  signal,
}: Pick<TaskContext, 'db' | 'signal'>): Promise<void> {
  await forgetEnded(db);
  for (const list of await listsToKeep(db)) {
    if (signal.aborted) return;
    await keepCounts(db, list);
  }
}
