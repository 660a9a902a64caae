/** What a campaign does, waits for, or why it does not run; in words. */

import { type Campaign, campaignType, completedName, runStatus } from '#contract/campaign.ts';
import { sameReason } from '#contract/reason.ts';
import { formatNumber, formatTime } from '#web/lib/format.ts';
import { ApiProblem } from '#web/lib/problem.ts';

/** Document 1 section 4: sorted by status id, descending; completed ones last. */
export function sortedForMonitoring<C extends Campaign>(campaigns: readonly C[]): C[] {
  return [...campaigns].sort(
    (a, b) =>
      b.campaignStatusId - a.campaignStatusId || Number(isCompleted(a)) - Number(isCompleted(b)),
  );
}

export function isCompleted(campaign: Campaign): boolean {
  return campaign.campaignStatusName === completedName;
}

/** A start was refused, or something that it needs is gone. */
export function isBlocked({ campaignStatusId, statusReason }: Campaign): boolean {
  return campaignStatusId === runStatus.stopped && statusReason !== null;
}

/** The campaign already shows why the start failed. */
export function isReasonOf({ reason }: Campaign, failure: Error): boolean {
  return (
    reason !== null && failure instanceof ApiProblem && sameReason(failure.reason ?? null, reason)
  );
}

/** It lacks a contact list, not a part of the campaign. */
export function asksForList(campaign: Campaign): boolean {
  const code = campaign.reason?.code;
  return isBlocked(campaign) && (code === 'no_list' || code === 'nothing_left');
}

/** A manager cannot change this. */
export function waitsForCarrier(campaign: Campaign): boolean {
  const code = campaign.reason?.code;
  return isBlocked(campaign) && (code === 'carrier_disconnected' || code === 'waits_for_carrier');
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
  if (!on || time === null || Date.parse(time) <= now.getTime()) return undefined;
  const ticked = weekdays.charAt(mondayFirst.indexOf(weekday.format(now))) === '1';
  return ticked ? time : undefined;
}

const weekday = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'short',
});
const mondayFirst = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

interface RunSentence {
  fact: string;
  more?: string;
}

/** What the sentence depends on: today's lists, and calls that have not ended. */
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
  const words = wordsOf(campaign);
  switch (campaignStatusId) {
    case runStatus.running:
      return runningSentence(campaign, figures);
    case runStatus.starting:
      return { fact: statusReason ?? words.starting };
    case runStatus.stopping:
      return { fact: words.stopping, more: words.finishing(inProgress) };
  }
  if (isCompleted(campaign)) {
    return {
      fact: words.completed,
      more: 'Add a contact list to run it again.',
    };
  }
  if (statusReason !== null) return { fact: statusReason };
  if (lists === 0) return { fact: words.noList };
  return { fact: words.idle, more: pace(campaign, words.onceStarted) };
}

function runningSentence(campaign: Campaign, { inProgress, waiting }: RunFigures): RunSentence {
  const { statusReason, textPerMinute } = campaign;
  const words = wordsOf(campaign);
  const more = inProgress > 0 ? { more: words.underWay(inProgress) } : {};
  const lastOnes = waiting <= 0 && inProgress > 0;
  if (statusReason !== null) {
    // The pace says nothing more when nothing is left, or when it is the reason.
    if (lastOnes || textPerMinute === 0) return { fact: statusReason, ...more };
    return { fact: statusReason, more: pace(campaign, words.setTo) };
  }
  if (lastOnes) return { fact: words.allDone, ...more };
  return { fact: pace(campaign, words.running), ...more };
}

const callWords = {
  starting: 'The campaign is about to start dialing.',
  stopping: 'No new calls will start.',
  finishing: (calls: number) => {
    if (calls === 0) return 'Calls in progress will finish.';
    return `${callWords.underWay(calls)} ${calls === 1 ? 'It will finish.' : 'They will finish.'}`;
  },
  completed: 'Nothing is left to call.',
  noList: 'It has no contact list to call.',
  idle: 'Not dialing.',
  allDone: 'Every number was called.',
  underWay: (calls: number) =>
    calls === 1 ? '1 call is in progress.' : `${formatNumber(calls)} calls are in progress.`,
  onceStarted: 'Once started, it dials',
  setTo: 'It is set to dial',
  running: 'Dialing',
};

const textWords: typeof callWords = {
  starting: 'The campaign is about to start sending.',
  stopping: 'No new texts will be sent.',
  finishing: () => 'Receipts for texts already sent are still coming in.',
  completed: 'Nothing is left to text.',
  noList: 'It has no contact list to text.',
  idle: 'It is not sending.',
  allDone: 'Every number was texted.',
  underWay: (texts) =>
    texts === 1
      ? '1 text is waiting for its receipt.'
      : `${formatNumber(texts)} texts are waiting for their receipts.`,
  onceStarted: 'Once started, it sends',
  setTo: 'It is set to send',
  running: 'Sending',
};

function wordsOf({ campaignType: type }: Campaign): typeof callWords {
  return type === campaignType.texting ? textWords : callWords;
}

function pace(campaign: Campaign, words: string): string {
  const { callsPerMinute, agentCount, callRatio, textPerMinute } = campaign;
  if (agentCount !== undefined && callRatio !== undefined) {
    const agents = agentCount === 1 ? '1 agent' : `${formatNumber(agentCount)} agents`;
    const calls = callRatio === 1 ? '1 call' : `${callRatio} calls`;
    return `${words} for ${agents}, ${calls} for each available agent.`;
  }
  if (textPerMinute !== undefined) {
    const texts = textPerMinute === 1 ? 'text' : 'texts';
    return `${words} ${formatNumber(textPerMinute)} ${texts} a minute.`;
  }
  if (callsPerMinute === undefined) return 'Running.';
  const calls = callsPerMinute === 1 ? 'call' : 'calls';
  return `${words} ${formatNumber(callsPerMinute)} ${calls} a minute.`;
}

/**
 * For the campaign list: "Running, waiting until 11:00 AM ET", or the status and the sentence of
 * its reason; undefined when there is no reason to show.
 */
export function statusWithReason(campaign: Campaign): string | undefined {
  const { campaignStatusName, statusReason, reason } = campaign;
  if (statusReason === null || isCompleted(campaign)) return undefined;
  if (typeof reason?.until !== 'string') return `${campaignStatusName}: ${statusReason}`;
  return `${campaignStatusName}, waiting until ${formatTime(reason.until)} ET`;
}
