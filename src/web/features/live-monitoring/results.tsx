import type { CampaignStats } from '../../../contract/campaign.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { StackedBar } from '../../ui/progress-bar.tsx';
import { Ring } from '../../ui/ring.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { type Counts, countsOf, type ResultPart, shareOf } from './counts.ts';
import styles from './results.module.css';

/** How the calls ended: a ring, and the same four figures beside it. */
export function Results({ stats }: { stats: CampaignStats }) {
  const counts = countsOf(stats);
  return (
    <section className={styles.results} aria-label="Results">
      <div className={styles.main}>
        <h3>Results</h3>
        <div className={styles.chart}>
          <Ring
            parts={counts.parts}
            figure={formatNumber(counts.called)}
            word={stats.campaignType === 3 ? 'sent' : 'called'}
            label={inWords(counts)}
          />
          <div className={styles.words}>
            <Legend parts={counts.parts} whole={counts.called} />
            <BarredNote stats={stats} />
          </div>
        </div>
      </div>
      {stats.campaignType === 2 && <Transfers stats={stats} />}
    </section>
  );
}

interface LegendProps {
  parts: readonly (ResultPart & { hollow?: boolean })[];
  whole: number;
}

function Legend({ parts, whole }: LegendProps) {
  return (
    <dl className={styles.legend}>
      {parts.map(({ id, label, value, color, hollow = false }) => (
        <div key={id}>
          <dt>
            <StatusDot color={color} hollow={hollow}>
              {label}
            </StatusDot>
          </dt>
          <dd>{formatNumber(value)}</dd>
          <dd className={styles.percent}>{formatPercent(shareOf(value, whole))}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Remaining holds them, and nobody will call them: that must be said. */
function BarredNote({ stats }: { stats: CampaignStats }) {
  if (stats.campaignType === 3 || stats.dncCount === 0) return null;
  const one = stats.dncCount === 1;
  return (
    <p className={styles.note}>
      {formatNumber(stats.dncCount)} of the remaining {one ? 'number is' : 'numbers are'} on the
      do-not-call list and will not be called.
    </p>
  );
}

function Transfers({ stats }: { stats: Extract<CampaignStats, { campaignType: 2 }> }) {
  const { countPerson, countTransfer } = stats;
  const transferred = {
    id: 'transferred',
    label: 'Transferred',
    value: countTransfer,
    color: 'green',
  } as const;
  const notTransferred = {
    id: 'notTransferred',
    label: 'Not Transferred',
    value: countPerson - countTransfer,
    color: 'grey',
    hollow: true,
  } as const;
  return (
    <div className={styles.transfers}>
      <h3>Transfers</h3>
      <p>Of {formatNumber(countPerson)} answered by person</p>
      <StackedBar
        parts={[transferred]}
        total={countPerson}
        label={`${formatPercent(shareOf(countTransfer, countPerson))} transferred`}
        height={8}
      />
      <Legend parts={[transferred, notTransferred]} whole={countPerson} />
    </div>
  );
}

export function inWords({ parts, called }: Counts): string {
  const each = parts.map(
    ({ label, value }) =>
      `${label} ${formatNumber(value)}, ${formatPercent(shareOf(value, called))}`,
  );
  return each.join('; ');
}
