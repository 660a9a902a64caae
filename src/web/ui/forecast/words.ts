/** A forecast in words. */
import type { WaitingReason } from '#contract/campaign-funnel.ts';
import type {
  CampaignForecast,
  ForecastDoubt,
  ForecastSpread,
  KeptForecast,
  NeverReason,
} from '#contract/forecast.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { barredWords } from '#web/lib/barred-words.ts';
import { formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { isSameDay, momentWords } from '#web/lib/moment-words.ts';
import { counted } from '#web/lib/plural.ts';

type Finish = CampaignForecast['finish'];

/** "today at 4:02 PM", "on Nov 21, 9:12 AM". */
export function dayAndTime(at: string, now: Date): string {
  return isSameDay(at, now) ? `today at ${formatLocalTime(at)}` : `on ${momentWords(at, now)}`;
}

/** "between 3:40 PM and 4:25 PM", "between Nov 8, 4:21 PM and 4:27 PM"; '' where both read alike. */
export function betweenWords({ p10, p90 }: Finish, now: Date): string {
  if (p10 === null) return '';
  if (p90 === null) return `not before ${momentWords(p10, now)}`;
  const [from, to] = [momentWords(p10, now), momentWords(p90, now)];
  if (from === to) return '';
  // The day is said once, so that both times can be read in a narrow column.
  const end = isSameDay(p10, new Date(p90)) ? formatLocalTime(p90) : to;
  return `between ${from} and ${end}`;
}

/** The headline: when it is done, or why never. */
export function finishWords(forecast: CampaignForecast, now: Date): { fact: string; more: string } {
  const { finish, doubts, start } = forecast;
  const refused = refusalWords(forecast);
  const never = neverFinishes.find(({ doubt }) => doubts.includes(doubt));
  if (refused !== undefined && start === null && never?.isFirst !== true) {
    return { fact: 'Never done', more: refused };
  }
  if (never) return { fact: never.fact, more: never.more };
  if (finish.p50 === null) {
    return {
      fact: doubts.includes('stop_first') ? 'Not done by the stop' : 'Not done within two weeks',
      more: finish.p10 === null ? '' : `At best ${dayAndTime(finish.p10, now)}.`,
    };
  }
  const between = betweenWords(finish, now);
  return { fact: `Done ${dayAndTime(finish.p50, now)}`, more: between && `${between}` };
}

/** The start's own sentence; undefined: nothing refuses it. */
function refusalWords({ doubts, refusal }: CampaignForecast): string | undefined {
  return refusal && doubts.includes('cannot_start') ? reasonSentence(refusal) : undefined;
}

interface NeverFinish {
  doubt: ForecastDoubt;
  fact: string;
  more: string;
  /** It is said before what a start is refused for. */
  isFirst?: boolean;
}

// The first that holds is said: what has to be mended before the others matter.
const neverFinishes: readonly NeverFinish[] = [
  {
    isFirst: true,
    doubt: 'registry_outdated',
    fact: 'Never done',
    more: 'It waits for a newer national do-not-call list.',
  },
  {
    isFirst: true,
    doubt: 'no_numbers',
    fact: 'Nobody to contact',
    more: 'No number waits that may be contacted.',
  },
  { doubt: 'rate_zero', fact: 'Never done', more: 'At 0 a minute, nobody is contacted.' },
  { doubt: 'no_agents', fact: 'Never done', more: 'Without agents, nobody is called.' },
  {
    doubt: 'no_texting_number',
    fact: 'Never done',
    more: 'The campaign has no texting number to send from.',
  },
  { isFirst: true, doubt: 'no_run', fact: 'Never done', more: 'The stop comes before the start.' },
];

function othersWords(campaigns: number, otherClients: boolean): string {
  const own = campaigns === 0 ? '' : counted(campaigns, 'other campaign');
  if (!otherClients) return own;
  return own === '' ? 'Campaigns of other clients' : `${own} and those of other clients`;
}

function carrierWords(
  { campaigns, otherClients, perSecond }: CampaignForecast['shares'],
  texts: boolean,
): string {
  const who = othersWords(campaigns, otherClients);
  const verb = campaigns === 1 && !otherClients ? 'shares' : 'share';
  const what =
    perSecond === null
      ? 'the carrier'
      : `the carrier's ${counted(perSecond, texts ? 'text' : 'call')} a second`;
  return `${who} ${verb} ${what}.`;
}

/** What limits it, a sentence each; the pace of a campaign that reaches nobody concerns nobody. */
export function doubtWords(forecast: CampaignForecast, texts: boolean): string[] {
  const { doubts, known, shares, reachable, start } = forecast;
  const sentences: string[] = [];
  if (doubts.includes('list_loading')) {
    sentences.push('A contact list is still loading. Its numbers are not counted yet.');
  }
  if (reachable === 0) return sentences;
  // Of one that lacks something it is the headline.
  const refused = start === null ? undefined : refusalWords(forecast);
  if (refused !== undefined) sentences.push(refused);
  if (doubts.includes('shared_number')) {
    sentences.push('Other campaigns send from its texting number, which gives each its turn.');
  }
  if (doubts.includes('shared_carrier')) sentences.push(carrierWords(shares, texts));
  if (doubts.includes('shared_limit')) {
    const { campaigns } = shares;
    sentences.push(
      `${othersWords(campaigns, false)} ${campaigns === 1 ? 'uses' : 'use'} up the same daily limits, as far as ${campaigns === 1 ? 'it goes' : 'they go'} on at ${campaigns === 1 ? 'its' : 'their'} pace.`,
    );
  }
  if (doubts.includes('shared_contacts')) {
    sentences.push(
      'The contact policy counts follow-ups together with the other numbers of a person. The forecast counts them apart, so the end may come later.',
    );
  }
  if (doubts.includes('shared_order')) {
    sentences.push(
      'The contact policy counts the numbers of a person together, and they come free at different times. Their order shows only in the run, so the end may be hours off.',
    );
  }
  if (doubts.includes('earlier_contacts')) {
    sentences.push(
      'Some of these numbers were contacted before, and a limit counts those contacts, too. The forecast counts them for no follow-up, so the end may come later.',
    );
  }
  if (doubts.includes('no_history')) {
    const attempts = counted(known, texts ? 'text' : 'call');
    sentences.push(
      known === 0
        ? `You have no ${texts ? 'texts' : 'calls'} of the last four weeks to learn from. Usual shares are used.`
        : `Only ${attempts} of the last four weeks to learn from. Usual shares count most.`,
    );
  }
  return sentences;
}

const waits: Record<WaitingReason | 'registry_outdated', string> = {
  calling_hours: 'No calling hours within the schedule',
  undecided_text: 'Paused until a manager decides on a text',
  no_consent: 'No consent, which the contact policy asks for',
  in_call: 'In another call',
  account_in_call: 'Another number of the account is in a call',
  attempt_cap: 'Held by the attempt cap beyond the schedule',
  least_gap: 'Held by the minimum gap beyond the schedule',
  contact_policy: 'Held by the contact policy beyond the schedule',
  carrier_busy: 'Refused by the carrier',
  follow_up: 'A follow-up that is due after the schedule',
  campaign_stopped: 'The campaign does not run',
  registry_outdated: 'Waits for a newer national do-not-call list',
};

export function neverWords(reason: NeverReason | undefined, texts = false): string {
  const known =
    waits[reason as keyof typeof waits] ??
    barredWords[reason as keyof typeof barredWords] ??
    undefined;
  return known ?? `Never ${texts ? 'texted' : 'called'} within the schedule`;
}

/** Where the counts of who is never called cannot be exact. */
export const atLeastWords = (some: boolean) =>
  some
    ? 'At least these: others may be held beyond the schedule, too.'
    : 'Some numbers may be held beyond the schedule.';

/** "1,100 to 1,300"; undefined where the range says nothing more than the middle. */
export function rangeWords(
  { p10, p90 }: ForecastSpread,
  write: (value: number) => string = formatNumber,
): string | undefined {
  if (p10 === null || p90 === null) return undefined;
  const [from, to] = [write(p10), write(p90)];
  return from === to ? undefined : `${from} to ${to}`;
}

export const writeMoney = (value: number) =>
  value >= 100 ? `$${formatNumber(value)}` : formatMoney(value);
export const writeShare = (value: number) => formatPercent(value);

/** "Said 3:40 PM to 4:25 PM, was 4:02 PM". */
export function gradeWords({ finish, ended, ungraded }: KeptForecast, now: Date): string {
  const said = saidWords(finish, now);
  if (ungraded === 'stopped') return `${said}, was stopped`;
  if (ungraded === 'changed') return `${said}, was changed meanwhile`;
  if (ended === null) return `${said}, still running`;
  return `${said}, was ${momentWords(ended, now)}`;
}

function saidWords({ p10, p90 }: Finish, now: Date): string {
  if (p10 === null) return 'Said not done in time';
  if (p90 === null) return `Said not before ${momentWords(p10, now)}`;
  const [from, to] = [momentWords(p10, now), momentWords(p90, now)];
  return from === to ? `Said ${from}` : `Said ${from} to ${to}`;
}
