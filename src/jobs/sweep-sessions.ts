import { sweepSessions as sweep } from '#db/queries/session.ts';
import type { JobDeps } from './deps.ts';

/** Removes sessions that are over; each end is an entry in the audit log. */
export async function sweepSessions({ db }: Pick<JobDeps, 'db'>): Promise<void> {
  await sweep(db);
}
