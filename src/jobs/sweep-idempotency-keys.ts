import { asPlatform } from '#db/database.ts';
import { removeOldKeys } from '#db/queries/idempotency-key.ts';
import type { JobDeps } from './deps.ts';

/** Removes the responses that are no longer repeated. */
export async function sweepIdempotencyKeys({ db }: JobDeps): Promise<void> {
  await asPlatform(db, removeOldKeys);
}
