import { useQueryClient } from '@tanstack/react-query';
import { type InboundText, listInboundTexts, mostInboundTexts } from '#contract/inbound-text.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { askAfter, mergeTexts } from './merge.ts';

/** Real milliseconds between two polls. */
const every = 2_000;

/** The newest texts, all at first and then only what is new. */
export function useInboundTexts() {
  const { clientId } = useManager();
  const cache = useQueryClient();
  const key = queryKey(listInboundTexts, { clientId });
  return useLiveQuery<readonly InboundText[]>({
    queryKey: key,
    every,
    queryFn: async ({ signal }) => {
      const known = cache.getQueryData<readonly InboundText[]>(key) ?? [];
      const part = known.length === 0 ? { limit: mostInboundTexts } : { after: askAfter(known) };
      const fresh = await api(listInboundTexts, { query: { clientId, ...part }, signal });
      return mergeTexts(known, fresh).slice(0, mostInboundTexts);
    },
  });
}
