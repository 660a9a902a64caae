import { MutationCache, QueryClient } from '@tanstack/react-query';
import { getSimulation } from '#contract/platform.ts';
import { codeKey } from '../lib/load-code.ts';
import { ApiProblem } from '../lib/problem.ts';
import { currentSession, onSessionChange } from '../lib/session.ts';
import { reportError } from '../ui/error-modal.tsx';

/**
 * Load errors of a page that has nothing to show replace the page; errors of operations show in
 * the error modal, except where a mutation says `meta: { ownErrors: true }` and shows them itself.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.ownErrors && !isSignedOut(error)) reportError(error);
    },
  }),
  defaultOptions: {
    // The server may be on this very machine: a browser that believes to be offline still asks it,
    // and a save that fails says so, where it would wait in silence for the network.
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      throwOnError: (error, query) => query.state.data === undefined && !isSignedOut(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// Nothing of one manager is ever shown to the next; code and the simulation's clock are everybody's.
const shared: readonly unknown[] = [getSimulation.name, codeKey];
let lastToken = currentSession()?.bearerToken;
onSessionChange(() => {
  const token = currentSession()?.bearerToken;
  // The same manager with another name keeps what he sees.
  if (token === lastToken) return;
  lastToken = token;
  queryClient.removeQueries({ predicate: ({ queryKey }) => !shared.includes(queryKey[0]) });
});

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** Worth another try by itself: no answer, or the database is away for a moment. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'unreachable' || error.status === 503);
}
