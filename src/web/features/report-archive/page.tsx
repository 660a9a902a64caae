import { Link } from '@tanstack/react-router';
import { type ReportArchive, reportTexts } from '#contract/report-archive.ts';
import { useRetention } from '#web/lib/retention.ts';
import { keptWords } from '#web/lib/retention-words.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DownloadIcon } from '#web/ui/icons.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { Page } from '#web/ui/page.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, ReportCompact } from './columns.tsx';
import { fileNameOf, isReady, isUnderWay } from './report-status.tsx';
import { useReportArchives, useReportCancel, useReportDownload } from './use-reports.ts';

/** The exports of the call detail report, ready to download. */
export function ReportArchivePage() {
  const query = useReportArchives();
  const retention = useRetention();
  const download = useReportDownload();
  const cancel = useReportCancel();
  const reasonOf = (report: ReportArchive) => (isReady(report) ? undefined : reportTexts.notReady);

  const actions = (report: ReportArchive): MenuItem[] => [
    { label: 'Download', reason: reasonOf(report), onSelect: () => download.mutate(report) },
    ...(isUnderWay(report)
      ? [{ label: 'Cancel', danger: true, onSelect: () => cancel.mutate(report) }]
      : []),
  ];

  return (
    <Page
      title="Report Archives"
      sentence={`Exports of the call detail report${retention ? `, ${keptWords(retention.reportDays)}` : ''}.`}
      times
    >
      <DataTable
        label="Report archives"
        columns={columns}
        rows={query.data}
        rowKey={(report) => report.reportArchiveId}
        rowName={fileNameOf}
        firstSorting={{ columnId: 'created', descending: true }}
        actions={actions}
        inlineActionWidth={116}
        inlineAction={(report) => (
          <Button
            size="sm"
            icon={DownloadIcon}
            reason={reasonOf(report)}
            busy={download.isPending && download.variables === report}
            onClick={() => download.mutate(report)}
          >
            Download<span className="visually-hidden"> {fileNameOf(report)}</span>
          </Button>
        )}
        compact={(report) => <ReportCompact report={report} />}
        failure={refreshFailure(query)}
        empty={{
          title: 'No reports yet',
          sentence: 'Export the call detail report to add one.',
          action: (
            <Link to="/main/reports/cdr" className={buttonClass({ size: 'sm' })}>
              Open the Call Detail Report
            </Link>
          ),
        }}
      />
    </Page>
  );
}
