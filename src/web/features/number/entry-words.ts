/** One sentence for each entry of a number: its verdict, where, and why until when. */

import { campaignType } from '#contract/campaign.ts';
import type { NumberEntry, NumberStory } from '#contract/number.ts';
import type { RuleReading } from '#contract/rule-reading.ts';
import { ruleWords } from '#domain/policy/policy-words.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { capWords } from '#web/lib/cap-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { wholeMinute } from '#web/lib/moment-words.ts';
import type { StatusColor } from '#web/ui/status-dot.tsx';
import { countdown } from './countdown.ts';
import { atTime, atTimeIn, onDay, untilTime } from './when.ts';

export interface EntryWords {
  /** "Waits": the verdict, and the first word of the sentence. */
  word: string;
  /** "in", "from". */
  link: string;
  /** What follows the name of the list, from the colon on. */
  rest: string;
  /** Campaign, line and column. */
  under: string;
  color: StatusColor;
  hollow: boolean;
}

/** In the order in which they are shown. */
const ranks = { call: 0, wait: 1, leftOut: 2, done: 3, bar: 4 } as const;
export type EntryRank = keyof typeof ranks;
export const rankOf = (rank: EntryRank): number => ranks[rank];

/** A delivered text that is followed without a reply waits, too. */
export const standingOf = ({ verdict, awaitedReply }: NumberEntry): EntryRank =>
  awaitedReply === null ? verdict.kind : 'wait';

export const isText = ({ campaignType: type }: Pick<NumberEntry, 'campaignType'>) =>
  type === campaignType.texting;

export function entryWords(entry: NumberEntry, story: NumberStory, now: number): EntryWords {
  const { kind, reason } = entry.verdict;
  const under = underWords(entry);
  const text = isText(entry);
  if (kind === 'call') {
    const word = text ? 'Can be texted' : 'Can be called';
    return { word, link: 'in', rest: callRest(entry, now), under, color: 'green', hollow: false };
  }
  if (kind === 'wait') {
    const rest = `${waitRest(entry, now)}.`;
    return { word: 'Waits', link: 'in', rest, under, color: 'grey', hollow: false };
  }
  if (kind === 'bar') {
    const rest = `${barWords(reason, story, now)}.`;
    return { word: 'Barred', link: 'in', rest, under, color: 'red', hollow: false };
  }
  if (reason === 'in_progress') {
    const word = text ? 'Waits for its receipt' : 'In a call';
    const since = entry.endedAt ? `since ${atTime(entry.endedAt, now)}.` : '';
    return { word, link: 'in', rest: since, under, color: 'purple', hollow: false };
  }
  const ended = entry.endedAt ? ` ${onDay(entry.endedAt, now)}` : '';
  const rest = `${text ? 'texted' : 'called'}${ended}, ${resultWords(reason)}.`;
  if (entry.awaitedReply) {
    const then = `${rest} ${awaitedWords(entry.awaitedReply, now)}`;
    return {
      word: 'Waits for a reply',
      link: 'in',
      rest: then,
      under,
      color: 'grey',
      hollow: false,
    };
  }
  return { word: 'Done', link: 'in', rest, under, color: 'grey', hollow: true };
}

type AwaitedReply = NonNullable<NumberEntry['awaitedReply']>;

/** "Without a reply by Dec 1, 3:07 PM, in 23 h: continue with "Reminders"." */
export function awaitedWords({ until, action }: AwaitedReply, now: number): string {
  return `Without a reply by ${atTimeIn(wholeMinute(until), now)}: ${action}.`;
}

function underWords({ campaignName, running, line, column }: NumberEntry): string {
  return `${campaignName}, ${running ? 'running' : 'not running'}. ${lineWords(line, column)}`;
}

export function lineWords(line: number, column: string): string {
  const where = `Line ${formatNumber(line)}`;
  return column === '' ? `${where}.` : `${where}, column ${column}.`;
}

function callRest({ running, verdict, chance }: NumberEntry, now: number): string {
  const until = verdict.until ? `, until ${untilTime(verdict.until, now)}` : '';
  if (running) return `now${until}.`;
  if (chance?.because === 'outside_schedule') {
    return `now${until}, but never within its campaign's schedule in the next 14 days.`;
  }
  if (chance?.at && Date.parse(chance.at) > now) {
    return `when its campaign starts, ${atTimeIn(chance.at, now)}.`;
  }
  return `now${until}, but its campaign is not running.`;
}

/** The reading of one rule; undefined when it was not asked. */
export function readingOf<Rule extends RuleReading['rule']>(
  rules: readonly RuleReading[],
  rule: Rule,
) {
  const found = rules.find((one) => one.rule === rule);
  return found?.read as NonNullable<Extract<RuleReading, { rule: Rule }>['read']> | undefined;
}

function waitRest(entry: NumberEntry, now: number): string {
  const { verdict, rules, chance } = entry;
  const { reason, until, zone } = verdict;
  const then = until ? `from ${atTimeIn(until, now)}` : '';
  const later = entry.heldBy ? `; then ${thenWords(entry.heldBy)}` : '';
  const outside =
    chance?.because === 'outside_schedule'
      ? ", but never within its campaign's schedule in the next 14 days"
      : '';
  switch (reason) {
    case 'calling_hours': {
      if (entry.heldBy) return `its calling hours are closed${later}, ${then}${outside}`;
      const read = readingOf(rules, 'calling_hours');
      const rule = read?.rule;
      const opening = openingWords(zone, until, now);
      // A submission takes its time, and might end behind them.
      if (read?.open && opening === undefined)
        return `its calling hours are ending, and it is asked again ${then}${outside}`;
      // Without a zone no opening was found as far as is looked ahead, as in a long closure.
      if (rule && opening === undefined)
        return `${ruleWords(rule)}: it is held, and asked again ${then}${outside}`;
      const by = rule ? ` (${ruleWords(rule)})` : '';
      return `${opening ?? `its calling hours do not begin in the next 14 days: it is asked again ${then}`}${by}${outside}`;
    }
    case 'attempt_cap': {
      const read = readingOf(rules, 'attempt_cap');
      const often = read
        ? capWords({ count: read.counted, days: read.days }, read.kind === 'text')
        : 'as often as its cap allows';
      return `${often}${later}, again ${then}${outside}`;
    }
    case 'least_gap':
      return `tried recently${later}, again ${then}${outside}`;
    case 'contact_policy': {
      const rule = readingOf(rules, 'contact_policy')?.rule;
      const held = rule ? `${ruleWords(rule)}: it is held` : 'the contact policy holds it';
      if (!until) return `${held} until that changes${outside}`;
      return `${held}${later}, again ${then}${outside}`;
    }
    case 'no_consent': {
      const rule = readingOf(rules, 'consent')?.rule;
      return `the consent is missing${rule ? `: ${ruleWords(rule)}` : ''}`;
    }
    case 'follow_up':
      return `it is a follow-up${later}, due ${then}${outside}`;
    case 'undecided_text':
      return 'a text from the person may be an opt-out, and a manager has to decide';
    case 'in_call':
      return 'it is in another call';
    case 'account_in_call':
      return 'another number of the account is in a call';
    default:
      return until ? then : 'it will be checked again shortly';
  }
}

/** The rule that holds it after the one of the verdict. */
function thenWords(reading: RuleReading): string {
  switch (reading.rule) {
    case 'contact_policy':
      return reading.read?.rule ? ruleWords(reading.read.rule) : 'the contact policy';
    case 'calling_hours':
      return reading.read?.rule
        ? `its calling hours (${ruleWords(reading.read.rule)})`
        : 'its calling hours';
    case 'attempt_cap':
      return 'the attempt cap';
    case 'least_gap':
      return 'the minimum gap';
    default:
      return 'its part of the day';
  }
}

/** "the calling hours in Alaska open at 1:00 PM (8:00 AM there), in 2 h 18 min". */
function openingWords(zone: string | null, until: string | null, now: number): string | undefined {
  if (zone === null || until === null) return undefined;
  const there = new Date(until).toLocaleTimeString('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const at = `${atTime(until, now)} (${wallClock(there)} there)`;
  const left = countdown(Date.parse(until), now);
  return `the calling hours in ${zoneWords(zone)} open at ${at}${left ? `, ${left}` : ''}`;
}

/** Without a period. */
export function barWords(reason: string | null, story: NumberStory, now: number): string {
  const { doNotCall } = story;
  const on = doNotCall ? ` on ${onDay(doNotCall.since, now)}` : '';
  const words: Record<string, string> = {
    do_not_call: `on the do-not-call list${doNotCall ? ` since ${onDay(doNotCall.since, now)}` : ''}`,
    opt_out_key: `pressed 9 to opt out${on}`,
    opt_out_text: `opted out by text${on}`,
    number_not_dialed: 'this client may not call numbers of this kind',
    account_stop: 'another number of the account asked to stop',
    already_reached: 'a person answered at another number of the account',
    follow_up_ended: 'its follow-up was ended, by a reply or by somebody here',
    list_closed: 'the list was closed before it was reached',
  };
  return words[reason ?? ''] ?? 'it is no longer called';
}

/** Without a period. */
export function resultWords(result: string | null): string {
  const words: Record<string, string> = {
    person: 'answered by a person',
    machine: 'answered by a machine',
    no_answer: 'not answered',
    busy: 'busy',
    failed: 'failed',
    unknown: 'the outcome is not known',
    delivered: 'delivered',
  };
  return words[result ?? ''] ?? 'in progress';
}
