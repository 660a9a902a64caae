import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  cancelReport,
  downloadReport,
  listReportArchives,
  listReportProgress,
  newestArchives,
  type ReportArchive,
} from '#contract/report-archive.ts';
import { api, apiFile } from '#web/lib/api.ts';
import { queryKey, refreshedEvery } from '#web/lib/query.ts';
import { saveBlob } from '#web/lib/save-file.ts';
import { useManager } from '#web/lib/session.ts';
import { fileNameOf } from './report-status.tsx';

/** Document 2 section 9. */
const refreshEvery = 15_000;

/** The archives of the screen. */
export function useReportArchives() {
  const { clientId } = useManager();
  return useQuery({
    queryKey: queryKey(listReportArchives, { clientId }),
    queryFn: ({ signal }) =>
      api(listReportArchives, { params: { clientId }, body: newestArchives, signal }),
    refetchInterval: refreshedEvery(refreshEvery),
  });
}

/** The archives of the top bar's popover, also while it is closed. */
export function useReportProgress() {
  const { clientId } = useManager();
  return useQuery({
    queryKey: queryKey(listReportProgress, { clientId }),
    queryFn: ({ signal }) => api(listReportProgress, { body: { clientId }, signal }),
    refetchInterval: refreshedEvery(refreshEvery),
    throwOnError: false,
  });
}

function refresh(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [listReportArchives, listReportProgress].map((operation) =>
      client.invalidateQueries({ queryKey: queryKey(operation) }),
    ),
  );
}

/** Fetches a report's file and saves it as a browser download. */
export function useReportDownload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (report: ReportArchive) => {
      const { reportArchiveId, clientId, url } = report;
      const body = { clientId, reportId: reportArchiveId, url };
      saveBlob(
        fileNameOf(report),
        await apiFile(downloadReport, { params: { reportArchiveId }, body }),
      );
    },
    onSettled: () => refresh(client),
  });
}

/** Cancels a report that is being made. */
export function useReportCancel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reportArchiveId, clientId }: ReportArchive) =>
      api(cancelReport, { params: { reportArchiveId }, body: { clientId } }),
    onSettled: () => refresh(client),
  });
}
