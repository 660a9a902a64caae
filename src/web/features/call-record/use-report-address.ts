import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FilterColumn } from '#contract/call-record-columns.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { reportPath } from '#web/lib/report-link.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { privateFilters, type ReportAddress, readAddress, writeAddress } from './report-address.ts';
import type { ReportFilter, ReportFilters } from './report-filter.ts';

/**
 * What the address asks for, with the filters that stay out of it, and how to change it. A change
 * of the open record or of the columns replaces the address; any other can be taken back by Back.
 */
export function useReportAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [hidden, setHidden] = useState<ReportFilters>({});
  const day = platformNow().toDateString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: "today" changes with the day alone.
  const { address, ignored } = useMemo(() => readAddress(search, platformNow()), [search, day]);
  const filters = useMemo(() => ({ ...address.filters, ...hidden }), [address.filters, hidden]);

  const change = (part: Partial<ReportAddress>) => {
    if (part.filters) setHidden(privateOf(part.filters));
    const next = { ...address, ...part };
    const quiet = Object.keys(part).every((key) => key === 'open' || key === 'columns');
    void navigate({
      to: reportPath,
      search: linkSearch(writeAddress(next)),
      replace: quiet,
      resetScroll: false,
    });
  };
  /** The address with a change, for a link: another tab knows no filter that stays out of it. */
  const targetOf = (part: Partial<ReportAddress>) => ({
    to: reportPath,
    search: linkSearch({ ...writeAddress({ ...address, ...part }) }),
  });
  return { address: { ...address, filters }, ignored, change, targetOf };
}

function privateOf(filters: ReportFilters): ReportFilters {
  const entries = Object.entries(filters) as [FilterColumn, ReportFilter][];
  return Object.fromEntries(entries.filter(([column]) => privateFilters.includes(column)));
}
