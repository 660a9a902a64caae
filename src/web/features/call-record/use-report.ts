import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  listCallRecords,
  mostRecordsSearched,
  mostRowsBefore,
  type RecordSorting,
} from '#contract/call-record.ts';
import { summarizeCallRecords } from '#contract/call-record-summary.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useLast } from '#web/lib/use-last.ts';
import { zoneId } from '#web/lib/zone.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import type { ReportRow } from './columns.tsx';
import { type ReportFilters, toWire } from './report-filter.ts';
import { ageSentence, reportCounts, searchedSentence, useReportCount } from './use-report-count.ts';

interface ReportWanted {
  filters: ReportFilters;
  numRows: number;
  sort: RecordSorting | undefined;
}

/** The report's rows, which stay while others load, "X of Y results", and a failure. */
export function useReport({ filters, numRows, sort }: ReportWanted) {
  const { clientId } = useManager();
  const wire = toWire(filters, platformNow());
  const wanted = JSON.stringify(wire);
  const [searchedAll, setSearchedAll] = useState<string>();
  const newest = searchedAll === wanted ? undefined : mostRecordsSearched;
  const body = {
    ...{ clientId, numRows, filters: wire, sort },
    ...{ withTotal: false, searchNewest: newest },
  };
  const query = useInfiniteQuery({
    queryKey: queryKey(listCallRecords, body),
    queryFn: ({ signal, pageParam }) =>
      api(listCallRecords, { body: { ...body, skip: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length === numRows && shown <= mostRowsBefore ? shown : undefined;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  const data = useLast(query.data);
  const rows = useMemo(() => data && distinct(data.pages.flatMap((page) => page.rows)), [data]);
  const shown = data?.pages.reduce((sum, page) => sum + page.rows.length, 0) ?? 0;
  const stale = query.isPlaceholderData;
  const since = (!stale && data?.pages[0]?.searchedSince) || null;
  const count = useReportCount(clientId, wire, { newest, since });
  // A full last page may be the end.
  const hasMore =
    query.hasNextPage && !(count.exact && count.total !== undefined && shown >= count.total);
  return {
    rows,
    /** The rows are those of before. */
    stale,
    count,
    /** "X of Y results". */
    counts: data ? reportCounts(shown, count) : '',
    /** How many of the newest records are searched where no index leads; undefined: all. */
    newest,
    /** "Only calls since Nov 12, 3:04 PM were searched."; empty where all were. */
    searched: searchedSentence(since),
    /** Searches all; undefined when that is done or not needed. */
    searchAll: since === null ? undefined : () => setSearchedAll(wanted),
    /** "Figures as of 3 seconds ago."; empty where they are of now. */
    age: ageSentence(data?.pages.at(-1)?.behindSeconds ?? null),
    /** Loads the rows that follow; undefined when all are shown. */
    more: data && !stale && hasMore ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
    failure: refreshFailure(
      query,
      query.error ? `The call records could not be loaded. ${messageOf(query.error)}` : undefined,
    ),
  };
}

export type Report = ReturnType<typeof useReport>;

/** A record that ended meanwhile moves the rest on: the last of a page comes once more. */
function distinct(rows: readonly ReportRow[]): ReportRow[] {
  return [...new Map(rows.map((row) => [row.recordId, row])).values()];
}

/** Totals and chart over the filters; those of before stay, and are quiet, while others load. */
export function useReportSummary(filters: ReportFilters, newest: number | undefined) {
  const { clientId } = useManager();
  const timeZone = zoneId();
  const wire = toWire(filters, platformNow());
  const body = { clientId, filters: wire, timeZone, searchNewest: newest };
  const query = useQuery({
    queryKey: queryKey(summarizeCallRecords, body),
    queryFn: ({ signal }) => api(summarizeCallRecords, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  return {
    summary: query.data,
    stale: query.isPlaceholderData,
    failure: query.isError ? messageOf(query.error) : undefined,
    retry: () => void query.refetch(),
  };
}
