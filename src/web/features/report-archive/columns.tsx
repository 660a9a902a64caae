import type { ReportArchive } from '#contract/report-archive.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatArchiveTime } from '#web/lib/local-time.ts';
import { counted } from '#web/lib/plural.ts';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './page.module.css';
import { fileNameOf, isReady, isUnderWay, ReportStatus, statusText } from './report-status.tsx';

export const columns: readonly Column<ReportArchive>[] = [
  {
    id: 'status',
    header: 'Export Status',
    value: statusText,
    cell: (report) => <ReportStatus report={report} />,
    title: (report) => report.statusReason ?? undefined,
    width: 128,
    grow: 1,
  },
  {
    id: 'numberOfRecords',
    header: 'Number of Records',
    value: recordsOf,
    cell: (report) => recordsText(report),
    align: 'right',
    width: 100,
    spare: 1,
  },
  {
    id: 'created',
    header: 'Date Created',
    value: (report) => report.created,
    cell: (report) => formatArchiveTime(report.created),
    width: 156,
  },
  {
    id: 'lastDownload',
    header: 'Last Downloaded',
    value: (report) => report.lastDownload,
    cell: (report) => formatArchiveTime(report.lastDownload) || '--',
    width: 156,
    spare: 3,
    look: 'quiet',
  },
  {
    id: 'downloadCount',
    header: 'Number of Downloads',
    value: (report) => report.downloadCount,
    cell: (report) => formatNumber(report.downloadCount),
    align: 'right',
    width: 104,
    spare: 2,
  },
  {
    id: 'name',
    header: 'Report',
    value: nameOf,
    below: factsOf,
    title: (report) => [fileNameOf(report), factsOf(report)].join('\n'),
    width: 180,
    grow: 3,
    look: 'name',
    wraps: true,
  },
];

/** What its manager called it. */
function nameOf({ name }: ReportArchive): string {
  return name || 'Call Detail Report';
}

/** "XLSX, by Ann Lee, Outcome: Person". */
function factsOf({ format, managerName, filters }: ReportArchive): string {
  const by = managerName && `by ${managerName}`;
  return [format.toUpperCase(), by, ...filters].filter(Boolean).join(', ');
}

/** Known only for a file that exists or is being made. */
function recordsOf(report: ReportArchive): number | undefined {
  const known = isReady(report) || (isUnderWay(report) && report.numberOfRecords > 0);
  return known ? report.numberOfRecords : undefined;
}

export function recordsText(report: ReportArchive): string {
  const records = recordsOf(report);
  return records === undefined ? '--' : formatNumber(records);
}

/** A row below 700 px. */
export function ReportCompact({ report }: { report: ReportArchive }) {
  const { downloadCount, lastDownload } = report;
  const records = recordsOf(report);
  return (
    <>
      <CompactName>{nameOf(report)}</CompactName>
      <ReportStatus report={report} />
      <div className={styles.compactLine}>
        {records === undefined ? 'Created' : `${counted(records, 'record')}, created`}{' '}
        {formatArchiveTime(report.created)}
      </div>
      <div className={styles.compactLine}>
        {lastDownload
          ? `${counted(downloadCount, 'download')}, last ${formatArchiveTime(lastDownload)}`
          : 'Not downloaded yet'}
      </div>
    </>
  );
}
