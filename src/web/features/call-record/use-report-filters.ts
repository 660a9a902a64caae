import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteReportFilter,
  listReportFilters,
  type ReportFilterSaved,
  saveReportFilter,
} from '#contract/report-filter.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { type ReportAddress, readAddress, writeAddress } from './report-address.ts';

type Given = Pick<ReportFilterSaved, 'reportFilterId' | 'name' | 'search'>;

/** The saved filters of this manager, by name, and how to change them. */
export function useReportFilters() {
  const { clientId } = useManager();
  const client = useQueryClient();
  const key = queryKey(listReportFilters, { clientId });
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api(listReportFilters, { query: { clientId }, signal }),
    throwOnError: false,
  });
  const onSettled = () => client.invalidateQueries({ queryKey: key });
  const wishOf = useWish<Given>();
  const save = useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ reportFilterId, name, search }: Given) => {
      const wish = wishOf({ reportFilterId, name, search });
      return api(saveReportFilter, { body: { clientId, ...wish }, intent: wish });
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (reportFilterId: number) =>
      api(deleteReportFilter, { params: { reportFilterId }, body: { clientId } }),
    onSettled,
  });
  return { saved: query.data ?? [], save, remove };
}

/** Filters, order and columns; neither the rows of a page nor the open record. */
export function searchToSave({ filters, sort, columns }: ReportAddress): string {
  const search = Object.entries(writeAddress({ filters, sort, columns }));
  const kept = search.filter(([, value]) => value !== undefined);
  return new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
}

/** What a saved filter shows; what this version does not know any more is left out. */
export function addressOfSaved(search: string): ReportAddress {
  const named = Object.fromEntries(new URLSearchParams(search));
  const { filters, sort, columns } = readAddress(named, platformNow()).address;
  return { filters, sort, columns, open: undefined };
}
