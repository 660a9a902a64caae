/** What a campaign does, waits for, or why it does not run; in words. */

import { type Campaign, campaignType, runStatus } from '#contract/campaign.ts';
import { sameReason } from '#contract/reason.ts';
import { reasonInFewWords } from '#domain/reason-words.ts';
import { isCompleted, paceInWords } from '#web/lib/campaign-run.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { isSameDay, weekdayOf } from '#web/lib/moment-words.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { startSentence } from '#web/lib/sentence.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { statusSentence } from '#web/lib/status-sentence.ts';

/** Document 1 section 4: sorted by status id, descending; completed ones last. */
export function sortedForMonitoring<C extends Campaign>(campaigns: readonly C[]): C[] {
  return [...campaigns].sort(
    (a, b) =>
      b.campaignStatusId - a.campaignStatusId || Number(isCompleted(a)) - Number(isCompleted(b)),
  );
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
  /** What part of them waits for, and until when: "916 of 1,697 wait for 8:00 AM in Hawaii, …". */
  waits?: string | undefined;
  /** What a rule that closes whole days holds. */
  closed?: string | undefined;
  /** What the guard of abandonment makes of a Linkback's pace; empty: nothing. */
  held?: string | undefined;
}

/** One sentence, with at most one more beside it. */
export function runSentence(campaign: Campaign, figures: RunFigures): RunSentence {
  const { lists, inProgress } = figures;
  const { campaignStatusId } = campaign;
  const statusReason = statusSentence(campaign, platformNow());
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
  return together(words.idle, pace(campaign, words.onceStarted), figures.held || undefined);
}

function runningSentence(campaign: Campaign, figures: RunFigures): RunSentence {
  const { inProgress, waiting, waits, closed } = figures;
  const held = figures.held || undefined;
  const { textPerMinute } = campaign;
  const statusReason = statusSentence(campaign, platformNow());
  const words = wordsOf(campaign);
  const underWay = inProgress > 0 ? words.underWay(inProgress) : undefined;
  const lastOnes = waiting <= 0 && inProgress > 0;
  if (statusReason !== null) {
    // The pace says nothing more when nothing is left, or when it is the reason.
    if (lastOnes || textPerMinute === 0) return together(statusReason, underWay);
    return together(statusReason, closed, pace(campaign, words.setTo), held);
  }
  if (lastOnes) return together(words.allDone, underWay);
  if (campaign.agentsOnDuty === 0) return together(noAgents, waits, closed, underWay);
  const dialing = pace(campaign, held === undefined ? words.running : words.setTo);
  return together(dialing, held, waits, closed, underWay);
}

/** A Linkback whose agents were all taken off duty. */
const noAgents = 'Not dialing: no agent is on duty.';

function together(fact: string, ...more: (string | undefined)[]): RunSentence {
  const said = more.filter((sentence) => sentence !== undefined);
  return said.length > 0 ? { fact, more: said.join(' ') } : { fact };
}

/** While the connection is lost: only what was true when the server last responded. */
export function lastSeenSentence(campaign: Campaign, seen: Date | undefined): RunSentence {
  const was = campaign.campaignStatusName.toLowerCase();
  return {
    fact: seen ? `At ${formatLocalTime(seen, 'seconds')} it was ${was}.` : `It was ${was}.`,
    more: 'The connection is lost: what it does now is not known here.',
  };
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
  const rate = paceInWords(campaign);
  return rate === '' ? 'Running.' : `${words} ${rate}.`;
}

/**
 * For the campaign list: "Running, waits until 11:00 AM", "Stopped, no message ready"; undefined
 * when there is nothing more to say than the status. The sentence is shown on hover.
 */
export function statusWithReason(campaign: Campaign, now: Date): string | undefined {
  const { campaignStatusName, statusReason, reason } = campaign;
  if (statusReason === null || isCompleted(campaign)) return undefined;
  if (typeof reason?.until === 'string') {
    return `${campaignStatusName}, waits until ${shortMoment(reason.until, now)}`;
  }
  const words = reason && reasonInFewWords(reason);
  if (!words) return undefined;
  // "Stopped by the brake": the words that begin with the status need it no second time.
  const begins = words.startsWith(`${campaignStatusName.toLowerCase()} `);
  return begins ? startSentence(words) : `${campaignStatusName}, ${words}`;
}

/** "11:00 AM", "Sat 8:00 AM". */
function shortMoment(instant: string, now: Date): string {
  const at = new Date(instant);
  const time = formatLocalTime(at);
  return isSameDay(at, now) ? time : `${weekdayOf(at, 'short')} ${time}`;
}
