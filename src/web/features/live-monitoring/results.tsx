import type { ReactNode } from 'react';
import type { CampaignStats } from '#contract/campaign-stats.ts';
import { formatNumber } from '#web/lib/format.ts';
import { counted, nounFor } from '#web/lib/plural.ts';
import { FigureLink } from '#web/ui/figure-link.tsx';
import { StackedBar } from '#web/ui/progress-bar.tsx';
import { Ring } from '#web/ui/ring.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { type Agents, AgentsOnDuty } from './agents-on-duty.tsx';
import { countsOf, type LinkbackStats, type ResultPart, transfersOf } from './counts.ts';
import { callsOf, numbersOf, targetOf } from './figure-targets.ts';
import { inWords } from './in-words.ts';
import styles from './results.module.css';

interface ResultsProps {
  stats: CampaignStats;
  /** Of a Linkback that calls. */
  agents: Agents | undefined;
  /** Beside the results of other campaigns. */
  children: ReactNode;
}

/** How the calls ended: a ring, and the same four figures beside it. */
export function Results({ stats, agents, children }: ResultsProps) {
  const counts = countsOf(stats);
  const { campaignId } = stats;
  const word = stats.campaignType === 3 ? 'sent' : 'called';
  return (
    <div className={styles.results}>
      <section className={styles.main} aria-label="Results">
        <h3>Results</h3>
        <div className={styles.chart}>
          <Ring
            parts={counts.parts}
            figure={
              <FigureLink
                to={callsOf({ campaignId }, counts.called)}
                label={`${formatNumber(counts.called)} ${word}`}
              >
                {formatNumber(counts.called)}
              </FigureLink>
            }
            word={word}
            label={inWords(counts.parts)}
            linkOf={(part) => targetOf({ campaignId }, part)}
          />
          <div className={styles.words}>
            <Legend parts={counts.parts} campaignId={campaignId} />
            <BarredNote stats={stats} />
          </div>
        </div>
      </section>
      <div className={styles.beside}>
        {stats.campaignType === 2 ? <Transfers stats={stats} agents={agents} /> : children}
      </div>
    </div>
  );
}

interface LegendProps {
  parts: readonly ResultPart[];
  campaignId: number;
  /** The part that is the rest of its whole, not a result. */
  restId?: string;
}

function Legend({ parts, campaignId, restId }: LegendProps) {
  return (
    <dl className={styles.legend}>
      {parts.map((part) => (
        <div key={part.id}>
          <dt>
            <StatusDot color={part.color} hollow={part.id === restId}>
              {part.label}
            </StatusDot>
          </dt>
          <dd>
            <FigureLink
              to={callsOf({ campaignId, result: part.id }, part.value)}
              label={`${part.label}: ${formatNumber(part.value)}`}
            >
              {formatNumber(part.value)}
            </FigureLink>
          </dd>
          <dd className={styles.percent}>{part.percent}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Remaining includes these, although they will never be called: say so. A deletion frees none. */
function BarredNote({ stats }: { stats: CampaignStats }) {
  const { campaignId, dncCount } = stats;
  if (dncCount === 0) return null;
  const barred = `${formatNumber(dncCount)} of the remaining ${nounFor(dncCount, 'number')}`;
  return (
    <p className={styles.note}>
      <FigureLink
        inText
        to={numbersOf(campaignId, { part: 'barred_for_good' }, dncCount)}
        label={barred}
      >
        {barred}
      </FigureLink>{' '}
      {dncCount === 1 ? 'is' : 'are'} barred and will not be{' '}
      {stats.campaignType === 3 ? 'texted' : 'called'}.
    </p>
  );
}

/** Transfers among the calls that a person answered; the rest of the bar stays empty. */
function Transfers({ stats, agents }: { stats: LinkbackStats; agents: Agents | undefined }) {
  const { campaignId, countPerson, countAbandoned } = stats;
  const [transferred, rest] = transfersOf(stats);
  if (!transferred || !rest) return null;
  return (
    <section className={styles.transfers} aria-label="Transfers">
      <h3>Transfers</h3>
      <p>Of {formatNumber(countPerson)} answered by person</p>
      <StackedBar
        parts={[transferred]}
        total={countPerson}
        label={`${transferred.percent} transferred`}
        height={8}
        linkOf={(part) => targetOf({ campaignId }, part)}
      />
      <Legend parts={[transferred, rest]} campaignId={campaignId} restId={rest.id} />
      {agents && <AgentsOnDuty key={campaignId} {...agents} />}
      {countAbandoned > 0 && <AbandonedNote campaignId={campaignId} count={countAbandoned} />}
    </section>
  );
}

/** Customers who found no free agent: a reason to change the call ratio or the agent count. */
function AbandonedNote({ campaignId, count }: { campaignId: number; count: number }) {
  const customers = counted(count, 'customer');
  return (
    <p className={styles.note}>
      <FigureLink inText to={callsOf({ campaignId, result: 'abandoned' }, count)} label={customers}>
        {customers}
      </FigureLink>{' '}
      pressed 1 when no agent was free.
    </p>
  );
}
