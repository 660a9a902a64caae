/** The terms of a client account as options of a command: what may be called when, how often, at what cost. */
import type { PersonRules } from '#db/queries/person-rules.ts';
import type { ClientHours } from '#domain/calling-hours.ts';
import { parseHours, stateProblem } from '#domain/client-hours.ts';
import { type ContactCap, describeCap, parseDays, parseMost } from '#domain/contact-cap.ts';
import { parseCountries } from '#domain/dialing.ts';
import { mostGapHours, parseGapHours, usualGapHours } from '#domain/least-gap.ts';
import { minuteCostFromDollars } from '#domain/money.ts';
import { parseStopScope } from '#domain/stop-scope.ts';
import { type Given, type Option, UsageError } from './command.ts';

export const clientTerms: Record<string, Option> = {
  'minute-cost': { value: '0.02', meaning: 'Dollars a minute, at most five decimals.' },
  hours: { value: '9:00-20:00', meaning: 'Stricter calling hours, at the called party’s place.' },
  'state-hours': {
    value: 'TX=12:00-21:00',
    meaning: 'Stricter hours in one state; "TX=" takes them away.',
    many: true,
  },
  countries: {
    value: 'US,CA,JM',
    meaning: 'Whose numbers of +1 may be called and texted; US,CA unless set.',
  },
  'max-operations': {
    value: '7',
    meaning: 'At most so many calls to one number in --cap-days; "none" takes the limit away.',
  },
  'max-texts': { value: '3', meaning: 'The same for texts, which are counted apart.' },
  'cap-days': {
    value: '7',
    meaning: 'Days of 24 hours that end at the attempt, 1 to 365; 7 unless set.',
  },
  'stop-scope': {
    value: 'account',
    meaning:
      'Whom a stop of one number bars: its "account" and External Id, as it is unless set, or the "number" alone.',
  },
  'least-gap-hours': {
    value: `${usualGapHours}`,
    meaning: `Hours between two tries of a campaign at one number, 0 to ${mostGapHours}; 0 for no gap, ${usualGapHours} unless set.`,
  },
};

export const capTerms = ['max-operations', 'max-texts', 'cap-days'];
export const ruleTerms = ['stop-scope', 'least-gap-hours'];
export const usualRules: PersonRules = { stopScope: 'account', leastGapHours: usualGapHours };

export function minuteCostOf(given: Given): number | undefined {
  const text = given.text('minute-cost');
  if (text === undefined) return undefined;
  const cost = minuteCostFromDollars(text);
  if (cost !== undefined) return cost;
  throw new UsageError(
    `"${text}" is no minute cost: dollars with at most five decimals, up to 1000.`,
  );
}

export function countriesOf(given: Given): string[] | undefined {
  const text = given.text('countries');
  const countries = text === undefined ? undefined : parseCountries(text);
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
    // What an older Carillon accepted can still be taken away.
    const problem = hours === '' && Object.hasOwn(own, state) ? undefined : stateProblem(state);
    if (problem !== undefined)
      throw new UsageError(`"${text}" is not as in TX=12:00-21:00: ${problem}`);
    if (hours === '') delete own[state];
    else own[state] = hoursFrom(hours);
  }
  const result = { ...common, ...(Object.keys(own).length > 0 ? { states: own } : {}) };
  return Object.keys(result).length > 0 ? result : null;
}

/** The cap after this command. */
export function capOf(given: Given, before: ContactCap): ContactCap {
  const cap = {
    calls: mostOf(given.text('max-operations'), before.calls),
    texts: mostOf(given.text('max-texts'), before.texts),
    days: daysOf(given.text('cap-days'), before.days),
  };
  if (given.has('cap-days') && describeCap(cap) === undefined) {
    throw new UsageError('--cap-days needs a limit: give --max-operations, --max-texts or both.');
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
