/**
 * How often a screen that refreshes itself asks (`use-feed.ts`): with all that it asks for besides, at most
 * 12 requests in 12 seconds and 60 in a minute.
 */

/** Milliseconds between two requests of a feed. */
export const feedEvery = 1_100;
/** A screen opens with many requests at once: the feed leaves out at most this many turns for them. */
const mostOwed = 4;
/** How late a feed may be until its reads go on by themselves, in their periods. */
export const feedPatience = 5;

let owed = 0;

/** Something was asked for beside a feed: its next request is left out for it. */
export function noteRequest(): void {
  owed = Math.min(mostOwed, owed + 1);
}

/** A feed begins: what opened its screen was asked for before. */
export function beginFeed(): void {
  owed = 0;
}

/** Milliseconds from a request of the feed until its next one. */
export function untilNextFeed(): number {
  if (owed === 0) return feedEvery;
  owed -= 1;
  return 2 * feedEvery;
}

const fed = new Map<string, number>();

/** While it is called for a key, a feed refreshes that read. Returns what ends it. */
export function feeding(keys: readonly string[]): () => void {
  for (const key of keys) fed.set(key, (fed.get(key) ?? 0) + 1);
  return () => {
    for (const key of keys) {
      const left = (fed.get(key) ?? 1) - 1;
      if (left > 0) fed.set(key, left);
      else fed.delete(key);
    }
  };
}

/** The `refetchInterval` of a read that a feed may refresh: then it asks only when that is late. */
export const unlessFed =
  (every: number) =>
  ({ queryHash }: { queryHash: string }): number =>
    every * (fed.has(queryHash) ? feedPatience : 1);
