import { useSearch } from '@tanstack/react-router';
import { type Campaign, campaignType, runStatus } from '#contract/campaign.ts';
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { heldSentence } from '#domain/governor/abandonment-words.ts';
import { isCompleted } from '#web/lib/campaign-run.ts';
import type { LiveQuery } from '#web/lib/use-live-query.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { ForecastPanel } from '#web/ui/forecast/forecast-panel.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Abandonment } from './abandonment.tsx';
import { closedSentences } from './closed-sentence.ts';
import { countsOf } from './counts.ts';
import { DetailHeader, RunBand } from './detail-header.tsx';
import { FollowUps } from './follow-ups.tsx';
import { Funnel } from './funnel.tsx';
import { ApprovalBand } from './limits.tsx';
import styles from './monitoring.module.css';
import { Results } from './results.tsx';
import { isReasonOf, type RunFigures } from './run-state.ts';
import { StatFigures } from './stat-figures.tsx';
import { TodaysLists } from './todays-lists.tsx';
import { type DetailData, useFunnel } from './use-monitoring.ts';
import type { useRun } from './use-run.ts';
import { waitSentence } from './wait-sentence.ts';

interface CampaignDetailProps {
  campaign: Campaign;
  detail: LiveQuery<DetailData>;
  run: ReturnType<typeof useRun>;
  /** When all of it was last true, while the connection is lost. */
  lostSince: Date | undefined;
}

/** From cause to effect: status and Start or Stop, what it does, figures, results, lists. */
export function CampaignDetail({ campaign, detail, run, lostSince }: CampaignDetailProps) {
  const failure = run.failure(campaign);
  const { data, error } = detail;
  const funnel = useFunnel(campaign);
  const texts = campaign.campaignType === campaignType.texting;
  const status = <Funnel funnel={funnel} texts={texts} />;
  return (
    <article className={styles.detail} aria-label={campaign.name}>
      <DetailHeader campaign={campaign} busy={run.busy(campaign)} onRun={() => run.run(campaign)} />
      <ApprovalBand key={campaign.campaignId} campaignId={campaign.campaignId} />
      {failure && (isCompleted(campaign) || !isReasonOf(campaign, failure)) && (
        <ErrorBand>{messageOf(failure)}</ErrorBand>
      )}
      <RunBand
        campaign={campaign}
        figures={runFigures(data, funnel.data, texts)}
        lostSince={lostSince}
      />
      {!data && (error ? <ErrorBand>{messageOf(error)}</ErrorBand> : <p>Loading ...</p>)}
      {data && (
        <>
          <StatFigures stats={data.stats} />
          <Results stats={data.stats} agents={agentsOf(campaign, data)}>
            {status}
          </Results>
          {data.abandonment && (
            <Abandonment campaignId={campaign.campaignId} abandonment={data.abandonment} />
          )}
          <TodaysLists lists={data.calllists} />
          <Forecast campaign={campaign} />
          <FollowUps campaignId={campaign.campaignId} texts={texts} />
          {data.stats.campaignType === 2 && <div className={styles.below}>{status}</div>}
        </>
      )}
    </article>
  );
}

/** Of a campaign that has ended, how its forecast did is on the screen Forecasts. */
function Forecast({ campaign }: { campaign: Campaign }) {
  const { campaignId, campaignStatusId, campaignType: type } = campaign;
  const kind =
    type === campaignType.texting
      ? 'texting'
      : type === campaignType.linkback
        ? 'linkback'
        : 'broadcast';
  const asSet = {
    kind,
    rate: campaign.callsPerMinute ?? campaign.textPerMinute ?? 0,
    agents: campaign.agentsOnDuty ?? campaign.agentCount ?? 0,
    ratio: campaign.callRatio ?? 0,
  } as const;
  const running = campaignStatusId !== runStatus.stopped;
  const { forecast } = useSearch({ strict: false }) as { forecast?: unknown };
  return (
    <div className={styles.below}>
      <ForecastPanel
        folded
        asked={forecast === 'open'}
        level={3}
        {...{ campaignId, asSet, running }}
      />
    </div>
  );
}

/** Busy agents matter only while calls are placed or finishing. */
function agentsOf(campaign: Campaign, { agentsBusy, abandonment }: DetailData) {
  const { campaignId, campaignStatusId, agentsOnDuty: onDuty } = campaign;
  const calls = campaignStatusId === runStatus.running || campaignStatusId === runStatus.stopping;
  if (!calls || onDuty === undefined || agentsBusy === undefined) return undefined;
  const first = abandonment !== undefined && (abandonment.ahead || abandonment.state !== 'free');
  return { campaignId, busy: agentsBusy, onDuty, first };
}

/** Until they are known, nothing is shown as missing. */
function runFigures(
  data: DetailData | undefined,
  funnel: CampaignFunnel | undefined,
  texts: boolean,
): RunFigures {
  if (!data) return { lists: 1, inProgress: 0, waiting: 1 };
  const { stats } = data;
  const lists = data.calllists.length;
  const { remaining } = countsOf(stats);
  const inProgress = stats.countInProgress;
  const waits = funnel && waitSentence(funnel, texts);
  const closed = funnel && closedSentences(funnel)[0];
  const { abandonment } = data;
  const held = abandonment && heldSentence(abandonment.state, abandonment.ahead);
  const waiting = remaining - inProgress - stats.dncCount;
  return { lists, inProgress, waiting, waits, closed, held };
}
