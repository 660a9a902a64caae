import { Link } from '@tanstack/react-router';
import { type Campaign, campaignType } from '#contract/campaign.ts';
import { autoToday, isCompleted, offersStop } from '#web/lib/campaign-run.ts';
import { campaignStatusColor } from '#web/lib/campaign-status.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { momentWords } from '#web/lib/moment-words.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CarrierFact } from '#web/ui/carrier-fact.tsx';
import { AlertIcon, CheckIcon, ClockIcon, PauseIcon, PlayIcon } from '#web/ui/icons.tsx';
import { NoteBand } from '#web/ui/notice-band.tsx';
import { askToStart } from '#web/ui/run/run-question.ts';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { brakeCalls } from './brake-calls.ts';
import styles from './monitoring.module.css';
import {
  asksForList,
  isBlocked,
  lastSeenSentence,
  type RunFigures,
  runSentence,
  waitsForCarrier,
} from './run-state.ts';

interface DetailHeaderProps {
  campaign: Campaign;
  /** The server has not responded to the button press yet. */
  busy: boolean;
  onRun: () => void;
}

export function DetailHeader({ campaign, busy, onRun }: DetailHeaderProps) {
  const stops = offersStop(campaign.campaignStatusId);
  return (
    <header className={styles.header}>
      <div>
        <h2>{campaign.name}</h2>
        <p className={styles.facts}>
          <span className={styles.status} role="status">
            <StatusDot color={campaignStatusColor(campaign.campaignStatusName)}>
              {campaign.campaignStatusName}
            </StatusDot>
          </span>
          <span>{campaign.campaignTypeName}</span>
          {timesOf(campaign, platformNow()).map((time) => (
            <span key={time}>{time}</span>
          ))}
          <CarrierFact
            channel={campaign.campaignType === campaignType.texting ? 'text' : 'voice'}
          />
        </p>
      </div>
      <Button
        changes
        variant="filled"
        icon={stops ? PauseIcon : PlayIcon}
        aria-busy={busy || undefined}
        reason={isCompleted(campaign) ? nothingLeft(campaign) : undefined}
        onClick={({ currentTarget }) => {
          // A stop acts at once; a start says the numbers first.
          if (stops) onRun();
          else askToStart([campaign], { anchor: currentTarget, start: onRun });
        }}
      >
        {stops ? 'Stop' : 'Start'}
      </Button>
    </header>
  );
}

function nothingLeft({ campaignType: type }: Campaign): string {
  const verb = type === campaignType.texting ? 'text' : 'call';
  return `Nothing is left to ${verb}. Add a contact list to run it again.`;
}

/** "Started 9:00 AM", and the automatic stop or start that is still to come today. */
function timesOf(campaign: Campaign, now: Date): string[] {
  const { campaignStarted: started, campaignStatusId } = campaign;
  // With nothing left, a start would be refused.
  const next = isCompleted(campaign) ? undefined : autoToday(campaign, now);
  const word = offersStop(campaignStatusId) ? 'Stops' : 'Starts';
  return [
    started ? `Started ${momentWords(started, now)}` : '',
    next ? `${word} ${momentWords(next, now)}` : '',
  ].filter(Boolean);
}

interface RunBandProps {
  campaign: Campaign;
  figures: RunFigures;
  lostSince: Date | undefined;
}

/** Always shows what is happening, or why nothing is. */
export function RunBand({ campaign, figures, lostSince }: RunBandProps) {
  const { fact, more } = lostSince
    ? lastSeenSentence(campaign, lostSince)
    : runSentence(campaign, figures);
  return (
    <NoteBand icon={iconOf(campaign)} action={<NextStep campaign={campaign} />}>
      <strong>{fact}</strong> {more}
    </NoteBand>
  );
}

/** A link to what must be fixed before it can run. */
function NextStep({ campaign }: { campaign: Campaign }) {
  const linkClass = buttonClass({ size: 'sm' });
  if (isCompleted(campaign) || asksForList(campaign)) {
    return (
      <Link className={linkClass} to="/main/upload">
        Upload a list
      </Link>
    );
  }
  const calls = brakeCalls(campaign);
  if (calls) {
    return (
      <Link className={linkClass} {...calls}>
        Show the calls
      </Link>
    );
  }
  if (!isBlocked(campaign) || waitsForCarrier(campaign)) return null;
  const texting = campaign.campaignType === campaignType.texting;
  const search = linkSearch({ campaignId: campaign.campaignId });
  return (
    <Link
      className={linkClass}
      to={texting ? '/main/campaigns/texting' : '/main/campaigns/dialer'}
      search={search}
    >
      Edit campaign
    </Link>
  );
}

function iconOf(campaign: Campaign) {
  if (isCompleted(campaign)) return CheckIcon;
  return isBlocked(campaign) ? AlertIcon : ClockIcon;
}
