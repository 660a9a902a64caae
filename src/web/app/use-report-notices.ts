import { useEffect, useRef } from 'react';
import { type ReportArchive, reportStatus } from '#contract/report-archive.ts';
import { counted } from '../lib/plural.ts';
import { useManager } from '../lib/session.ts';
import { notify } from '../ui/notify.ts';

/**
 * Announces on every screen when a report of this manager is ready or has failed. Reports that had
 * already ended at the first load are not announced.
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
    const text = `Export is ready: ${counted(numberOfRecords, 'call record')}.`;
    notify({ text, action: { label: 'Download', onSelect } });
  }
  if (reportStatusId === reportStatus.error && statusReason) {
    notify({ text: statusReason, tone: 'danger' });
  }
}
