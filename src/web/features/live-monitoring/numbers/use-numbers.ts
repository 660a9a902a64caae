import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type CampaignNumber,
  listCampaignNumbers,
  numberSorts,
} from '#contract/campaign-numbers.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useLast } from '#web/lib/use-last.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import type { ListAddress } from '#web/ui/list-address.ts';
import type { NumbersWanted } from './wanted.ts';

/** Where the page before ended, and the instant that all pages are judged at. */
interface PageStart {
  after: string;
  at: string;
}

/** Rows shown at first, and added by each "Show more". */
export const rowsAtOnce = 500;
/** Milliseconds from the last key press to the search. */
const settleTime = 200;

/** Those of the address: search, order and how many rows. */
function viewOf({ sorting, rows = rowsAtOnce }: ListAddress, search: string) {
  const sort = sorting === 'first' ? undefined : sorting;
  const columnId = numberSorts.find((one) => one === sort?.columnId) ?? 'list';
  const order = sort?.descending ? ('desc' as const) : ('asc' as const);
  return { query: { search, sort: columnId, order }, rows };
}

/** The numbers of a part, page by page, all of the instant of the first page. */
export function useNumbers(wanted: NumbersWanted, address: ListAddress) {
  const { campaignId: id, ...part } = wanted;
  const search = useSettled(address.find.trim(), settleTime);
  const view = viewOf(address, search);
  const query = { ...part, ...view.query };
  const start: PageStart | undefined = undefined;
  const pages = useInfiniteQuery({
    queryKey: queryKey(listCampaignNumbers, { campaignId: id, ...query }),
    queryFn: ({ signal, pageParam }) =>
      api(listCampaignNumbers, { params: { id }, query: { ...query, ...pageParam }, signal }),
    initialPageParam: start as PageStart | undefined,
    getNextPageParam: ({ next, at }): PageStart | undefined =>
      next === null ? undefined : { after: next, at },
    enabled: id > 0,
    placeholderData: keepPreviousData,
    // The rows stay until somebody asks for newer ones.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, throwOnError: false },
  });
  const data = useLast(pages.data);
  const [first] = data?.pages ?? [];
  const read = data?.pages.flatMap(({ numbers }) => numbers);
  // An address without a campaign has no numbers.
  const rows: CampaignNumber[] | undefined = id > 0 ? read?.slice(0, view.rows) : [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const short = read !== undefined && read.length < view.rows && hasNextPage;
  useEffect(() => {
    if (short && !isFetching && !isError) void fetchNextPage();
  }, [short, isFetching, isError, fetchNextPage]);
  return {
    ...{ pages, rows, total: first?.total ?? undefined, at: first?.at },
    more: hasNextPage || (read ?? []).length > view.rows,
    wanted: { ...part, search },
  };
}
