/** Rules of the contact policy in plain words: for screens, the command line and reasons. */

import {
  type ContactSubject,
  type GapTerms,
  type HoursTerms,
  isInCanada,
  type LimitTerms,
  type PolicyChannel,
  type PolicyDay,
  type PolicyRule,
  type Purpose,
  type RestTerms,
  type ScrubTerms,
} from '#contract/policy.ts';
import type { RefusedNumber } from '#contract/scrub.ts';
import { daysBetween, dayWords } from '../day-words.ts';
import { counted } from '../plural.ts';
import { stateNames } from '../state-names.ts';

/** What a campaign is for, as a choice in a form. */
export const purposeNames: Readonly<Record<Purpose, string>> = {
  sales: 'Sales',
  informational: 'Informational',
  collections: 'Collections',
  political: 'Political',
  non_profit: 'Non-profit',
  emergency: 'Emergency',
};

export type RuleToSay = Pick<PolicyRule, 'country' | 'state' | 'channel' | 'terms'>;

/** "Texas: Sundays 12:00 PM to 9:00 PM"; without a place, the terms alone. */
export function ruleWords(rule: RuleToSay): string {
  const place = placeName(rule);
  const abroad = place === null || isInCanada(rule);
  const words = termsWords(rule, abroad ? federalHolidays : dayNames.holiday);
  return place === null ? words : `${place}: ${words}`;
}

/** With what it came from: "Texas: Sundays 12:00 PM to 9:00 PM (Tex. Bus. & Com. Code 301.051)." */
export function lawWords(rule: RuleToSay & Pick<PolicyRule, 'source'>): string {
  return `${ruleWords(rule)}${rule.source === null ? '' : ` (${rule.source})`}.`;
}

/** "Texas", "Canada"; null: anywhere. A state is not named with its country. */
export function placeName({ country, state }: Pick<PolicyRule, 'country' | 'state'>) {
  if (state !== null) return stateNames[state]?.split(',')[0] ?? state;
  if (country === null) return null;
  return countryNames[country] ?? country;
}

const countryNames: Readonly<Record<string, string>> = { US: 'United States', CA: 'Canada' };

/** "At most 7 calls to a person within 7 days". */
export function termsWords(
  { terms, channel }: Pick<PolicyRule, 'terms' | 'channel'>,
  holidays = federalHolidays,
): string {
  switch (terms.kind) {
    case 'hours':
      return hoursWords(terms, channel, holidays);
    case 'limit':
      return limitWords(terms, channel);
    case 'gap':
      return gapWords(terms, channel);
    case 'rest':
      return restWords(terms, channel);
    case 'consent':
      return `No ${none[channel]} without ${consents[terms.consent]}`;
    case 'list_age':
      return `No ${none[channel]} to numbers of the national do-not-call list, and none while it is older than ${counted(terms.days, 'day')}`;
    case 'scrub':
      return scrubWords(terms, channel);
  }
}

const several: Record<PolicyChannel, string> = {
  call: 'calls',
  text: 'texts',
  any: 'calls and texts',
};
const one: Record<PolicyChannel, string> = { call: 'call', text: 'text', any: 'call or text' };
/** After "no", and between two. */
const none: Record<PolicyChannel, string> = { ...several, any: 'calls or texts' };

const consents = { any: 'consent', express: 'express consent', written: 'written consent' };

const subjects: Record<ContactSubject, string> = {
  number: 'a number',
  account: 'an account',
  external_id: 'an External Id',
  person: 'a person',
};

function hoursWords(terms: HoursTerms, channel: PolicyChannel, holidays: string): string {
  const { open, close } = terms;
  const dates = datesWords(terms);
  const days = daysWords(terms.days, holidays);
  if (open === null || close === null) {
    if (days === everyDay) return `No ${none[channel]}${dates || ` on any day`}`;
    return `No ${none[channel]} on ${days}${dates}`;
  }
  const times = `${timeWords(open)} to ${timeWords(close)}${dates}`;
  if (channel === 'any') return `${days === everyDay ? 'Every day' : days} ${times}`;
  const which = capital(several[channel]);
  return days === everyDay ? `${which} every day ${times}` : `${which} on ${days} ${times}`;
}

const everyDay = 'every day';
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const dayNames: Record<PolicyDay, string> = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
  holiday: 'federal holidays',
};
/** Where the place does not say whose. */
const federalHolidays = `${dayNames.holiday} of the United States`;

/** "Mondays to Fridays", "Sundays and federal holidays", "every day". */
export function daysWords(days: readonly PolicyDay[], holidays = dayNames.holiday): string {
  const named = week.filter((day) => days.includes(day));
  if (named.length === week.length) return everyDay;
  const parts: string[] = [];
  for (let at = 0; at < week.length; ) {
    let end = at;
    while (end < week.length && days.includes(week[end] as PolicyDay)) end += 1;
    const run = week.slice(at, end).map((day) => dayNames[day]);
    if (run.length > 2) parts.push(`${run[0]} to ${run.at(-1)}`);
    else parts.push(...run);
    at = end + 1;
  }
  if (days.includes('holiday')) parts.push(holidays);
  return listed(parts);
}

function datesWords({ from, until }: HoursTerms): string {
  if (from !== null && from === until) return ` on ${dayWords(from)}`;
  if (from !== null && until !== null) return ` ${daysBetween(from, until)}`;
  if (from !== null) return ` from ${dayWords(from)} on`;
  return until === null ? '' : ` through ${dayWords(until)}`;
}

function limitWords(terms: LimitTerms, channel: PolicyChannel): string {
  const { most, counts, of } = terms;
  const within = `within ${counted(terms.length, units[terms.unit])}`;
  if (counts === 'conversations') {
    return `At most ${counted(most, 'conversation')} by ${one[channel]} with ${subjects[of]} ${within}`;
  }
  const what = most === 1 ? one[channel] : several[channel];
  return `At most ${most} ${what} to ${subjects[of]} ${within}`;
}

const units = { hours: 'hour', days: 'day', calendar_days: 'calendar day' };

function gapWords({ of, hours }: GapTerms, channel: PolicyChannel): string {
  return `At least ${counted(hours, 'hour')} between two ${none[channel]} to ${subjects[of]}`;
}

/** A conversation is with a person, so that only other subjects are named. */
function restWords({ of, unit, length }: RestTerms, channel: PolicyChannel): string {
  const rests = { number: ' at the number', account: ' with the account', person: '' };
  const about = of === 'external_id' ? ' about the External Id' : rests[of];
  return `No ${none[channel]} for ${counted(length, units[unit])} after a conversation by ${one[channel]}${about}`;
}

/** After "calls to". */
const refusedNames: Record<RefusedNumber, string> = {
  ...{ reassigned: 'reassigned numbers', litigator: 'known litigators' },
  ...{ mobile: 'mobile lines', landline: 'landlines', voip: 'VoIP lines' },
};

function scrubWords({ refused, untilChecked }: ScrubTerms, channel: PolicyChannel): string {
  const words = `No ${none[channel]} to ${refusedNames[refused]}`;
  return untilChecked ? `${words}, and none before a number is checked` : words;
}

/** `21:00` as "9:00 PM". */
export function timeWords(time: string): string {
  if (time === '24:00') return 'midnight';
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
