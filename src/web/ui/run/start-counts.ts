/** What a start would mean for the numbers of campaigns: counts that add up to their lists. */
import type { Campaign } from '#contract/campaign.ts';
import type { BarringReason, CampaignFunnel, WaitingReason } from '#contract/campaign-funnel.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { paceInWords, perMinute, stopToday } from '#web/lib/campaign-run.ts';
import { easternDay } from '#web/lib/eastern-format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { spanWords } from '#web/lib/moment-words.ts';
import { counted } from '#web/lib/plural.ts';

export interface StartCount {
  id: 'now' | 'hours' | 'later' | 'done' | 'never';
  label: string;
  value: number;
}

export interface StartCounts {
  rows: StartCount[];
  /** Of all rows: "In 3 lists". */
  sum: { label: string; value: number };
}

/** The first three are always said; the others where there are some. */
export function startCounts(funnels: readonly CampaignFunnel[], texts: boolean): StartCounts {
  const sum = (of: (funnel: CampaignFunnel) => number) =>
    funnels.reduce((total, funnel) => total + of(funnel), 0);
  const waiting = funnels.flatMap((funnel) => funnel.waiting);
  const waits = (of: (reason: WaitingReason) => boolean) =>
    waiting.reduce((total, { reason, count }) => total + (of(reason) ? count : 0), 0);
  const barred = funnels.flatMap((funnel) => funnel.barred);
  const verb = texts ? 'texted' : 'called';
  const rows: StartCount[] = [
    {
      id: 'now',
      label: funnels.some(({ policyAtLeast }) => policyAtLeast)
        ? `Can be ${verb} now, at most`
        : `Can be ${verb} now`,
      value: sum(({ callableNow }) => callableNow) + waits(startLifts),
    },
    { id: 'hours', label: hoursLabel(funnels), value: waits((reason) => reason === hours) },
    { id: 'later', label: laterLabel(waiting.map(({ reason }) => reason)), value: waits(isOther) },
    {
      id: 'done',
      label: `Already ${verb}`,
      value: sum(({ called, inProgress }) => called + inProgress),
    },
    {
      id: 'never',
      label: neverLabel(
        verb,
        barred.map(({ reason }) => reason),
      ),
      value: barred.reduce((total, { count }) => total + count, 0),
    },
  ];
  const always = new Set(['now', 'hours', 'never']);
  return {
    rows: rows.filter(({ id, value }) => value > 0 || always.has(id)),
    sum: {
      label: `In ${counted(
        sum(({ lists }) => lists),
        'list',
      )}`,
      value: sum(({ loaded }) => loaded),
    },
  };
}

const hours: WaitingReason = 'calling_hours';
/** They wait for the start itself, or for a carrier that is asked again at once. */
const startLifts = (reason: WaitingReason) =>
  reason === 'campaign_stopped' || reason === 'carrier_busy';
const isOther = (reason: WaitingReason) => reason !== hours && !startLifts(reason);

/** "Wait for their hours, 11:00 AM to 1:00 PM". */
function hoursLabel(funnels: readonly CampaignFunnel[]): string {
  const label = 'Wait for their hours';
  const parts = funnels.flatMap(({ waiting }) => waiting.filter(({ reason }) => reason === hours));
  const instants = parts.flatMap(({ first, last }) => [first, last]).filter((at) => at !== null);
  const now = new Date(funnels[0]?.at ?? Date.now());
  const [first] = instants.toSorted();
  const last = instants.toSorted().at(-1);
  if (first === undefined || last === undefined) return label;
  return `${label}, ${spanWords(first, last, now)}`;
}

const otherWaits: Partial<Record<WaitingReason, string>> = {
  attempt_cap: 'the attempt cap',
  least_gap: 'the minimum gap',
  contact_policy: 'the contact policy',
  no_consent: 'consent',
  undecided_text: 'unclear texts',
  in_call: 'calls to end',
  account_in_call: 'calls to end',
  follow_up: 'their follow-up',
};

function laterLabel(reasons: readonly WaitingReason[]): string {
  const words = reasons.flatMap((reason) => otherWaits[reason] ?? []);
  return `Wait for ${[...new Set(words)].join(', ')}`;
}

const neverWords: Record<BarringReason, string> = {
  do_not_call: 'Do Not Call',
  opt_out_key: 'opt-outs',
  opt_out_text: 'opt-outs',
  account_stop: 'opt-outs',
  number_not_dialed: 'numbers not dialed',
  already_reached: 'already reached',
  follow_up_ended: 'ended follow-ups',
  list_closed: 'closed lists',
};

function neverLabel(verb: string, reasons: readonly BarringReason[]): string {
  const words = new Set(reasons.map((reason) => neverWords[reason]));
  return words.size === 0 ? `Never ${verb}` : `Never ${verb}: ${[...words].join(', ')}`;
}

/**
 * Calling hours of the earliest zone end at 7:30 PM ET (Newfoundland, 9:00 PM there): a finish is
 * shown only where no number can run into the end of its hours.
 */
const latestFinish = '19:30';

/** Why a start would call nobody, or "60 calls a minute until 8:00 PM. Done at about 5:24 PM." */
export function startLead(campaign: Campaign, funnel: CampaignFunnel | undefined): string {
  if (funnel?.held) return reasonSentence(funnel.held);
  const words = paceInWords(campaign);
  const now = funnel && new Date(funnel.at);
  const stop = now && stopToday(campaign, now);
  const paced = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const until = stop ? `${paced} until ${formatLocalTime(stop)}.` : `${paced}.`;
  return funnel ? [until, finishWords(campaign, funnel, stop)].filter(Boolean).join(' ') : until;
}

function finishWords(
  campaign: Campaign,
  funnel: CampaignFunnel,
  stop: string | undefined,
): string | undefined {
  const finish = finishOf(campaign, funnel);
  if (finish === undefined) return undefined;
  if (stop !== undefined && finish > Date.parse(stop)) return 'Not all of them by then.';
  const at = new Date(finish);
  const sameDay = easternDay(at) === easternDay(new Date(funnel.at));
  if (!sameDay || wallClock.format(at) > latestFinish) return undefined;
  return `Done at about ${formatLocalTime(at)}.`;
}

/** When its pace has brought the last number, each at its opening at the earliest (epoch ms). */
function finishOf(campaign: Campaign, funnel: CampaignFunnel): number | undefined {
  const pace = perMinute(campaign);
  if (!pace) return undefined;
  const took = (count: number) => (count / pace) * 60_000;
  const { rows } = startCounts([funnel], false);
  let at = Date.parse(funnel.at) + took(rows.find(({ id }) => id === 'now')?.value ?? 0);
  const later = funnel.waiting.filter(({ reason }) => !startLifts(reason));
  if (rows.find(({ id }) => id === 'now')?.value === 0 && later.length === 0) return undefined;
  for (const { first, count } of later.toSorted(byOpening)) {
    if (first === null) return undefined;
    at = Math.max(at, Date.parse(first)) + took(count);
  }
  return at;
}

function byOpening(a: { first: string | null }, b: { first: string | null }): number {
  return (a.first ?? '').localeCompare(b.first ?? '');
}

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
});
