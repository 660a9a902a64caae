import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostRecordsCounted } from '#contract/call-record.ts';
import { countRecordPersons } from '#contract/call-record-summary.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { type ReportFilters, toWire } from './report-filter.ts';

/**
 * Attempts and persons over the filters. Persons are compared with each other, which takes longer than a
 * total: of many records it is done when somebody asks for it.
 */
export function usePersons(filters: ReportFilters, newest: number | undefined) {
  const { clientId } = useManager();
  const wire = toWire(filters, platformNow());
  const wanted = JSON.stringify(wire);
  const [askedFor, setAskedFor] = useState<string>();
  const isAsked = askedFor === wanted;
  const most = isAsked ? undefined : mostRecordsCounted;
  const body = { clientId, filters: wire, searchNewest: newest, ...(most && { most }) };
  const query = useQuery({
    queryKey: queryKey(countRecordPersons, body),
    queryFn: ({ signal }) => api(countRecordPersons, { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });
  return {
    /** Null: too many to count unasked; undefined: not known yet. */
    counted: query.data?.counted,
    stale: query.isPlaceholderData,
    count: () => setAskedFor(wanted),
    busy: isAsked && query.isFetching,
    failure: query.isError ? messageOf(query.error) : undefined,
    retry: () => void query.refetch(),
  };
}
