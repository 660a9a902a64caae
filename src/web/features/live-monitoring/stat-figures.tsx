import type { CampaignStats } from '#contract/campaign-stats.ts';
import { formatDuration, formatNumber } from '#web/lib/format.ts';
import { percentWords } from '#web/lib/percents.ts';
import { counted } from '#web/lib/plural.ts';
import { Figure, Figures } from '#web/ui/figure.tsx';
import { FigureLink } from '#web/ui/figure-link.tsx';
import { countsOf, type ResultId } from './counts.ts';
import { callsOf, numbersOf } from './figure-targets.ts';
import styles from './monitoring.module.css';

/** The figures above the results; their percents are of the total. */
export function StatFigures({ stats }: { stats: CampaignStats }) {
  const { campaignId } = stats;
  const { total, called, remaining, parts } = countsOf(stats);
  const [calledPercent, restPercent] = percentWords([called, remaining]);
  const texts = stats.campaignType === 3;
  const calls = (label: string, value: number, result?: ResultId) => (
    <FigureLink
      to={callsOf({ campaignId, result }, value)}
      label={`${label}: ${formatNumber(value)}`}
    >
      {formatNumber(value)}
    </FigureLink>
  );
  const numbers = (label: string, value: number, part: 'all' | 'remaining') => (
    <FigureLink
      to={numbersOf(campaignId, { part }, value)}
      label={`${label}: ${counted(value, 'number')}`}
    >
      {formatNumber(value)}
    </FigureLink>
  );
  const done = texts ? 'Sent' : 'Called';
  return (
    <div className={styles.figures}>
      <Figures>
        <Figure label="Total" value={numbers('Total', total, 'all')} />
        <Figure label={done} value={calls(done, called)} note={calledPercent} />
        {texts &&
          parts.map(({ id, label, value }) => (
            <Figure key={id} label={label} value={calls(label, value, id)} />
          ))}
        <Figure
          label="Remaining"
          value={numbers('Remaining', remaining, 'remaining')}
          note={restPercent}
        />
        {stats.campaignType !== 3 && (
          <Figure
            label="Average duration"
            value={averageOf(stats.avgDuration, stats.countPerson + stats.countMachine)}
          />
        )}
        {stats.campaignType === 2 && (
          <Figure
            label="Average transfer"
            value={averageOf(stats.avgDurationTransfer, stats.countTransfer)}
          />
        )}
      </Figures>
    </div>
  );
}

/** Nothing has no average. */
function averageOf(seconds: number, calls: number): string {
  return calls > 0 ? formatDuration(seconds) : '--';
}
