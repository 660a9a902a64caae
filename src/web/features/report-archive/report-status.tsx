import { type ReportArchive, reportStatus, reportTexts } from '#contract/report-archive.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { type StatusColor, StatusDot } from '#web/ui/status-dot.tsx';
import styles from './report-status.module.css';

const colors: Record<number, StatusColor> = {
  [reportStatus.starting]: 'grey',
  [reportStatus.inProgress]: 'purple',
  [reportStatus.ready]: 'green',
  [reportStatus.error]: 'red',
  [reportStatus.canceled]: 'grey',
};

/** "IN PROGRESS 43%", "READY". An unknown id is an error (document 2 section 4). */
export function statusText({ reportStatusId, reportStatusName, progress }: ReportArchive): string {
  if (colors[reportStatusId] === undefined) return reportTexts.invalidStatus;
  if (reportStatusId !== reportStatus.inProgress) return reportStatusName;
  return `${reportStatusName} ${Math.floor(progress)}%`;
}

export function isReady({ reportStatusId }: ReportArchive): boolean {
  return reportStatusId === reportStatus.ready;
}

/** It waits or is being made. */
export function isUnderWay({ reportStatusId }: ReportArchive): boolean {
  return reportStatusId === reportStatus.starting || reportStatusId === reportStatus.inProgress;
}

/** Its status in words, a bar while it is made, the reason when it failed. */
export function ReportStatus({ report }: { report: ReportArchive }) {
  const text = statusText(report);
  return (
    <span className={styles.status}>
      <StatusDot color={colors[report.reportStatusId] ?? 'red'}>{text}</StatusDot>
      {report.reportStatusId === reportStatus.inProgress && (
        <ProgressBar share={report.progress / 100} label={fileNameOf(report)} width={64} />
      )}
      {report.statusReason && <span className={styles.reason}>{report.statusReason}</span>}
    </span>
  );
}

/** The last path segment of its url. */
export function fileNameOf({ url }: ReportArchive): string {
  return url.split('/').at(-1) ?? '';
}
