/** Keeps the counts of what waits in large lists (db/queries/waiting-tally.ts). */
import type { Jobs } from '#db/job-queue.ts';
import { forgetEnded, keepCounts, listsToKeep } from '#db/queries/waiting-tally.ts';
import type { TaskContext } from './deps.ts';

/** Of one list, after its import; without one, of each that has none yet, and those of ended lists go. */
export async function countWaiting(
  { db, signal }: Pick<TaskContext, 'db' | 'signal'>,
  { clientId, callListId }: Jobs['count-waiting'],
): Promise<void> {
  const one = clientId !== undefined && callListId !== undefined;
  if (!one) await forgetEnded(db);
  const lists = one ? [{ clientId, callListId }] : await listsToKeep(db);
  for (const list of lists) {
    if (signal.aborted) return;
    await keepCounts(db, list);
  }
}
