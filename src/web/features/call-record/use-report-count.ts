import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countCallRecords, mostRecordsCounted } from '#contract/call-record.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import type { toWire } from './report-filter.ts';

export interface ReportCount {
  /** How many match the filters; undefined while that is not known. */
  total: number | undefined;
  /** False: there are more than `total`. */
  exact: boolean;
  /** Counts all; undefined when that is done or not needed. */
  countAll: (() => void) | undefined;
  busy: boolean;
  /** Only records since then were searched, of filters that no index leads to; null: all. */
  since: string | null;
}

/** Asked for beside the rows, which do not wait for it; counting stops until somebody asks for all. */
export function useReportCount(
  clientId: number,
  filters: ReturnType<typeof toWire>,
  { newest, since }: { newest: number | undefined; since: string | null },
): ReportCount {
  const wanted = JSON.stringify(filters);
  const [askedFor, setAskedFor] = useState<string>();
  const isAsked = askedFor === wanted;
  const count = (most?: number) => {
    const body = { clientId, filters, searchNewest: newest, ...(most !== undefined && { most }) };
    return {
      queryKey: queryKey(countCallRecords, body),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        Number(await api(countCallRecords, { body, signal })),
      staleTime: 0,
      throwOnError: false,
    };
  };
  const first = useQuery({ ...count(mostRecordsCounted), placeholderData: keepPreviousData });
  const whole = useQuery({ ...count(), enabled: isAsked });
  const some = first.isPlaceholderData ? undefined : first.data;
  const exact = some !== undefined && some <= mostRecordsCounted;
  const all = isAsked ? whole.data : undefined;
  return {
    total: exact ? some : (all ?? (some === undefined ? undefined : mostRecordsCounted)),
    exact: exact || all !== undefined,
    countAll:
      some === undefined || exact || all !== undefined || since !== null
        ? undefined
        : () => setAskedFor(wanted),
    busy: isAsked && whole.isFetching,
    since,
  };
}

/** "25 of 312 results", "25 of more than 10,000 results". */
export function reportCounts(
  shown: number,
  { total, exact }: Pick<ReportCount, 'total' | 'exact'>,
): string {
  if (total === undefined) return '';
  return `${formatNumber(shown)} of ${exact ? '' : 'more than '}${formatNumber(total)} results`;
}

/** Of a report that searched the newest records only. */
export function searchedSentence(since: string | null): string {
  return since === null ? '' : `Only calls since ${formatLocalDateTime(since)} were searched.`;
}

/** Of a report that is read on a standby. */
export function ageSentence(behindSeconds: number | null): string {
  return behindSeconds === null ? '' : `Figures as of ${counted(behindSeconds, 'second')} ago.`;
}
