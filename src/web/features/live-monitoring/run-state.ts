/** What a campaign does, waits for, or why it does not run; in words. */
import {
  type Campaign,
  campaignTexts,
  campaignType,
  completedName,
  runStatus,
} from '../../../contract/campaign.ts';
import { formatNumber } from '../../lib/format.ts';

/** Document 1 section 4: sorted by status id, descending; completed ones stand last. */
export function sortedForMonitoring<C extends Campaign>(campaigns: readonly C[]): C[] {
  return [...campaigns].sort(
    (a, b) =>
      b.campaignStatusId - a.campaignStatusId || Number(isCompleted(a)) - Number(isCompleted(b)),
  );
}

export function isCompleted(campaign: Campaign): boolean {
  return campaign.campaignStatusName === completedName;
}

/** Running and Starting offer Stop, Stopping and Stopped offer Start. */
export function offersStop(statusId: number): boolean {
  return statusId === runStatus.running || statusId === runStatus.starting;
}

/** The automatic start or stop that is still to come on the Eastern day of `now`, if any. */
export function autoToday(campaign: Campaign, now: Date): string | undefined {
  const stops = offersStop(campaign.campaignStatusId);
  const on = stops ? campaign.stopAutomatically : campaign.startAutomatically;
  const time = stops ? campaign.stopTime : campaign.startTime;
  const weekdays = stops ? campaign.stopWeekdays : campaign.startWeekdays;
  if (!stops && startReason(campaign)) return undefined;
  if (!on || time === null || Date.parse(time) <= now.getTime()) return undefined;
  const ticked = weekdays.charAt(mondayFirst.indexOf(weekday.format(now))) === '1';
  return ticked ? time : undefined;
}

const weekday = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
});
const mondayFirst = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Why Start is off for this campaign. */
export function startReason(campaign: Campaign): string | undefined {
  return campaign.campaignType === campaignType.texting ? campaignTexts.onlyBroadcast : undefined;
}

interface RunSentence {
  fact: string;
  more?: string;
}

/** What there is to call with: lists of today, and calls that have not ended. */
export interface RunFigures {
  lists: number;
  inProgress: number;
  /** Numbers that were not called and can be. */
  waiting: number;
}

/** One sentence, with at most one more beside it. */
export function runSentence(campaign: Campaign, figures: RunFigures): RunSentence {
  const { lists, inProgress } = figures;
  const { statusReason, campaignStatusId } = campaign;
  switch (campaignStatusId) {
    case runStatus.running:
      return runningSentence(campaign, figures);
    case runStatus.starting:
      return { fact: statusReason ?? 'The campaign is about to start dialing.' };
    case runStatus.stopping:
      return {
        fact: 'No new calls start.',
        more: inProgress > 0 ? `${underWay(inProgress)} They finish.` : 'Calls in progress finish.',
      };
  }
  if (isCompleted(campaign)) {
    return {
      fact: 'Nothing is left to call.',
      more: 'A new contact list makes it ready to run again.',
    };
  }
  if (statusReason !== null) return { fact: statusReason };
  const reason = startReason(campaign);
  if (reason) return { fact: reason };
  if (lists === 0) return { fact: 'It has no contact list to call.' };
  return { fact: 'It does not call.', more: dialing(campaign, 'Once started it dials') };
}

function runningSentence(campaign: Campaign, { inProgress, waiting }: RunFigures): RunSentence {
  const { statusReason } = campaign;
  if (statusReason !== null) {
    return { fact: statusReason, more: dialing(campaign, 'It is set to dial') };
  }
  const more = inProgress > 0 ? { more: underWay(inProgress) } : {};
  if (waiting === 0 && inProgress > 0) return { fact: 'Every number was called.', ...more };
  return { fact: dialing(campaign), ...more };
}

function underWay(calls: number): string {
  return calls === 1 ? '1 call is in progress.' : `${formatNumber(calls)} calls are in progress.`;
}

function dialing(campaign: Campaign, words = 'Dialing'): string {
  const { callsPerMinute, agentCount, callRatio } = campaign;
  if (agentCount !== undefined && callRatio !== undefined) {
    const agents = agentCount === 1 ? '1 agent' : `${formatNumber(agentCount)} agents`;
    const calls = callRatio === 1 ? '1 call' : `${callRatio} calls`;
    return `${words} for ${agents}, ${calls} for each who is free.`;
  }
  if (callsPerMinute === undefined) return 'Running.';
  const calls = callsPerMinute === 1 ? 'call' : 'calls';
  return `${words} ${formatNumber(callsPerMinute)} ${calls} a minute.`;
}

/** For the campaign list, behind the status' name: «waits until 11:00 AM ET», or the reason. */
export function shortReason(campaign: Campaign): string {
  const reason = campaign.statusReason?.replace(/\.$/, '') ?? '';
  if (reason === '' || isCompleted(campaign)) return '';
  const until = /\b(?:until|from) .*?(\d+:\d\d [AP]M ET)/.exec(reason)?.[1];
  return until ? `waits until ${until}` : reason.charAt(0).toLowerCase() + reason.slice(1);
}
