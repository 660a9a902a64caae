import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { heardServer, missedServer } from './connection.ts';
import { feedPatience } from './feed-pace.ts';

export type Connection = 'starting' | 'live' | 'lost';

export interface LiveQuery<Data> {
  data: Data | undefined;
  connection: Connection;
  /** When the data was last true (real time); undefined before the first response. */
  updatedAt: Date | undefined;
  /** When the next try starts while the connection is lost. */
  nextTryAt: Date | undefined;
  error: Error | null;
  retry: () => void;
}

interface LiveQueryOptions<Data> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  /** Milliseconds between two polls, or what says them after each; 1,000 by default. */
  every?: number | (() => number);
  /** Something else keeps it fresh (`use-feed.ts`): it polls by itself only when that is late. */
  fed?: boolean;
  enabled?: boolean;
}

const longestWait = 30_000;

/**
 * Polls every second, not at all while the tab is hidden, and more and more slowly (2, 4 …
 * 30 seconds) while the server does not respond. Old data stays while the connection is lost.
 */
export function useLiveQuery<Data>(options: LiveQueryOptions<Data>): LiveQuery<Data> {
  const { queryKey, queryFn, every = 1_000, enabled = true, fed = false } = options;
  const failures = useRef(0);
  const wait = () => {
    const period = typeof every === 'number' ? every : every();
    return failures.current
      ? Math.min(longestWait, period * 2 ** failures.current)
      : period * (fed ? feedPatience : 1);
  };
  const query = useQuery({
    queryKey,
    enabled,
    retry: false,
    staleTime: 0,
    throwOnError: false,
    refetchInterval: wait,
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) => {
      try {
        const data = await queryFn({ signal });
        failures.current = 0;
        heardServer();
        return data;
      } catch (error) {
        if (!signal.aborted) {
          failures.current += 1;
          missedServer(error);
        }
        throw error;
      }
    },
  });
  useRefetchWhenBackOnline(query.refetch);
  const lost = query.status === 'error';
  return {
    data: query.data,
    connection: lost ? 'lost' : query.data === undefined ? 'starting' : 'live',
    updatedAt: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : undefined,
    nextTryAt: lost ? new Date(query.errorUpdatedAt + wait()) : undefined,
    error: query.error,
    retry: query.refetch,
  };
}

function useRefetchWhenBackOnline(refetch: () => void): void {
  useEffect(() => {
    const listener = () => refetch();
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  }, [refetch]);
}
