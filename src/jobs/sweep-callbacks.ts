import { asPlatform } from '#db/database.ts';
import { removeOldCallbacks } from '#db/queries/carrier-callback.ts';
import type { JobDeps } from './deps.ts';

/** Removes callbacks of carriers that no engine took for a week. */
export async function sweepCallbacks({ db, log }: JobDeps): Promise<void> {
  const removed = await asPlatform(db, removeOldCallbacks);
  if (removed > 0)
    log.warn({ callbacks: removed }, 'removed carrier callbacks that no engine collected');
}
