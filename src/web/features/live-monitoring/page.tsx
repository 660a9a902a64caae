import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { offersStop } from '#web/lib/campaign-run.ts';
import { changedSearch, linkSearch } from '#web/lib/link-search.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { toPlatformTime } from '#web/lib/simulation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useTypedInAddress } from '#web/ui/list-address.ts';
import { LiveIndicator } from '#web/ui/live-indicator.tsx';
import { Loading, type Read } from '#web/ui/load-failure.tsx';
import { MissingRecord } from '#web/ui/missing-record.tsx';
import { Page } from '#web/ui/page.tsx';
import { askToStopAll, askToStopEverything } from '#web/ui/run/run-question.ts';
import { LazyTryThis } from '#web/ui/tour/lazy-try-this.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { CampaignDetail } from './campaign-detail.tsx';
import { CampaignList, CampaignPicker } from './campaign-list.tsx';
import { DailyLimitBands } from './limits.tsx';
import styles from './monitoring.module.css';
import { sortedForMonitoring } from './run-state.ts';
import {
  togetherLive,
  useCampaignDetail,
  useOverview,
  type WatchedCampaign,
} from './use-monitoring.ts';
import { useMonitoringFeed } from './use-monitoring-feed.ts';
import { useRun } from './use-run.ts';

/** `?campaignId=7` chooses the campaign; without it the first one is. `&find=east` narrows the list. */
export function LiveMonitoringPage() {
  const overview = useOverview();
  const run = useRun();
  const narrow = useMedia('(width < 900px)');
  // The figures keep their room: on a small screen the card is on the first screen alone.
  const roomy = useMedia('(width >= 900px) and (height >= 800px)');
  const campaigns = overview.data && sortedForMonitoring(overview.data.map(run.shown));
  const { chosen, choose, gone } = useChosen(campaigns);
  const { find, onFind } = useFind();
  const detail = useCampaignDetail(chosen);
  useMonitoringFeed(chosen?.campaignId);

  const live = togetherLive(chosen ? [overview, detail] : [overview]);
  const lostSince =
    live.connection === 'lost' && live.updatedAt ? toPlatformTime(live.updatedAt) : undefined;
  return (
    <Page
      title="Live Monitoring"
      times
      actions={
        <>
          <LiveIndicator {...live} />
          {campaigns && chosen && <StopAll campaigns={campaigns} />}
          <StopEverything />
        </>
      }
      layout="fill"
      divided
      below={roomy && <LazyTryThis />}
    >
      <DailyLimitBands />
      {!campaigns && <Loading reads={[readOf(overview)]} />}
      {gone && (
        <MissingRecord
          what="This campaign"
          back={{ label: 'Show all campaigns', to: '/main/livemonitoring' }}
        />
      )}
      {campaigns && !chosen && !gone && <NoCampaigns />}
      {campaigns && chosen && (
        <div className={styles.columns} data-stale={lostSince ? '' : undefined}>
          {narrow ? (
            <CampaignPicker campaigns={campaigns} chosen={chosen} onChoose={choose} />
          ) : (
            <CampaignList {...{ campaigns, chosen, find, onFind }} onChoose={choose} />
          )}
          <CampaignDetail
            key={chosen.campaignId}
            campaign={chosen}
            detail={detail}
            run={run}
            lostSince={lostSince}
          />
        </div>
      )}
    </Page>
  );
}

function useChosen(campaigns: readonly WatchedCampaign[] | undefined) {
  const navigate = useNavigate();
  const { campaignId: asked } = useSearch({ strict: false }) as { campaignId?: unknown };
  const [kept, keep] = useState<number>();
  const byId = (id: unknown) => campaigns?.find(({ campaignId }) => campaignId === id);
  // An address never shows another campaign than its own, whose Start button would be pressed.
  const gone = campaigns !== undefined && asked !== undefined && !byId(asked);
  const chosen = gone ? undefined : (byId(asked) ?? byId(kept) ?? campaigns?.[0]);
  // The first campaign stays chosen when another one moves to the top.
  useEffect(() => keep(chosen?.campaignId), [chosen?.campaignId]);
  const choose = (campaignId: number) => {
    void navigate({
      to: '/main/livemonitoring',
      search: changedSearch({ campaignId }),
      replace: true,
    });
  };
  return { chosen, choose, gone };
}

/** The search of the list is in the address, as on every list. */
function useFind() {
  const navigate = useNavigate();
  const { find: inAddress } = useSearch({ strict: false }) as { find?: unknown };
  const [find, onFind] = useTypedInAddress(inAddress, (typed) => {
    const search = changedSearch({ find: typed === '' ? undefined : typed });
    void navigate({ to: '/main/livemonitoring', search, replace: true });
  });
  return { find, onFind };
}

function readOf({ data, error, retry }: ReturnType<typeof useOverview>): Read {
  return { data, error, isError: error !== null, refetch: retry };
}

function StopAll({ campaigns }: { campaigns: readonly WatchedCampaign[] }) {
  const runs = campaigns.some(({ campaignStatusId }) => offersStop(campaignStatusId));
  return (
    <Button
      changes
      reason={runs ? undefined : 'No campaign is running.'}
      onClick={({ currentTarget }) => askToStopAll(currentTarget)}
    >
      Stop all
    </Button>
  );
}

/** For administrators: also keeps campaigns that start later from calling. */
function StopEverything() {
  const refusal = useRefusal('administrator');
  if (refusal) return null;
  return (
    <Button variant="danger" onClick={askToStopEverything}>
      Stop everything
    </Button>
  );
}

function NoCampaigns() {
  return (
    <div className={styles.empty}>
      <strong>There is no campaign data to display</strong>
      <p>Create a campaign, add a contact list, and watch it here.</p>
      <Link
        className={buttonClass({ variant: 'filled' })}
        to="/main/campaigns/dialer"
        search={linkSearch({ campaignId: 0 })}
      >
        Add Campaign
      </Link>
    </div>
  );
}
