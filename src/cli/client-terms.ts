/** The terms of a client account as options of a command: when, how often and at what cost it may call. */
import { maxSpokenName } from '#contract/lint.ts';
import { type Purpose, purposes } from '#contract/policy.ts';
import type { PersonRules } from '#db/queries/person-rules.ts';
import type { ClientHours } from '#domain/calling-hours.ts';
import { parseHours, stateProblem } from '#domain/client-hours.ts';
import { type ContactCap, describeCap, parseDays, parseMost } from '#domain/contact-cap.ts';
import {
  type DailyKind,
  type DailyLimits,
  parseDailyCost,
  parseDailyCount,
} from '#domain/daily-limit.ts';
import { parseDestinations } from '#domain/dialing.ts';
import { mostGapHours, parseGapHours, usualGapHours } from '#domain/least-gap.ts';
import { minuteCostFromDollars } from '#domain/money.ts';
import { parseStopScope } from '#domain/stop-scope.ts';
import { type Given, type Option, UsageError } from './command.ts';

export const clientTerms: Record<string, Option> = {
  'minute-cost': { value: '0.02', meaning: 'Dollars per minute, with at most five decimals.' },
  hours: {
    value: '9:00-20:00',
    meaning: "Stricter calling hours, in the called party's local time.",
  },
  'state-hours': {
    value: 'TX=12:00-21:00',
    meaning: 'Stricter hours in one state; "TX=" removes them.',
    many: true,
  },
  destinations: {
    value: 'US,CA,JM',
    meaning:
      'Countries, states and provinces (US-TX, CA-ON), US-STATES or CARIBBEAN whose +1 numbers may be called and texted. Default: US,CA.',
  },
  countries: { value: 'US,CA', meaning: 'The former name of --destinations.' },
  'max-calls': {
    value: '7',
    meaning: 'Maximum calls to one number within --cap-days; "none" removes the limit.',
  },
  'max-texts': {
    value: '3',
    meaning: 'Maximum texts to one number within --cap-days, counted separately.',
  },
  'cap-days': {
    value: '7',
    meaning: 'Days of 24 hours, counted back from the attempt, 1 to 365. Default: 7.',
  },
  'max-calls-a-day': {
    value: '5000',
    meaning: 'Maximum calls in one Eastern day over all campaigns; "none" removes the limit.',
  },
  'max-texts-a-day': { value: '5000', meaning: 'Maximum texts in one Eastern day.' },
  'max-cost-a-day': {
    value: '250.00',
    meaning: 'Maximum cost of calls in one Eastern day, in dollars at the minute cost.',
  },
  purpose: {
    value: purposes.join('|'),
    meaning: 'What new campaigns are for, unless they say so themselves.',
  },
  'spoken-name': {
    value: 'Harbor Bank',
    meaning: 'How the client names itself in calls and texts; "none" removes it.',
  },
  'stop-scope': {
    value: 'account',
    meaning:
      'What an opt-out of one number bars: its whole "account" and External Id (default), or only the "number".',
  },
  'least-gap-hours': {
    value: `${usualGapHours}`,
    meaning: `Hours between two attempts of one campaign to the same number, 0 to ${mostGapHours}; 0 for no gap. Default: ${usualGapHours}.`,
  },
};

export const capTerms = ['max-calls', 'max-texts', 'cap-days'];
export const dailyTerms = ['max-calls-a-day', 'max-texts-a-day', 'max-cost-a-day'];
export const hourTerms = ['hours', 'state-hours'];
export const ruleTerms = ['stop-scope', 'least-gap-hours'];
export const usualRules: PersonRules = { stopScope: 'account', leastGapHours: usualGapHours };

export function minuteCostOf(given: Given): number | undefined {
  const text = given.text('minute-cost');
  if (text === undefined) return undefined;
  const cost = minuteCostFromDollars(text);
  if (cost !== undefined) return cost;
  throw new UsageError(
    `"${text}" is not a valid minute cost. Give dollars with at most five decimals, up to 1000.`,
  );
}

/** Undefined when it is not given. */
export function purposeOf(given: Given): Purpose | undefined {
  const text = given.text('purpose');
  if (text === undefined) return undefined;
  const purpose = purposes.find((one) => one === text);
  if (purpose) return purpose;
  throw new UsageError(`"${text}" is not a purpose. The purposes are ${purposes.join(', ')}.`);
}

/** Undefined when it is not given; empty removes the name. */
export function spokenNameOf(given: Given): string | undefined {
  const name = given.text('spoken-name')?.trim();
  if (name === undefined || name === 'none') return name && '';
  if (name !== '' && name.length <= maxSpokenName) return name;
  throw new UsageError(`A spoken name must have 1 to ${maxSpokenName} characters.`);
}

export function countriesOf(given: Given): string[] | undefined {
  const text = given.text('destinations') ?? given.text('countries');
  const countries = text === undefined ? undefined : parseDestinations(text);
  if (typeof countries === 'string') throw new UsageError(countries);
  return countries;
}

/** The hours after this command; null when nothing is stricter than the law. */
export function hoursOf(given: Given, before: ClientHours | null): ClientHours | null {
  const { states = {}, ...span } = before ?? {};
  const everywhere = given.text('hours');
  const common = everywhere === undefined ? span : hoursFrom(everywhere);
  const own = { ...states };
  for (const text of given.texts('state-hours')) {
    const [state = '', hours = ''] = text.split('=');
    // What an older Carillon accepted can still be removed.
    const problem = hours === '' && Object.hasOwn(own, state) ? undefined : stateProblem(state);
    if (problem !== undefined)
      throw new UsageError(`"${text}" does not have the form TX=12:00-21:00: ${problem}`);
    if (hours === '') delete own[state];
    else own[state] = hoursFrom(hours);
  }
  const result = { ...common, ...(Object.keys(own).length > 0 ? { states: own } : {}) };
  return Object.keys(result).length > 0 ? result : null;
}

/** The cap after this command. */
export function capOf(given: Given, before: ContactCap): ContactCap {
  const cap = {
    calls: mostOf(given.text('max-calls'), before.calls),
    texts: mostOf(given.text('max-texts'), before.texts),
    days: daysOf(given.text('cap-days'), before.days),
  };
  if (given.has('cap-days') && describeCap(cap) === undefined) {
    throw new UsageError('--cap-days needs a limit: give --max-calls, --max-texts or both.');
  }
  return cap;
}

function mostOf(text: string | undefined, before: number | null): number | null {
  if (text === undefined) return before;
  const most = parseMost(text);
  if (typeof most === 'string') throw new UsageError(most);
  return most;
}

function daysOf(text: string | undefined, before: number): number {
  const days = text === undefined ? before : parseDays(text);
  if (typeof days === 'string') throw new UsageError(days);
  return days;
}

/** The daily limits after this command. */
export function dailyLimitsOf(given: Given, before: DailyLimits): DailyLimits {
  const read = <Kind extends DailyKind>(kind: Kind, parse: typeof parseDailyCount) => {
    const text = given.text(`max-${kind}-a-day`);
    const most = text === undefined ? before[kind] : parse(text);
    if (typeof most === 'string') throw new UsageError(most);
    return most;
  };
  return {
    calls: read('calls', parseDailyCount),
    texts: read('texts', parseDailyCount),
    cost: read('cost', parseDailyCost),
  };
}

/** The rules after this command. */
export function rulesOf(given: Given, before: PersonRules): PersonRules {
  const [scope, hours] = [given.text('stop-scope'), given.text('least-gap-hours')];
  const stop = scope === undefined ? { scope: before.stopScope } : parseStopScope(scope);
  const leastGapHours = hours === undefined ? before.leastGapHours : parseGapHours(hours);
  if (typeof stop === 'string') throw new UsageError(stop);
  if (typeof leastGapHours === 'string') throw new UsageError(leastGapHours);
  return { stopScope: stop.scope, leastGapHours };
}

function hoursFrom(text: string) {
  const hours = parseHours(text);
  if (typeof hours === 'string') throw new UsageError(hours);
  return hours;
}
