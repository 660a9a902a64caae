import type { CallRecordSummary } from '#contract/call-record-summary.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { Figure, Figures } from '#web/ui/figure.tsx';
import { FigureLink, type FigureTarget } from '#web/ui/figure-link.tsx';
import type { TotalId } from './total-filters.ts';
import styles from './totals.module.css';

const oneDecimal = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

interface TotalsProps {
  summary: CallRecordSummary;
  /** Those of the filters before, while the new ones load. */
  stale: boolean;
  /** The report with the records that a total counts. */
  targetOf: (total: TotalId) => FigureTarget;
}

/** Totals over the filter, whatever the table shows of it. Each opens what it counts. */
export function Totals({ summary, stale, targetOf }: TotalsProps) {
  const { calls, texts, persons, machines, delivered, replied, answerRate } = summary;
  const total = (id: TotalId, label: string, count: number, whole?: number) => (
    <Figure
      label={label}
      value={
        <FigureLink
          to={count > 0 ? targetOf(id) : undefined}
          label={`${label}: ${formatNumber(count)}`}
        >
          {formatNumber(count)}
        </FigureLink>
      }
      note={whole === undefined ? undefined : shareOf(count, whole)}
    />
  );
  const withCalls = calls > 0 || texts === 0;
  return (
    <section
      aria-label="All results"
      aria-busy={stale}
      className={stale ? styles.stale : styles.totals}
    >
      <Figures>
        {withCalls && total('calls', 'Calls', calls)}
        {withCalls && total('persons', 'Persons', persons, calls)}
        {withCalls && total('machines', 'Machines', machines, calls)}
        {texts > 0 && total('texts', 'Texts', texts)}
        {texts > 0 && total('delivered', 'Delivered', delivered, texts)}
        {texts > 0 && total('replied', 'Replied', replied, texts)}
        {withCalls && <Figure label="Minutes" value={formatNumber(summary.minutes)} />}
        <Figure label="Cost" value={dollars.format(summary.cost)} />
        {answerRate !== null && (
          <Figure
            label="Answer rate"
            value={
              <FigureLink
                to={persons + machines > 0 ? targetOf('answered') : undefined}
                label={`${oneDecimal.format(answerRate)}: ${formatNumber(persons + machines)} answered`}
              >
                {oneDecimal.format(answerRate)}
              </FigureLink>
            }
          />
        )}
      </Figures>
    </section>
  );
}

/** Never 100% while something is missing, nor 0% while something is there. */
function shareOf(part: number, whole: number): string | undefined {
  if (whole === 0) return undefined;
  const share = part / whole;
  if (part > 0 && share < 0.005) return '<1%';
  if (part < whole && share >= 0.995) return '>99%';
  return formatPercent(share);
}
