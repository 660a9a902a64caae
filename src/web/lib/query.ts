import type { OperationShape } from '#contract/http.ts';
import { ApiProblem } from './problem.ts';

/**
 * The cache key of an operation: `queryKey(listCampaigns, { clientId })`. Invalidate every variant of
 * an operation with `queryClient.invalidateQueries({ queryKey: queryKey(listCampaigns) })`.
 */
export function queryKey(operation: OperationShape, input?: unknown): readonly unknown[] {
  return input === undefined ? [operation.name] : [operation.name, input];
}

/** Milliseconds after which a read that failed is tried again. */
const againAfter = 5_000;

interface Read {
  state: { error: unknown };
}

/**
 * The `refetchInterval` of a read without one of its own: after a failure that may pass it is tried
 * again, so that a screen comes back by itself.
 */
export function againAfterFailure({ state: { error } }: Read): number | false {
  const passing = error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
  return passing ? againAfter : false;
}

/** The same for a read that is refreshed every N milliseconds. */
export function refreshedEvery(every: number) {
  return (read: Read): number => Math.min(every, againAfterFailure(read) || every);
}
