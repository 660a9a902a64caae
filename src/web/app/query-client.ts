import { MutationCache, QueryClient } from '@tanstack/react-query';
import { getSimulation } from '#contract/platform.ts';
import { codeKey } from '../lib/load-code.ts';
import { ApiProblem } from '../lib/problem.ts';
import { onSessionChange, sessionEra } from '../lib/session.ts';
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
    // The server may be on this machine, so a browser that believes it is offline still sends, and
    // a save that fails reports an error instead of waiting in silence for the network.
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      throwOnError: (error, query) => query.state.data === undefined && !isSignedOut(error),
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

function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** Worth an automatic retry: no response, or the database is briefly unavailable. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'unreachable' || error.status === 503);
}
