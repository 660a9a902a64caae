import type { CampaignStats } from '#contract/campaign-stats.ts';
import { formatNumber } from '#web/lib/format.ts';
import { StackedBar } from '#web/ui/progress-bar.tsx';
import { Ring } from '#web/ui/ring.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import {
  type Counts,
  countsOf,
  type LinkbackStats,
  type ResultPart,
  transfersOf,
} from './counts.ts';
import { inPercent } from './percents.ts';
import styles from './results.module.css';

interface ResultsProps {
  stats: CampaignStats;
  /** Of a Linkback that calls. */
  agents: Agents | undefined;
}

interface Agents {
  busy: number;
  all: number;
}

/** How the calls ended: a ring, and the same four figures beside it. */
export function Results({ stats, agents }: ResultsProps) {
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
            <Legend parts={counts.parts} />
            <BarredNote stats={stats} />
          </div>
        </div>
      </div>
      {stats.campaignType === 2 && <Transfers stats={stats} agents={agents} />}
    </section>
  );
}

interface LegendProps {
  parts: readonly ResultPart[];
  /** The part that is the rest of its whole, not a result. */
  restId?: string;
}

function Legend({ parts, restId }: LegendProps) {
  return (
    <dl className={styles.legend}>
      {parts.map(({ id, label, value, color, percent }) => (
        <div key={id}>
          <dt>
            <StatusDot color={color} hollow={id === restId}>
              {label}
            </StatusDot>
          </dt>
          <dd>{formatNumber(value)}</dd>
          <dd className={styles.percent}>{inPercent(percent)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Remaining includes these, although they will never be called: say so. A deletion frees none. */
function BarredNote({ stats }: { stats: CampaignStats }) {
  if (stats.dncCount === 0) return null;
  const one = stats.dncCount === 1;
  return (
    <p className={styles.note}>
      {formatNumber(stats.dncCount)} of the remaining {one ? 'number was' : 'numbers were'} barred
      by the do-not-call list and will not be {stats.campaignType === 3 ? 'texted' : 'called'}.
    </p>
  );
}

/** Transfers among the calls that a person answered; the rest of the bar stays empty. */
function Transfers({ stats, agents }: { stats: LinkbackStats; agents: Agents | undefined }) {
  const [transferred, rest] = transfersOf(stats);
  if (!transferred || !rest) return null;
  return (
    <section className={styles.transfers} aria-label="Transfers">
      <h3>Transfers</h3>
      <p>Of {formatNumber(stats.countPerson)} answered by person</p>
      <StackedBar
        parts={[transferred]}
        total={stats.countPerson}
        label={`${inPercent(transferred.percent)} transferred`}
        height={8}
      />
      <Legend parts={[transferred, rest]} restId={rest.id} />
      {agents && <AgentsNote {...agents} />}
      <AbandonedNote count={stats.countAbandoned} />
    </section>
  );
}

function AgentsNote({ busy, all }: Agents) {
  const agents = all === 1 ? '1 agent' : `${formatNumber(all)} agents`;
  return (
    <p className={styles.note}>
      {formatNumber(busy)} of {agents} {busy === 1 ? 'is' : 'are'} in a call or being called.
    </p>
  );
}

/** Customers who found no free agent: a reason to change the call ratio or the agent count. */
function AbandonedNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={styles.note}>
      {count === 1 ? '1 customer' : `${formatNumber(count)} customers`} pressed 1 when no agent was
      free.
    </p>
  );
}

export function inWords({ parts }: Pick<Counts, 'parts'>): string {
  return parts
    .map(({ label, value, percent }) => `${label} ${formatNumber(value)}, ${inPercent(percent)}`)
    .join('; ');
}
