import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isJsonResponse, type OperationShape } from '#contract/http.ts';
import { mostReads, readTogether } from '#contract/reads.ts';
import { api, pathOf } from './api.ts';
import { beginFeed, feedEvery, feeding, untilNextFeed } from './feed-pace.ts';
import { useLiveQuery } from './use-live-query.ts';

/** A read of the screen, which stands in the cache under its own key. */
export interface FedRead {
  operation: OperationShape;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  queryKey: QueryKey;
  /** Milliseconds between two refreshes. */
  every: number;
  /** What its own read does with a response, besides keeping it. */
  received?: (response: never) => void;
}

/**
 * Refreshes many parts of a screen with one request in about a second, and less often where the screen asks
 * for something else (`feed-pace.ts`). Each part keeps its own read: it
 * makes the first one, and goes on by itself where the feed does not bring it in time.
 *
 * @param name of the screen, for the cache
 */
export function useFeed(name: string, reads: readonly FedRead[]): void {
  const client = useQueryClient();
  const keys = reads.map(({ queryKey }) => queryKey);
  const pause = useRef(feedEvery);
  useEffect(beginFeed, []);
  const hashes = keys.map((key) => hashKey(key)).join('\n');
  useEffect(() => feeding(hashes.split('\n')), [hashes]);
  useLiveQuery({
    queryKey: ['feed', name, keys],
    every: () => pause.current,
    queryFn: async ({ signal }) => {
      pause.current = untilNextFeed();
      const due = reads.filter((read) => isDue(client, read)).slice(0, mostReads);
      try {
        await refresh(client, due, signal);
      } catch (error) {
        // Each says by itself what failed.
        for (const { queryKey } of due) void client.refetchQueries({ queryKey, exact: true });
        throw error;
      }
      return Date.now();
    },
  });
}

/**
 * Early enough that its own read is not made, even if the next request is late. One that failed tries
 * again by itself.
 */
function isDue(client: QueryClient, { queryKey, every }: FedRead): boolean {
  const state = client.getQueryState(queryKey);
  if (!state || state.fetchStatus === 'fetching' || state.status !== 'success') return false;
  const margin = feedEvery * (every > 3 * feedEvery ? 2 : every > feedEvery ? 1 : 1 / 2);
  return Date.now() - state.dataUpdatedAt >= every - margin;
}

async function refresh(
  client: QueryClient,
  due: readonly FedRead[],
  signal: AbortSignal,
): Promise<void> {
  if (due.length === 0) return;
  const read = due.map((one) => pathOf(one.operation, one));
  const responses = await api(readTogether, { query: { read }, signal });
  for (const [at, { status, body }] of responses.entries()) {
    const one = due[at];
    if (!one) continue;
    const { queryKey, received } = one;
    const { response } = one.operation;
    const isWhole = status === 200 && isJsonResponse(response);
    const parsed = isWhole ? response.safeParse(body) : undefined;
    if (parsed?.success) {
      client.setQueryData(queryKey, parsed.data);
      received?.(parsed.data as never);
    } else void client.refetchQueries({ queryKey, exact: true });
  }
}
