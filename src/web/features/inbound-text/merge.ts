import type { InboundText } from '#contract/inbound-text.ts';

/** Newest first, as the server orders them; the same list when nothing is new. */
export function mergeTexts(
  known: readonly InboundText[],
  fresh: readonly InboundText[],
): readonly InboundText[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = fresh.filter(({ id }) => !ids.has(id));
  if (added.length === 0) return known;
  return [...added, ...known].sort(
    (a, b) => Date.parse(b.date) - Date.parse(a.date) || b.id - a.id,
  );
}

/** Ids are assigned before their texts are committed, so a few below the newest may come later. */
const overlap = 100;

/** The id after which to request more. */
export function askAfter(known: readonly InboundText[]): number {
  const newest = known.reduce((most, { id }) => Math.max(most, id), 0);
  return Math.max(0, newest - overlap);
}
