import type { Campaign, CampaignStats } from '../../../contract/campaign.ts';
import { formatDuration, formatNumber, formatPercent } from '../../lib/format.ts';
import type { LiveQuery } from '../../lib/use-live-query.ts';
import { messageOf } from '../../ui/error-message.ts';
import { Figure, Figures } from '../../ui/figure.tsx';
import { ErrorBand } from '../../ui/notice-band.tsx';
import { countsOf, shareOf } from './counts.ts';
import { DetailHeader, RunBand } from './detail-header.tsx';
import styles from './monitoring.module.css';
import { Results } from './results.tsx';
import type { RunFigures } from './run-state.ts';
import { type TodaysList, TodaysLists } from './todays-lists.tsx';
import type { useRun } from './use-run.ts';

export interface DetailData {
  stats: CampaignStats;
  lists: readonly TodaysList[];
}

interface CampaignDetailProps {
  campaign: Campaign;
  detail: LiveQuery<DetailData>;
  run: ReturnType<typeof useRun>;
}

/** From cause to effect: status and Start or Stop, what it does, figures, results, lists. */
export function CampaignDetail({ campaign, detail, run }: CampaignDetailProps) {
  const failure = run.failure(campaign);
  const { data, error } = detail;
  return (
    <article className={styles.detail} aria-label={campaign.name}>
      <DetailHeader campaign={campaign} busy={run.busy(campaign)} onRun={() => run.run(campaign)} />
      {failure && failure.message !== campaign.statusReason && (
        <ErrorBand>{messageOf(failure)}</ErrorBand>
      )}
      <RunBand campaign={campaign} figures={runFigures(data)} />
      {!data && (error ? <ErrorBand>{messageOf(error)}</ErrorBand> : <p>Loading ...</p>)}
      {data && (
        <>
          <StatFigures stats={data.stats} />
          <Results stats={data.stats} />
          <TodaysLists campaign={campaign} lists={data.lists} />
        </>
      )}
    </article>
  );
}

/** Until they are known nothing is said to be missing. */
function runFigures(data: DetailData | undefined): RunFigures {
  if (!data) return { lists: 1, inProgress: 0, waiting: 1 };
  const { stats } = data;
  const lists = data.lists.length;
  const { remaining } = countsOf(stats);
  if (stats.campaignType === 3) return { lists, inProgress: 0, waiting: remaining };
  const inProgress = stats.countInProgress;
  return { lists, inProgress, waiting: remaining - inProgress - stats.dncCount };
}

function StatFigures({ stats }: { stats: CampaignStats }) {
  const { total, called, remaining } = countsOf(stats);
  return (
    <div className={styles.figures}>
      <Figures>
        <Figure label="Total" value={formatNumber(total)} />
        <Figure
          label={stats.campaignType === 3 ? 'Sent' : 'Called'}
          value={formatNumber(called)}
          note={formatPercent(shareOf(called, total))}
        />
        <Figure
          label="Remaining"
          value={formatNumber(remaining)}
          note={formatPercent(shareOf(remaining, total))}
        />
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
