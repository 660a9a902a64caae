import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { listCallRecords } from '#contract/call-record.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import type { ReportRow } from './columns.tsx';
import { type ReportFilters, toWire } from './report-filter.ts';

/** The report's rows (undefined while other filters load), "X of Y results", and a failure. */
export function useReport(filters: ReportFilters, numRows: number) {
  const { clientId } = useManager();
  const body = { clientId, numRows, filters: toWire(filters) };
  const query = useQuery({
    queryKey: queryKey(listCallRecords, body),
    queryFn: ({ signal }) => api(listCallRecords, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  // Other filters show a loading placeholder; if their read fails, the rows from before stay.
  const [last, setLast] = useState(query.data);
  if (query.data && !query.isPlaceholderData && query.data !== last) setLast(query.data);
  const data = query.isPlaceholderData
    ? undefined
    : (query.data ?? (query.isError ? last : undefined));
  const rows = useMemo(
    () => data?.rows.map((record, key): ReportRow => ({ ...record, key })),
    [data],
  );
  const before = query.data ?? last;
  return {
    rows,
    /** How many match the filters; undefined while that is not known. */
    total: data?.total,
    counts: before
      ? `${formatNumber(before.rows.length)} of ${formatNumber(before.total)} results`
      : '',
    failure: refreshFailure(
      query,
      query.error ? `The call records could not be loaded. ${messageOf(query.error)}` : undefined,
    ),
  };
}
