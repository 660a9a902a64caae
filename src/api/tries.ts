import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '#contract/errors.ts';
import type { Database } from '#db/database.ts';
import { type Tries, throttleOf } from '#db/queries/sign-in-failure.ts';

/** Throws 429 with Retry-After while the failures so far ask for a wait; else it may take a while. */
export async function refuseTooManyTries(db: Database, tries: Tries): Promise<void> {
  const { wait, delay } = await throttleOf(db, tries);
  if (wait === 0) return void (await sleep(delay * 1_000));
  const minutes = Math.ceil(wait / 60);
  const words = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  throw problem('too_many_tries', `Too many attempts. Try again in ${words}.`, {
    retryAfter: wait,
  });
}
