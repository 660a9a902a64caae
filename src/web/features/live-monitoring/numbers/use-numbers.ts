import { useInfiniteQuery } from '@tanstack/react-query';
import type { CampaignNumber } from '#contract/campaign-numbers.ts';
import { listCampaignNumbers } from '#contract/campaign-numbers.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import type { NumbersWanted } from './wanted.ts';

/** Where the page before ended, and the instant that all pages are judged at. */
interface PageStart {
  after: string;
  at: string;
}

/** The numbers of a part, page by page, all of the instant of the first page. */
export function useNumbers(wanted: NumbersWanted) {
  const { campaignId: id, ...query } = wanted;
  const start: PageStart | undefined = undefined;
  const pages = useInfiniteQuery({
    queryKey: queryKey(listCampaignNumbers, wanted),
    queryFn: ({ signal, pageParam }) =>
      api(listCampaignNumbers, { params: { id }, query: { ...query, ...pageParam }, signal }),
    initialPageParam: start as PageStart | undefined,
    getNextPageParam: ({ next, at }): PageStart | undefined =>
      next === null ? undefined : { after: next, at },
    enabled: id > 0,
    // The rows stay until somebody asks for newer ones.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, throwOnError: false },
  });
  const [first] = pages.data?.pages ?? [];
  const read = pages.data?.pages.flatMap(({ numbers }) => numbers);
  // An address without a campaign has no numbers.
  const rows: CampaignNumber[] | undefined = id > 0 ? read : [];
  return { pages, rows, total: first?.total ?? undefined, at: first?.at };
}
