import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallRecordColumn } from '#contract/call-record-columns.ts';
import {
  exportCallRecords,
  listReportArchives,
  listReportProgress,
  type ReportFormat,
} from '#contract/report-archive.ts';
import { api } from '#web/lib/api.ts';
import { bodyFor } from '#web/lib/intent.ts';
import { offsetMinutes } from '#web/lib/local-time.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { zoneId } from '#web/lib/zone.ts';
import { notify } from '#web/ui/notify.ts';
import { type ReportFilters, toWire } from './report-filter.ts';

/** What a manager chooses of the file. */
export interface ExportChosen {
  name: string;
  format: ReportFormat;
  /** The documented ones without it. */
  columns: readonly CallRecordColumn[] | undefined;
  filtersInFile: boolean;
  includeFullSsn: boolean;
}

/**
 * Starts an export of what matches the filters.
 *
 * @param count how many records match, in words
 */
export function useExport(filters: ReportFilters, count: string, onStarted: () => void) {
  const { clientId } = useManager();
  const client = useQueryClient();
  const wishOf = useWish<ExportChosen & { filters: ReportFilters }>();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (given: ExportChosen) => {
      const wish = wishOf({ ...given, filters });
      const body = bodyFor(wish, () => ({ clientId, ...bodyOf(given, filters, platformNow()) }));
      return api(exportCallRecords, { body, intent: wish });
    },
    onSuccess: () => {
      onStarted();
      notify({
        text: `The export of ${count} has started. Find it in the top bar.`,
      });
      refreshSoon(client);
    },
  });
}

function bodyOf({ columns, ...chosen }: ExportChosen, filters: ReportFilters, now: Date) {
  return {
    ...chosen,
    filters: toWire(filters, now),
    columns: columns && [...columns],
    utcOffset: offsetMinutes(now),
    timeZone: zoneId(),
  };
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
