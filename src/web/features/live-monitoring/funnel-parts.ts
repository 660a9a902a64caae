/** The funnel's parts, in the order of what happens to a number; they add up to all numbers. */
import type { BarringReason, CampaignFunnel, WaitingPart } from '#contract/campaign-funnel.ts';
import { easternDay, formatDateTime, formatNumber, formatTime } from '#web/lib/format.ts';
import type { BarPart } from '#web/ui/progress-bar.tsx';
import { zoneWords } from './zone-words.ts';

export interface FunnelPart extends BarPart {
  label: string;
  /** When they may be called, if known. */
  note?: string;
  /** The track of the bar: what is left to do. */
  hollow: boolean;
}

const barredWords: Record<BarringReason, string> = {
  do_not_call: 'On the do-not-call list',
  opt_out_key: 'Pressed 9 to opt out',
  opt_out_text: 'Texted STOP',
  number_not_dialed: 'Premium, toll-free, foreign and unassigned numbers',
  account_stop: 'Another number of this account asked to stop',
  already_reached: 'Already reached at another number of the account',
  list_closed: 'Left in closed lists',
};

/** Omits empty parts except what was done and what can be done. */
export function funnelParts(funnel: CampaignFunnel, texts: boolean): FunnelPart[] {
  const { called, inProgress, callableNow, barred } = funnel;
  const done = texts ? 'Texted' : 'Called';
  const underWay = texts ? 'Waiting for a receipt' : 'In a call';
  const due = texts ? 'Can be texted now' : 'Can be called now';
  const parts: FunnelPart[] = [
    { id: 'called', label: done, value: called, color: 'green', hollow: false },
    { id: 'inProgress', label: underWay, value: inProgress, color: 'purple', hollow: false },
    { id: 'callableNow', label: due, value: callableNow, color: 'grey', hollow: true },
    ...waitingParts(funnel, texts),
    ...barred.map(({ reason, count }) => ({
      ...{ id: reason, label: barredWords[reason], value: count },
      ...{ color: 'red' as const, hollow: false },
    })),
  ];
  return parts.filter(({ id, value }) => value > 0 || id === 'called' || id === 'callableNow');
}

/** Zones with the same everyday name share one part. */
function waitingParts({ waiting, cap, at }: CampaignFunnel, texts: boolean): FunnelPart[] {
  const now = new Date(at);
  const byLabel = new Map<string, WaitingPart>();
  for (const part of waiting) {
    const label = waitingWords(part, cap, texts);
    const known = byLabel.get(label);
    byLabel.set(label, known ? together(known, part) : part);
  }
  return [...byLabel].map(([label, part]) => ({
    ...{ id: label, label, value: part.count, color: 'grey' as const, hollow: false },
    ...noteOf(part, now),
  }));
}

function together(a: WaitingPart, b: WaitingPart): WaitingPart {
  const instants = (values: (string | null)[]) =>
    values.filter((value) => value !== null).toSorted();
  return {
    ...a,
    count: a.count + b.count,
    first: instants([a.first, b.first])[0] ?? null,
    last: instants([a.last, b.last]).at(-1) ?? null,
  };
}

function waitingWords(
  { reason, zone, opens }: WaitingPart,
  cap: CampaignFunnel['cap'],
  texts: boolean,
): string {
  switch (reason) {
    case 'calling_hours':
      return zone === null || opens === null
        ? 'Waiting for calling hours'
        : `Waiting for ${clock(opens)} in ${zoneWords(zone)}`;
    case 'undecided_text':
      return 'Paused until a manager decides on a text';
    case 'in_call':
      return 'Waiting for another call to the number to end';
    case 'account_in_call':
      return 'Waiting for a call to another number of the account to end';
    case 'least_gap':
      return `Waiting because they were recently ${texts ? 'texted' : 'called'}`;
    case 'attempt_cap':
      return cap ? capWords(cap, texts) : 'Rechecking: the attempt cap changed';
    case 'carrier_busy':
      return 'Refused by the carrier for now, retrying soon';
    case 'campaign_stopped':
      return 'Waiting for the campaign to run';
  }
}

/** "Waiting because they were called 7 times within 7 days". */
function capWords({ most, days }: NonNullable<CampaignFunnel['cap']>, texts: boolean): string {
  const times = most === 1 ? 'once' : `${formatNumber(most)} times`;
  const span = days === 1 ? '24 hours' : `${days} days`;
  return `Waiting because they were ${texts ? 'texted' : 'called'} ${times} within ${span}`;
}

/** "08:00" → "8:00 AM". */
function clock(wallTime: string): string {
  const hours = Number(wallTime.slice(0, 2));
  return `${hours % 12 || 12}${wallTime.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "first at 1:00 PM ET", with the day when it is another one. */
function noteOf({ first, last }: WaitingPart, now: Date): { note?: string } {
  if (first === null) return {};
  const at = (instant: string) => {
    const today = easternDay(new Date(instant)) === easternDay(now);
    return `${today ? formatTime(instant) : formatDateTime(instant, now)} ET`;
  };
  if (last === null || at(last) === at(first)) return { note: `at ${at(first)}` };
  return { note: `first at ${at(first)}, last at ${at(last)}` };
}

/** "12 numbers in the files were not loaded: 9 This number …"; undefined when all were. */
export function leftOutWords({ leftOut }: CampaignFunnel): string | undefined {
  const all = leftOut.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return undefined;
  const numbers =
    all === 1 ? '1 number in the files was' : `${formatNumber(all)} numbers in the files were`;
  const reasons = leftOut.map(({ reason, count }) => `${reason} (${formatNumber(count)})`);
  return `${numbers} not loaded: ${reasons.join(' ')}`;
}
