import type { CampaignStats } from '#contract/campaign-stats.ts';
import { formatDuration, formatNumber } from '#web/lib/format.ts';
import { Figure, Figures } from '#web/ui/figure.tsx';
import { countsOf } from './counts.ts';
import styles from './monitoring.module.css';
import { inPercent, percentsOf } from './percents.ts';

/** The figures above the results; their percents are of the total. */
export function StatFigures({ stats }: { stats: CampaignStats }) {
  const { total, called, remaining, parts } = countsOf(stats);
  const [calledPercent = 0, restPercent = 0] = percentsOf([called, remaining]);
  const texts = stats.campaignType === 3;
  return (
    <div className={styles.figures}>
      <Figures>
        <Figure label="Total" value={formatNumber(total)} />
        <Figure
          label={texts ? 'Sent' : 'Called'}
          value={formatNumber(called)}
          note={inPercent(calledPercent)}
        />
        {texts &&
          parts.map(({ id, label, value }) => (
            <Figure key={id} label={label} value={formatNumber(value)} />
          ))}
        <Figure label="Remaining" value={formatNumber(remaining)} note={inPercent(restPercent)} />
        {stats.campaignType !== 3 && (
          <Figure label="Average duration" value={formatDuration(stats.avgDuration)} />
        )}
        {stats.campaignType === 2 && (
          <Figure label="Average transfer" value={formatDuration(stats.avgDurationTransfer)} />
        )}
      </Figures>
    </div>
  );
}
