import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  exportCallRecords,
  listReportArchives,
  listReportProgress,
} from '#contract/report-archive.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { notify } from '#web/ui/notify.ts';
import { type ReportFilters, toWire } from './report-filter.ts';

/** Starts an export of what matches the filters; `mutate` is told whether with full SSN. */
export function useExport(filters: ReportFilters, total: number, onStarted: () => void) {
  const { clientId } = useManager();
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (includeFullSsn: boolean) => {
      const utcOffset = -platformNow().getTimezoneOffset();
      const body = { clientId, filters: toWire(filters), utcOffset, includeFullSsn };
      return api(exportCallRecords, { body });
    },
    onSuccess: () => {
      onStarted();
      const records = total === 1 ? 'call record' : 'call records';
      notify({
        text: `The export of ${formatNumber(total)} ${records} has started. Find it in the top bar.`,
      });
      lookSoon(client);
    },
  });
}

/** The lists of reports refresh every 15 seconds; most exports are ready long before. */
const looks = [0, 2_000, 6_000];

function lookSoon(client: QueryClient): void {
  for (const wait of looks) {
    setTimeout(() => {
      for (const call of [listReportProgress, listReportArchives]) {
        void client.invalidateQueries({ queryKey: queryKey(call) });
      }
    }, wait);
  }
}
