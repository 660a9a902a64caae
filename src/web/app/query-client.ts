import { MutationCache, QueryClient } from '@tanstack/react-query';
import { getSimulation } from '#contract/platform.ts';
import { codeKey } from '../lib/load-code.ts';
import { ApiProblem } from '../lib/problem.ts';
import { againAfterFailure } from '../lib/query.ts';
import { onSessionChange, sessionEra } from '../lib/session.ts';
import { reportError } from '../ui/error-modal.tsx';

/**
 * A read that fails shows in its table or form, which stays, and is tried again until it succeeds
 * (`refreshFailure`, `Loading`). Data that cannot be what it should be replaces the page. Errors of operations show in the error modal, except where a
 * mutation says `meta: { ownErrors: true }` and shows them itself.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.ownErrors && !isSignedOut(error)) reportError(error);
    },
  }),
  defaultOptions: {
    // The server may be on this machine, so a browser that believes it is offline still sends, and
    // a save that fails reports an error instead of waiting in silence for the network.
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      refetchInterval: againAfterFailure,
      throwOnError: (error, query) => query.state.data === undefined && isBeyondRetry(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// No data of one manager is shown to the next; code and the simulation's clock are shared.
const shared: readonly unknown[] = [getSimulation.name, codeKey];
let lastEra = sessionEra();
onSessionChange(() => {
  // A manager who changed the name, or logged in again over the page, keeps the cache.
  if (sessionEra() === lastEra) return;
  lastEra = sessionEra();
  queryClient.removeQueries({ predicate: ({ queryKey }) => !shared.includes(queryKey[0]) });
});

/** Not a failure on the way, but data that no second read would mend. */
function isBeyondRetry(error: unknown): boolean {
  return !(error instanceof ApiProblem) || (error.status > 0 && error.status < 400);
}

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** Worth a second try at once: no response, or the database is briefly unavailable. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'unreachable' || error.status === 503);
}
