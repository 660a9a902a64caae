import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { FigureTarget } from '#web/ui/figure-link.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Persons } from './persons.tsx';
import type { ReportFilters } from './report-filter.ts';
import { TimeChart } from './time-chart.tsx';
import { filtersOfTotal } from './total-filters.ts';
import { Totals } from './totals.tsx';
import { useReportSummary } from './use-report.ts';

type Range = { from: Date; to: Date };

interface ReportOverviewProps {
  filters: ReportFilters;
  /** As the report searches. */
  newest: number | undefined;
  /** The report with other filters. */
  targetOf: (filters: ReportFilters) => FigureTarget;
  /** A window of the chart was chosen; undefined takes it back. */
  onTime: (range: Range | undefined) => void;
}

/** Totals and chart over the filter. */
export function ReportOverview({ filters, newest, targetOf, onTime }: ReportOverviewProps) {
  const { summary, stale, failure, retry } = useReportSummary(filters, newest);
  const [dragged, setDragged] = useState(false);
  if (failure) {
    return (
      <ErrorBand>
        The totals could not be loaded. {failure}{' '}
        <Button size="sm" onClick={retry}>
          Retry
        </Button>
      </ErrorBand>
    );
  }
  if (!summary || summary.total === 0) return null;
  const takeBack = () => {
    setDragged(false);
    onTime(undefined);
  };
  return (
    <>
      <Totals
        summary={summary}
        stale={stale}
        targetOf={(total) => targetOf(filtersOfTotal(filters, total))}
      />
      <Persons filters={filters} newest={newest} attempts={summary.total} />
      <TimeChart
        summary={summary}
        stale={stale}
        onWindow={(range) => {
          setDragged(true);
          onTime(range);
        }}
        onTakeBack={dragged && filters.startTime ? takeBack : undefined}
      />
    </>
  );
}
