/** What the API says when a request's database work waits or works for too long. */
import { type ProblemError, problem } from '#contract/errors.ts';
import { NoTurn } from '#db/client-turns.ts';
import { isOutOfTime, isTooSlow } from '#db/errors.ts';

const sentences = {
  noTurn:
    'Other requests of your company hold up this one. Wait until they have ended, then try again.',
  locked: 'Something else works on the same records and takes long. Try again in a moment.',
  slow: 'The database needed too long for this request. Ask for less, or try again in a moment.',
} as const;

/** Undefined when that is not what happened. */
export function heldUp(error: unknown): ProblemError | undefined {
  const options = { cause: error, retryAfter: 5 };
  if (error instanceof NoTurn) return problem('held_up', sentences.noTurn, options);
  if (isTooSlow(error)) return problem('held_up', sentences.slow, options);
  return isOutOfTime(error) ? problem('held_up', sentences.locked, options) : undefined;
}
