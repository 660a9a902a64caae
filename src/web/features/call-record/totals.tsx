import type { CallRecordSummary } from '#contract/call-record-summary.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { Figure, Figures } from '#web/ui/figure.tsx';
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
}

/** Totals over the filter, whatever the table shows of it. */
export function Totals({ summary, stale }: TotalsProps) {
  const { calls, texts } = summary;
  return (
    <section
      aria-label="All results"
      aria-busy={stale}
      className={stale ? styles.stale : styles.totals}
    >
      <Figures>
        {(calls > 0 || texts === 0) && <CallFigures summary={summary} />}
        {texts > 0 && <TextFigures summary={summary} />}
        {(calls > 0 || texts === 0) && (
          <Figure label="Minutes" value={formatNumber(summary.minutes)} />
        )}
        <Figure label="Cost" value={dollars.format(summary.cost)} />
        {summary.answerRate !== null && (
          <Figure label="Answer rate" value={oneDecimal.format(summary.answerRate)} />
        )}
      </Figures>
    </section>
  );
}

function CallFigures({ summary }: { summary: CallRecordSummary }) {
  const { calls, persons, machines } = summary;
  return (
    <>
      <Figure label="Calls" value={formatNumber(calls)} />
      <Figure label="Persons" value={formatNumber(persons)} note={shareOf(persons, calls)} />
      <Figure label="Machines" value={formatNumber(machines)} note={shareOf(machines, calls)} />
    </>
  );
}

function TextFigures({ summary }: { summary: CallRecordSummary }) {
  const { texts, delivered, replied } = summary;
  return (
    <>
      <Figure label="Texts" value={formatNumber(texts)} />
      <Figure label="Delivered" value={formatNumber(delivered)} note={shareOf(delivered, texts)} />
      <Figure label="Replied" value={formatNumber(replied)} note={shareOf(replied, texts)} />
    </>
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
