/** The line under a campaign's name: how it is doing, in figures and at most one sentence. */
import { type Campaign, campaignType, completedName, runStatus } from '#contract/campaign.ts';
import type { CampaignFigures } from '#contract/campaign-figures.ts';
import { reasonInFewWords } from '#domain/reason-words.ts';
import { formatNumber } from './format.ts';
import { formatLocalDay, formatLocalTime, localClock } from './local-time.ts';
import { isSameDay } from './moment-words.ts';
import { nounFor } from './plural.ts';
import {
  autoTimesOf,
  clockInWords,
  easternMark,
  minutesUntil,
  nextInWords,
  scheduleInWords,
  type WireSchedule,
} from './schedule-words.ts';
import { startSentence } from './sentence.ts';
import { statusSentence } from './status-sentence.ts';

/** What the lists of voice and of text campaigns have in common. */
export type LinedCampaign = Pick<Campaign, 'campaignStatusId' | 'campaignStatusName'> &
  WireSchedule &
  Partial<Pick<Campaign, 'callsPerMinute' | 'pacing' | 'callRatio' | 'textPerMinute'>>;

export interface CampaignLine {
  /** "928 of 7,730. Starts Monday at 9:00 AM." */
  text: string;
  /** All there is to say, for a tooltip. */
  whole: string;
}

/** `now` is the platform's clock. */
export function campaignLine(
  campaign: LinedCampaign,
  figures: CampaignFigures,
  now: Date,
): CampaignLine {
  const { total, called, barred, inProgress } = figures;
  const point = pointOf(campaign, figures, now);
  const schedule = scheduleInWords(autoTimesOf(campaign));
  const counts = total > 0 ? `${formatNumber(called)} of ${formatNumber(total)}` : '';
  const text = total > 0 ? joined(counts, point) : `${startSentence('no list')}${blocked(figures)}`;
  const whole = [
    total > 0 ? `${counts} ${nounFor(total, 'number')} called.` : 'No contact list.',
    barred > 0 && `${formatNumber(barred)} will not be called.`,
    inProgress > 0 && `${formatNumber(inProgress)} in progress.`,
    statusSentence(figures, now) ?? (point.words && startSentence(point.words)),
    schedule && `${startSentence(schedule)}${easternMark()}.`,
  ];
  return { text, whole: whole.filter(Boolean).join('\n') };
}

/** Without a list nothing else matters, but what also lacks is said. */
function blocked(figures: CampaignFigures): string {
  const { reason, statusReason } = figures;
  if (statusReason === null || reason?.code === 'no_list') return '.';
  return `. ${startSentence(reasonWords(reason, statusReason))}`;
}

/** In few words where there are some: the column has room for about thirty letters. */
function reasonWords(reason: CampaignFigures['reason'], sentence: string): string {
  const words = reason && reasonInFewWords(reason);
  return words ? `${words}.` : sentence;
}

/** The one thing that matters now. */
interface Point {
  words: string;
  /** It goes on with the sentence of the counts. */
  goesOn?: boolean;
}

function joined(counts: string, { words, goesOn = false }: Point): string {
  if (words === '') return `${counts}.`;
  return goesOn ? `${counts}, ${words}` : `${counts}. ${startSentence(words)}`;
}

function pointOf(campaign: LinedCampaign, figures: CampaignFigures, now: Date): Point {
  const { reason, statusReason } = figures;
  const status = campaign.campaignStatusId;
  if (status === runStatus.stopping) return { words: 'Finishing.' };
  if (campaign.campaignStatusName === completedName) return lastCall(figures, now);
  if (typeof reason?.until === 'string') {
    return { words: `Waits until ${momentWords(reason.until, now)}.` };
  }
  if (statusReason !== null) return { words: reasonWords(reason, statusReason) };
  if (status === runStatus.starting) return { words: 'About to start.' };
  if (status === runStatus.running) return { words: runningWords(campaign) };
  const next = nextInWords(autoTimesOf(campaign).start, now);
  return next ? { words: `Starts ${next}.` } : lastCall(figures, now);
}

function runningWords(campaign: LinedCampaign): string {
  const { callsPerMinute, pacing, callRatio, textPerMinute } = campaign;
  const schedule = scheduleInWords(autoTimesOf(campaign));
  if (schedule !== '') return `${schedule}${easternMark()}.`;
  if (callsPerMinute !== undefined) return `${formatNumber(callsPerMinute)} a minute.`;
  if (textPerMinute !== undefined) return `${formatNumber(textPerMinute)} a minute.`;
  if (pacing === 'adaptive') return 'Paced by 3 % abandoned calls.';
  if (callRatio === undefined) return '';
  return callRatio === 1 ? 'One call per free agent.' : `${callRatio} calls per free agent.`;
}

function lastCall({ lastCall: at }: CampaignFigures, now: Date): Point {
  if (at === null) return { words: 'not started yet.' };
  return { words: `last call ${dayWords(at, now)}.`, goesOn: true };
}

/** "today at 9:12 AM", "Nov 6". */
function dayWords(at: string, now: Date): string {
  return isSameDay(at, now) ? `today at ${formatLocalTime(at)}` : formatLocalDay(at, now);
}

/** "11 AM", "8 AM tomorrow", "8 AM on Nov 23". */
function momentWords(at: string, now: Date): string {
  const time = clockInWords(localClock(new Date(at)).slice(0, 5));
  if (isSameDay(at, now)) return time;
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000);
  return isSameDay(at, tomorrow) ? `${time} tomorrow` : `${time} on ${formatLocalDay(at, now)}`;
}

/** The order without a chosen sort: running, starting, next to start, stopped, completed. */
export function inCampaignOrder<C extends LinedCampaign>(campaigns: readonly C[], now: Date): C[] {
  const ranks = new Map(campaigns.map((one) => [one, rankOf(one, now)]));
  const order = (one: C) => ranks.get(one) ?? [0, 0];
  return [...campaigns].sort((a, b) => {
    const [group = 0, soon = 0] = order(a);
    const [otherGroup = 0, otherSoon = 0] = order(b);
    return group - otherGroup || soon - otherSoon;
  });
}

function rankOf(campaign: LinedCampaign, now: Date): [group: number, minutes: number] {
  const { campaignStatusId: status } = campaign;
  if (status === runStatus.running || status === runStatus.stopping) return [0, 0];
  if (status === runStatus.starting) return [1, 0];
  if (campaign.campaignStatusName === completedName) return [4, 0];
  const minutes = minutesUntil(autoTimesOf(campaign).start, now);
  return minutes === undefined ? [3, 0] : [2, minutes];
}

/** The parts of the bar, in the colours of the results. */
export function campaignParts(figures: CampaignFigures, type: number) {
  if (type === campaignType.texting) {
    return [
      { id: 'delivered', value: figures.delivered, color: 'green' as const },
      { id: 'failed', value: figures.failed, color: 'red' as const },
    ];
  }
  return [
    { id: 'person', value: figures.person, color: 'green' as const },
    { id: 'machine', value: figures.machine, color: 'purple' as const },
    { id: 'no answer', value: figures.noAnswer, color: 'grey' as const },
    { id: 'failed', value: figures.failed, color: 'red' as const },
  ];
}
