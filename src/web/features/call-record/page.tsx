import { useRef, useState } from 'react';
import { defaultPageSize } from '#contract/call-record.ts';
import { useRetention } from '#web/lib/retention.ts';
import { deletedSentence } from '#web/lib/retention-words.ts';
import { Button } from '#web/ui/button.tsx';
import { useFirstStep } from '#web/ui/first-step.tsx';
import { Page } from '#web/ui/page.tsx';
import { ExportButton } from './export-button.tsx';
import styles from './page.module.css';
import { ReportAside } from './report-aside.tsx';
import { ReportBelow } from './report-below.tsx';
import { filterByTime } from './report-filter.ts';
import { ReportOverview } from './report-overview.tsx';
import { ReportTable } from './report-table.tsx';
import { ReportToolbar } from './report-toolbar.tsx';
import { useStoredColumns } from './stored-columns.ts';
import { type Report, useReport } from './use-report.ts';
import { useReportAddress } from './use-report-address.ts';

const noneYet = (first: ReturnType<typeof useFirstStep>) => ({
  title: 'No calls yet',
  sentence: `Each call that a campaign makes appears here when it ends. ${first.sentence}`,
  action: first.action,
});

/** Call records, narrowed by filters and in any order; totals, a chart, and each record's story. */
export function CallRecordPage() {
  const { address, ignored, change, targetOf } = useReportAddress();
  const { filters, sort, open, rows: numRows = defaultPageSize } = address;
  const [stored, setStored] = useStoredColumns();
  const shown = address.columns ?? stored;
  const active = Object.keys(filters).length;
  const [bar, setBar] = useState(active > 0);
  const [choosing, setChoosing] = useState(false);
  const report = useReport({ filters, numRows, sort });
  const first = useFirstStep(active === 0 && report.rows?.length === 0);
  const deleted = deletedSentence(useRetention());
  const content = useRef<HTMLDivElement>(null);
  const show = (recordId: string | undefined) => change({ open: recordId });

  return (
    <Page
      title="Call Detail Report"
      sentence={deleted}
      times
      actions={<ExportButton filters={filters} columns={shown} count={report.count} />}
      toolbar={
        <ReportToolbar
          {...{ report, active, numRows }}
          onNumRows={(rows) => change({ rows })}
          filtersOpen={bar}
          onFilters={() => setBar(!bar)}
          columnsOpen={choosing}
          onColumns={() => {
            setChoosing(!choosing);
            if (!choosing) show(undefined);
          }}
        />
      }
      below={<ReportBelow {...{ address, ignored, report }} barOpen={bar} onChange={change} />}
      aside={
        (choosing || open) && (
          <ReportAside
            columns={shown}
            choosing={choosing}
            onColumns={(next) => {
              setStored(next);
              change({ columns: next });
            }}
            onChosen={() => setChoosing(false)}
            rows={report.rows ?? []}
            open={open}
            content={content}
            onOpen={show}
          />
        )
      }
    >
      <div ref={content} className={styles.content}>
        <ReportOverview
          filters={filters}
          newest={report.newest}
          targetOf={(next) => targetOf({ filters: next, open: undefined })}
          onTime={(range) => {
            setBar(true);
            change({ filters: filterByTime(filters, range) });
          }}
        />
        <ReportTable
          columns={shown}
          report={report}
          sort={sort}
          onSort={(next) => change({ sort: next })}
          open={open}
          targetOf={(recordId) => targetOf({ open: recordId })}
          onOpen={(recordId) => {
            setChoosing(false);
            show(recordId);
          }}
          empty={active > 0 ? noneMatches(report, () => change({ filters: {} })) : noneYet(first)}
        />
      </div>
    </Page>
  );
}

function noneMatches({ searchAll }: Report, onRemove: () => void) {
  return {
    title: 'No calls match these filters',
    sentence: searchAll ? 'Search all calls, or change a filter.' : 'Remove or change a filter.',
    action: (
      <Button size="sm" onClick={onRemove}>
        Remove all filters
      </Button>
    ),
  };
}
