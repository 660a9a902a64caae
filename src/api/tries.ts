import { problem } from '#contract/errors.ts';
import type { Database } from '#db/database.ts';
import { secondsToWait, type Tries } from '#db/queries/sign-in-failure.ts';

/** Throws 429 with Retry-After while the failures of the last 15 minutes fill a limit. */
export async function refuseTooManyTries(db: Database, tries: Tries): Promise<void> {
  const retryAfter = await secondsToWait(db, tries);
  if (retryAfter === 0) return;
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  throw problem('too_many_tries', `Too many attempts. Try again in ${wait}.`, {
    retryAfter,
  });
}
