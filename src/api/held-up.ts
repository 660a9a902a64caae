/** The response when a request's database work waits or takes too long. */
import { type ProblemError, problem } from '#contract/errors.ts';
import { NoTurn } from '#db/client-turns.ts';
import { isOutOfTime, isTooSlow } from '#db/errors.ts';

const sentences = {
  noTurn:
    'Other requests from your organization are blocking this one. Wait until they finish, then try again.',
  locked: 'Another operation is working on the same records. Try again in a moment.',
  slow: 'The database took too long for this request. Request less, or try again in a moment.',
} as const;

/** Undefined for any other error. */
export function heldUp(error: unknown): ProblemError | undefined {
  const options = { cause: error, retryAfter: 5 };
  if (error instanceof NoTurn) return problem('held_up', sentences.noTurn, options);
  if (isTooSlow(error)) return problem('held_up', sentences.slow, options);
  return isOutOfTime(error) ? problem('held_up', sentences.locked, options) : undefined;
}
