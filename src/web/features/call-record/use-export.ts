import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  exportCallRecords,
  listReportArchives,
  listReportProgress,
} from '#contract/report-archive.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { offsetMinutes } from '#web/lib/local-time.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { notify } from '#web/ui/notify.ts';
import { type ReportFilters, toWire } from './report-filter.ts';

/** Starts an export of what matches the filters; `mutate` takes whether to include full SSNs. */
export function useExport(filters: ReportFilters, total: number, onStarted: () => void) {
  const { clientId } = useManager();
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (includeFullSsn: boolean) => {
      const utcOffset = offsetMinutes(platformNow());
      const body = { clientId, filters: toWire(filters), utcOffset, includeFullSsn };
      return api(exportCallRecords, { body });
    },
    onSuccess: () => {
      onStarted();
      const records = total === 1 ? 'call record' : 'call records';
      notify({
        text: `The export of ${formatNumber(total)} ${records} has started. Find it in the top bar.`,
      });
      refreshSoon(client);
    },
  });
}

/** Milliseconds. The lists refresh every 15 seconds, but most exports are ready much sooner. */
const refreshAfter = [0, 2_000, 6_000];

function refreshSoon(client: QueryClient): void {
  for (const wait of refreshAfter) {
    setTimeout(() => {
      for (const operation of [listReportProgress, listReportArchives]) {
        void client.invalidateQueries({ queryKey: queryKey(operation) });
      }
    }, wait);
  }
}
