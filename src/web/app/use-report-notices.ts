import { useEffect, useRef } from 'react';
import { type ReportArchive, reportStatus } from '#contract/report-archive.ts';
import { formatNumber } from '../lib/format.ts';
import { useManager } from '../lib/session.ts';
import { notify } from '../ui/notify.ts';

/**
 * Says when a report that this manager asked for is ready or has failed, on whatever screen. What
 * was so at the first look is no news.
 */
export function useReportNotices(
  reports: readonly ReportArchive[] | undefined,
  download: (report: ReportArchive) => void,
): void {
  const { id: managerId } = useManager();
  const ended = useRef<ReadonlySet<number> | undefined>(undefined);
  const latest = useRef(download);
  latest.current = download;
  useEffect(() => {
    if (!reports) return;
    const before = ended.current;
    const now = reports.filter(({ reportStatusId }) => reportStatusId >= reportStatus.ready);
    ended.current = new Set(now.map(({ reportArchiveId }) => reportArchiveId));
    for (const report of now) {
      if (!before || before.has(report.reportArchiveId) || report.managerId !== managerId) continue;
      say(report, () => latest.current(report));
    }
  }, [reports, managerId]);
}

function say(report: ReportArchive, onSelect: () => void): void {
  const { reportStatusId, numberOfRecords, statusReason } = report;
  if (reportStatusId === reportStatus.ready) {
    const records = numberOfRecords === 1 ? 'call record' : 'call records';
    const text = `Export is ready: ${formatNumber(numberOfRecords)} ${records}.`;
    notify({ text, action: { label: 'Download', onSelect } });
  }
  if (reportStatusId === reportStatus.error && statusReason) {
    notify({ text: statusReason, tone: 'danger' });
  }
}
