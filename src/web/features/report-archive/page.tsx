import { Link } from '@tanstack/react-router';
import { type ReportArchive, reportStatus, reportTexts } from '#contract/report-archive.ts';
import { matchesWords } from '#web/lib/names.ts';
import { useRetention } from '#web/lib/retention.ts';
import { keptWords } from '#web/lib/retention-words.ts';
import { useFullSsnRefusal } from '#web/lib/rights.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { Page } from '#web/ui/page.tsx';
import { DownloadIcon } from '#web/ui/screen-icons.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, ReportCompact } from './columns.tsx';
import { fileNameOf, isReady, isUnderWay } from './report-status.tsx';
import { useReportArchives, useReportCancel, useReportDownload } from './use-reports.ts';

const statusFilter = {
  name: 'status',
  label: 'Status',
  all: 'All statuses',
  choices: [
    { value: String(reportStatus.ready), label: 'Ready' },
    { value: String(reportStatus.inProgress), label: 'In progress' },
    { value: String(reportStatus.starting), label: 'Starting' },
    { value: String(reportStatus.error), label: 'Failed' },
    { value: String(reportStatus.canceled), label: 'Canceled' },
  ],
};

const noReports = {
  title: 'No reports yet',
  sentence: 'Export the call detail report to add one.',
  action: (
    <Link to="/main/reports/cdr" className={buttonClass({ size: 'sm' })}>
      Open the Call Detail Report
    </Link>
  ),
};

/** The exports of the call detail report, ready to download. */
export function ReportArchivePage() {
  const query = useReportArchives();
  const retention = useRetention();
  const address = useListAddress(['status']);
  const status = address.filter('status');
  const rows = query.data?.filter(
    (report) =>
      (status === '' || String(report.reportStatusId) === status) &&
      matchesWords(address.find, [fileNameOf(report)]),
  );
  const download = useReportDownload();
  const cancel = useReportCancel();
  const refused = useFullSsnRefusal();
  const reasonOf = (report: ReportArchive) => {
    if (!isReady(report)) return reportTexts.notReady;
    return report.includeFullSsn ? refused : undefined;
  };

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
      toolbar={
        <ListToolbar
          address={address}
          find="Find by file name"
          filters={[statusFilter]}
          found={rows?.length}
          total={query.data?.length}
          noun={['report', 'reports']}
        />
      }
    >
      <DataTable
        label="Report archives"
        columns={columns}
        rows={rows}
        tall
        address={address}
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
        empty={query.data?.length === 0 ? noReports : noneFound('report', address.showAll)}
      />
    </Page>
  );
}
