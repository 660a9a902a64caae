import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type ReportArchive, reportTexts } from '#contract/report-archive.ts';
import { recordsText } from '../features/report-archive/columns.tsx';
import {
  fileNameOf,
  isReady,
  isUnderWay,
  ReportStatus,
} from '../features/report-archive/report-status.tsx';
import { useReportDownload, useReportProgress } from '../features/report-archive/use-reports.ts';
import { formatLocalDateTime } from '../lib/local-time.ts';
import { counted } from '../lib/plural.ts';
import { IconButton } from '../ui/button.tsx';
import { ReportDownloadIcon } from '../ui/icons.tsx';
import { DownloadIcon } from '../ui/screen-icons.tsx';
import { useClickOutside } from '../ui/use-click-outside.ts';
import { useFloating } from '../ui/use-floating.ts';
import styles from './report-downloads.module.css';
import { useReportNotices } from './use-report-notices.ts';

/** The top bar's reports: a badge with the number to download, and a popover of them. */
export function ReportDownloads({ openAtFirst }: { openAtFirst: boolean }) {
  const query = useReportProgress();
  const download = useReportDownload();
  const [open, setOpen] = useState(openAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFloating(button, list, open, 'bottom-end');
  useClickOutside(open, [button, list], () => setOpen(false));
  useReportNotices(query.data, download.mutate);
  const waiting = (query.data ?? []).filter(isWaiting).length;
  const { refetch } = query;
  useEffect(() => {
    if (open) void refetch();
  }, [open, refetch]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const closeAtEscape = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    close();
  };
  return (
    <>
      <span className={styles.anchor}>
        <IconButton
          ref={button}
          label={waiting > 0 ? `Reports, ${waiting} not downloaded` : 'Reports'}
          icon={ReportDownloadIcon}
          iconSize={18}
          quiet={open}
          aria-expanded={open}
          aria-haspopup="dialog"
          onClick={() => setOpen(!open)}
          onKeyDown={closeAtEscape}
        />
        {waiting > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {waiting}
          </span>
        )}
      </span>
      {open && (
        <div
          ref={list}
          popover="manual"
          role="dialog"
          aria-label="Reports"
          className={styles.list}
          onKeyDown={closeAtEscape}
        >
          <Reports query={query} download={download} />
          <Link to="/main/reports/archive" className={styles.all} onClick={() => setOpen(false)}>
            Report Archives
          </Link>
        </div>
      )}
    </>
  );
}

interface ReportsProps {
  query: ReturnType<typeof useReportProgress>;
  download: ReturnType<typeof useReportDownload>;
}

function Reports({ query, download }: ReportsProps) {
  const reports = query.data ?? [];
  return (
    <>
      {query.isError && (
        <p className={styles.failed} role="alert">
          The reports could not be refreshed.
          <button type="button" onClick={() => void query.refetch()}>
            Retry
          </button>
        </p>
      )}
      {query.isPending && <p className={styles.note}>Loading ...</p>}
      {query.isSuccess && reports.length === 0 && (
        <p className={styles.note}>No reports yet. Export the Call Detail Report to make one.</p>
      )}
      <ul>
        {reports.map((report) => (
          <Report
            key={report.reportArchiveId}
            report={report}
            busy={download.isPending && download.variables === report}
            onDownload={() => download.mutate(report)}
          />
        ))}
      </ul>
    </>
  );
}

/** It is being made, or was never downloaded. */
function isWaiting(report: ReportArchive): boolean {
  return isUnderWay(report) || (isReady(report) && report.downloadCount === 0);
}

interface ReportProps {
  report: ReportArchive;
  busy: boolean;
  onDownload: () => void;
}

function Report({ report, busy, onDownload }: ReportProps) {
  const name = fileNameOf(report);
  return (
    <li>
      <div className={styles.words}>
        <div className={styles.name} title={name}>
          {name}
        </div>
        <ReportStatus report={report} />
        {recordsText(report) !== '--' && (
          <div className={styles.records}>
            {counted(report.numberOfRecords, 'record')}, {formatLocalDateTime(report.created)}
          </div>
        )}
      </div>
      <IconButton
        className={styles.download ?? ''}
        label={`Download ${name}`}
        icon={DownloadIcon}
        busy={busy}
        reason={isReady(report) ? undefined : reportTexts.notReady}
        onClick={onDownload}
      />
    </li>
  );
}
