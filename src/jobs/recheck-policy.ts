/** After a change of a client's contact policy, whose maker may have died: what waits for it is due again. */
import type { Jobs } from '#db/job-queue.ts';
import { recheckPolicy } from '#db/queries/recheck.ts';
import type { TaskContext } from './deps.ts';

export const recheckAfterChange = (
  { db }: Pick<TaskContext, 'db'>,
  { clientId }: Jobs['recheck-policy'],
): Promise<void> => recheckPolicy(db, clientId);
