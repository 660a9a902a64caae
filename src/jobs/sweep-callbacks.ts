import { asPlatform } from '#db/database.ts';
import { removeOldCallbacks } from '#db/queries/carrier-callback.ts';
import type { JobDeps } from './deps.ts';

/** Takes away what carriers told a week ago and no engine wanted. */
export async function sweepCallbacks({ db, log }: JobDeps): Promise<void> {
  const removed = await asPlatform(db, removeOldCallbacks);
  if (removed > 0) log.warn({ callbacks: removed }, 'what a carrier told was never asked for');
}
