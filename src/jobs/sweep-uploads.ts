import { sweepUploads as takeAwayDeadUploads } from '#db/queries/call-list-upload.ts';
import type { JobDeps } from './deps.ts';

/** Removes uploads whose process died, and their lists (spec 3 section 5). */
export async function sweepUploads({ db, log }: JobDeps): Promise<void> {
  const lists = await takeAwayDeadUploads(db);
  if (lists > 0) log.warn({ lists }, 'removed unfinished uploads');
}
