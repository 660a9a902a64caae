import { describe, expect, test } from 'vitest';
import {
  type HoursTerms,
  isInCanada,
  type PolicyChannel,
  type PolicyTerms,
} from '#contract/policy.ts';
import { stateNames } from '../state-names.ts';
import { daysWords, purposeNames, ruleWords } from './policy-words.ts';
import { presets } from './presets.ts';
import { countryOfState } from './rule-scope.ts';

const say = (
  terms: PolicyTerms,
  channel: PolicyChannel = 'call',
  state: string | null = null,
  country: string | null = null,
) => ruleWords({ terms, channel, state, country });

const hours = (terms: Partial<HoursTerms>): HoursTerms => ({
  kind: 'hours',
  days: ['sun'],
  open: '12:00',
  close: '21:00',
  from: null,
  until: null,
  ...terms,
});
const closed = { open: null, close: null };
const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

describe('a rule in words', () => {
  test.each<[string, string]>([
    [say(hours({}), 'any', 'TX'), 'Texas: Sundays 12:00 PM to 9:00 PM'],
    [
      say(hours({ days: ['sun', 'holiday'] }), 'call', 'NE'),
      'Nebraska: Calls on Sundays and federal holidays 12:00 PM to 9:00 PM',
    ],
    [
      say(hours({ days: [...all], open: '08:00' }), 'any', null, 'US'),
      'United States: Every day 8:00 AM to 9:00 PM',
    ],
    [
      say(hours({ days: [...all], open: '09:30', close: '24:00' }), 'text'),
      'Texts every day 9:30 AM to midnight',
    ],
    [
      say(hours({ days: ['sun', 'holiday'], ...closed }), 'any', 'AL'),
      'Alabama: No calls or texts on Sundays and federal holidays',
    ],
    [
      say(
        hours({ days: [...all, 'holiday'], ...closed, from: '2026-12-01', until: '2026-12-05' }),
        'any',
        'LA',
      ),
      'Louisiana: No calls or texts from Dec 1 through Dec 5, 2026',
    ],
    [
      say(hours({ days: [...all], ...closed, from: '2026-12-01', until: '2026-12-01' })),
      'No calls on Dec 1, 2026',
    ],
    [
      say(hours({ days: [...all], ...closed, from: '2026-12-30', until: '2027-01-02' })),
      'No calls from Dec 30, 2026 through Jan 2, 2027',
    ],
    [say(hours({ days: [...all], ...closed })), 'No calls on any day'],
    [say(hours({ from: '2026-12-01' }), 'any'), 'Sundays 12:00 PM to 9:00 PM from Dec 1, 2026 on'],
    [say(hours({ until: '2026-12-05' }), 'any'), 'Sundays 12:00 PM to 9:00 PM through Dec 5, 2026'],
  ])('on hours: %s', (words, expected) => {
    expect(words).toBe(expected);
  });

  const limit = {
    kind: 'limit',
    most: 7,
    counts: 'attempts',
    of: 'person',
    unit: 'days',
    length: 7,
  } as const;
  test.each<[string, string]>([
    [say(limit), 'At most 7 calls to a person within 7 days'],
    [
      say({ ...limit, most: 1, of: 'number', unit: 'hours', length: 8 }),
      'At most 1 call to a number within 8 hours',
    ],
    [
      say({ ...limit, most: 3, unit: 'hours', length: 24 }, 'any', 'FL'),
      'Florida: At most 3 calls and texts to a person within 24 hours',
    ],
    [
      say({ ...limit, most: 1, of: 'account' }, 'any'),
      'At most 1 call or text to an account within 7 days',
    ],
    [
      say({ ...limit, most: 2, counts: 'conversations', unit: 'calendar_days', length: 1 }),
      'At most 2 conversations by call with a person within 1 calendar day',
    ],
    [
      say({ ...limit, most: 1, counts: 'conversations', of: 'account' }, 'text', 'TX'),
      'Texas: At most 1 conversation by text with an account within 7 days',
    ],
    [
      say({ ...limit, counts: 'conversations', of: 'number' }, 'any'),
      'At most 7 conversations by call or text with a number within 7 days',
    ],
    [
      say({ kind: 'gap', of: 'person', hours: 4 }, 'any'),
      'At least 4 hours between two calls or texts to a person',
    ],
    [
      say({ kind: 'gap', of: 'external_id', hours: 1 }),
      'At least 1 hour between two calls to an External Id',
    ],
    [
      say({ kind: 'rest', of: 'person', unit: 'days', length: 7 }),
      'No calls for 7 days after a conversation by call',
    ],
    [
      say({ kind: 'rest', of: 'external_id', unit: 'days', length: 7 }),
      'No calls for 7 days after a conversation by call about the External Id',
    ],
    [
      say({ kind: 'rest', of: 'number', unit: 'hours', length: 1 }, 'any'),
      'No calls or texts for 1 hour after a conversation by call or text at the number',
    ],
    [
      say({ kind: 'consent', consent: 'written' }, 'text', null, 'US'),
      'United States: No texts without written consent',
    ],
    [
      say({ kind: 'consent', consent: 'any' }, 'any', null, 'CA'),
      'Canada: No calls or texts without consent',
    ],
    [
      say({ kind: 'list_age', days: 31 }, 'any'),
      'No calls or texts to numbers of the national do-not-call list, and none while it is older than 31 days',
    ],
    [
      say({ kind: 'scrub', refused: 'reassigned', untilChecked: false }, 'text'),
      'No texts to reassigned numbers',
    ],
    [
      say({ kind: 'scrub', refused: 'litigator', untilChecked: true }, 'any'),
      'No calls or texts to known litigators, and none before a number is checked',
    ],
    [
      say({ kind: 'scrub', refused: 'voip', untilChecked: false }, 'call', 'TX'),
      'Texas: No calls to VoIP lines',
    ],
  ])('on contacts: %s', (words, expected) => {
    expect(words).toBe(expected);
  });

  test.each([
    ['TX', 'Texas: No calls or texts on federal holidays'],
    [null, 'No calls or texts on federal holidays of the United States'],
    // From before such rules were refused.
    ['ON', 'Ontario: No calls or texts on federal holidays of the United States'],
  ])('says whose holidays they are, unless the place does: %s', (state, words) => {
    const terms = { kind: 'hours', days: ['holiday'], open: null, close: null } as const;
    const always = { from: null, until: null };
    const rule = { country: null, state, channel: 'any' } as const;
    expect(ruleWords({ ...rule, terms: { ...terms, days: ['holiday'], ...always } })).toBe(words);
  });

  test('knows the provinces and territories of Canada', () => {
    const places = Object.keys(stateNames).map((state) => ({ country: null, state }));
    expect(places.filter(isInCanada)).toEqual(
      places.filter(({ state }) => countryOfState(state) === 'CA'),
    );
    expect(places.filter(isInCanada)).toHaveLength(13);
  });

  test('names days in the order of the week', () => {
    expect(daysWords(['fri', 'mon', 'tue', 'wed', 'thu'])).toBe('Mondays to Fridays');
    expect(daysWords(['sun', 'sat'])).toBe('Saturdays and Sundays');
    expect(daysWords(['wed', 'mon', 'fri', 'holiday'])).toBe(
      'Mondays, Wednesdays, Fridays and federal holidays',
    );
    expect(daysWords(['mon', 'tue', 'wed', 'sat', 'sun'])).toBe(
      'Mondays to Wednesdays, Saturdays and Sundays',
    );
    expect(daysWords(['holiday'])).toBe('federal holidays');
  });

  test('is a whole, different sentence for each rule of a preset', () => {
    for (const { rules } of presets) {
      const words = rules.map((rule) => `${rule.purpose} ${ruleWords(rule)}`);
      expect(new Set(words).size).toBe(rules.length);
      for (const one of words) expect(one).not.toMatch(/undefined|null [A-Z]{2}:| {2}|NaN/);
    }
  });

  test('has a name for every purpose', () => {
    expect(Object.values(purposeNames).join()).toBe(
      'Sales,Informational,Collections,Political,Non-profit,Emergency',
    );
  });
});
