import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolicyRule } from '#contract/policy.ts';
import type { Callee } from '../calling-hours.ts';
import { type SimMs, simMs } from '../milliseconds.ts';
import { candidateZones } from '../number-zones.ts';
import { wallTimeIn } from '../zone-rules/zone-clock.ts';
import {
  type Contact,
  type FoundBy,
  isWindowRule,
  policyHold,
  type WindowRule,
} from './contact-hold.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-10-25T12:00:00Z');
const newYorker = { phone: '12125550148', state: null, zipCode: null, hasExternalId: true };

function rule(terms: WindowRule['terms'], more: Partial<PolicyRule> = {}): WindowRule {
  const whole = {
    ...{ ruleId: 1, purpose: null, campaignId: null, country: null, state: null },
    ...{ channel: 'any' as const, terms, preset: null, source: null, sourceDate: null, ...more },
  };
  if (!isWindowRule(whole)) throw new Error('no window');
  return whole;
}

function contact(at: number, more: Partial<Contact> = {}): Contact {
  return {
    ...{ key: `${at}`, by: 'number', at: simMs(at), kind: 'call', campaignId: 1 },
    ...{ purpose: 'sales', talkedAt: null, open: false, ...more },
  };
}

const hold = (rules: WindowRule[], contacts: Contact[], now: number, of: object = {}) =>
  policyHold(rules, { ...newYorker, contacts, ...of }, simMs(now), simMs(now + 30_000));

const unit = fc.constantFrom('hours', 'days', 'calendar_days');
const length = fc.integer({ min: 1, max: 4 });
const of = fc.constantFrom('number', 'account', 'external_id', 'person');
const limit = fc.record({
  ...{ kind: fc.constant('limit' as const), most: fc.integer({ min: 1, max: 3 }) },
  ...{ counts: fc.constantFrom('attempts', 'conversations'), of, unit, length },
});
const gap = fc.record({
  ...{ kind: fc.constant('gap' as const), of, hours: fc.integer({ min: 1, max: 30 }) },
});
const rest = fc.record({ kind: fc.constant('rest' as const), of, unit, length });
const anyRules = fc.array(
  fc.oneof(limit, gap, rest).map((terms) => rule(terms)),
  { minLength: 1, maxLength: 3 },
);
/** Nights on which clocks change stand in the two weeks after each. */
const starts = fc.constantFrom(
  ...['2026-03-01T12:00:00Z', '2026-10-25T12:00:00Z', '2027-03-09T03:00:00Z'].map(Date.parse),
);
/** Numbers of one zone, of zones without a change, and of two zones; an address that says another one. */
const callees = fc.constantFrom<Callee & { hasExternalId: boolean }>(
  newYorker,
  { ...newYorker, hasExternalId: false },
  { ...newYorker, state: 'HI' },
  { ...newYorker, phone: '16025550148' },
  { ...newYorker, phone: '17095550148', hasExternalId: false },
  { ...newYorker, phone: '12085550148' },
  { ...newYorker, phone: '12065550148' },
);
const anyWays = fc.subarray<FoundBy>(['number', 'account', 'external_id'], { minLength: 1 });

/** Each day of a zone has one number. */
function dayNumber(at: number, timeZone: string): number {
  return Math.round(Date.parse(new Date(at).toLocaleDateString('en-CA', { timeZone })) / day);
}

/** Whether an instant is still in the window of a later one, written down anew: a day ends where it ends last. */
function isWithin(
  terms: { unit: string; length: number },
  earlier: number,
  now: number,
  zones: readonly string[],
): boolean {
  if (terms.unit !== 'calendar_days')
    return now - earlier < terms.length * (terms.unit === 'hours' ? hour : day);
  return zones.some((zone) => dayNumber(now, zone) - dayNumber(earlier, zone) < terms.length);
}

interface Wished {
  at: number;
  talkedAt: SimMs | null;
  ways: readonly FoundBy[];
}

function isAllowed(
  { terms }: WindowRule,
  contacts: readonly Wished[],
  now: number,
  callee: Callee & { hasExternalId: boolean },
): boolean {
  // Without an External Id, what counts by it counts for the row of the file.
  const way = terms.of === 'external_id' && !callee.hasExternalId ? 'account' : terms.of;
  const own = contacts.filter(({ ways }) => way === 'person' || ways.includes(way));
  const zones = candidateZones(callee.phone, callee.state, callee.zipCode);
  const within = (at: number) => terms.kind !== 'gap' && isWithin(terms, at, now, zones);
  if (terms.kind === 'gap') return own.every(({ at }) => now - at >= terms.hours * hour);
  const talks = own.flatMap(({ talkedAt }) => talkedAt ?? []);
  if (terms.kind === 'rest') return !talks.some(within);
  const counted = terms.counts === 'attempts' ? own.map(({ at }) => at) : talks;
  return counted.filter(within).length < terms.most;
}

describe('Limits, gaps and rests of the contact policy', () => {
  test('hold a number exactly while one of them is against it, for whomever they count, in every zone and over changes of the clocks', () => {
    const wishes = fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 40 * hour }),
        talkMs: fc.option(fc.integer({ min: 0, max: hour })),
        ways: anyWays,
      }),
      { minLength: 1, maxLength: 25 },
    );
    fc.assert(
      fc.property(anyRules, callees, starts, wishes, (rules, callee, begin, given) => {
        const made: Wished[] = [];
        let now = begin;
        for (const { after, talkMs, ways } of given) {
          now += after;
          // Found in several ways, a contact comes once for each.
          const contacts = made.flatMap(({ at, talkedAt, ways: found }, key) =>
            found.map((by) => contact(at, { talkedAt, by, key: `${key}` })),
          );
          const held = hold(rules, contacts, now, callee);
          const allowed = rules.every((one) => isAllowed(one, made, now, callee));
          expect(held === null).toBe(allowed);
          if (held) {
            // A moment before its end it still holds; at its end that rule lets go.
            expect(isAllowed(held.rule, made, held.until - 1, callee)).toBe(false);
            expect(isAllowed(held.rule, made, held.until, callee)).toBe(true);
            continue;
          }
          const talkedAt = talkMs === null ? null : simMs(now + talkMs);
          made.push({ at: now, talkedAt, ways });
          now += talkMs ?? 0;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('calendar days end at the last midnight of the zones that the number may be in', () => {
    const one = rule({
      kind: 'limit',
      most: 1,
      counts: 'attempts',
      of: 'number',
      unit: 'calendar_days',
      length: 1,
    });
    const until = (callee: object) => hold([one], [contact(start)], start, callee)?.until ?? 0;
    expect(wallTimeIn('America/New_York', until({}))).toBe('00:00');
    // Its address says Hawaii, and its area code New York: both midnights have to pass.
    expect(wallTimeIn('Pacific/Honolulu', until({ state: 'HI' }))).toBe('00:00');
  });

  test('count for a person what was found in several ways once', () => {
    const limitOf = (of: 'number' | 'account' | 'external_id' | 'person', most: number) =>
      rule({ kind: 'limit', most, counts: 'attempts', of, unit: 'days', length: 7 });
    const both = [contact(start, { key: 'a' }), contact(start, { key: 'a', by: 'account' })];
    const other = contact(start, { key: 'b', by: 'external_id' });
    expect(hold([limitOf('person', 2)], both, start)).toBeNull();
    expect(hold([limitOf('person', 2)], [...both, other], start)).not.toBeNull();
    expect(hold([limitOf('number', 2)], [...both, other], start)).toBeNull();
    expect(hold([limitOf('external_id', 1)], both, start)).toBeNull();
    expect(hold([limitOf('external_id', 1)], both, start, { hasExternalId: false })).not.toBeNull();
  });

  test('a call in flight holds only briefly: it may be given back, or be a conversation', () => {
    const inFlight = contact(start, { open: true });
    const limitOfOne = rule({
      kind: 'limit',
      most: 1,
      counts: 'attempts',
      of: 'number',
      unit: 'days',
      length: 7,
    });
    const restOfWeek = rule({ kind: 'rest', of: 'number', unit: 'days', length: 7 });
    for (const one of [limitOfOne, restOfWeek]) {
      expect(hold([one], [inFlight], start + 5_000)).toMatchObject({
        brief: true,
        until: start + 35_000,
      });
    }
    // What has ended holds for long, whatever is in flight beside it.
    const ended = contact(start - day, { key: 'ended' });
    expect(hold([limitOfOne], [inFlight, ended], start)).toMatchObject({
      brief: false,
      until: start + 6 * day,
    });
  });

  test('are about their channel, purpose, campaign and place alone', () => {
    const terms = { kind: 'gap', of: 'number', hours: 24 } as const;
    const contacts = [contact(start)];
    const holds = (more: Partial<PolicyRule>, of: object = {}) =>
      hold([rule(terms, more)], contacts, start + hour, of) !== null;
    expect(holds({})).toBe(true);
    expect([holds({ channel: 'call' }), holds({ channel: 'text' })]).toEqual([true, false]);
    expect([holds({ purpose: 'sales' }), holds({ purpose: 'political' })]).toEqual([true, false]);
    expect([holds({ campaignId: 1 }), holds({ campaignId: 2 })]).toEqual([true, false]);
    expect([holds({ state: 'NY' }), holds({ state: 'TX' })]).toEqual([true, false]);
    expect(holds({ state: 'TX' }, { state: 'TX' })).toBe(true);
    expect(holds({ state: 'TX' }, { zipCode: '75001' })).toBe(true);
    expect([holds({ country: 'US' }), holds({ country: 'CA' })]).toEqual([true, false]);
    expect(holds({ state: 'TX' }, { phone: '15005550148' })).toBe(true);
  });

  test('a text from the person is a conversation and no attempt, whatever the purpose', () => {
    const inbound = contact(start, {
      ...{ key: 'i1', kind: 'text', campaignId: 0, inbound: true, talkedAt: simMs(start) as SimMs },
    });
    const restRule = rule(
      { kind: 'rest', of: 'number', unit: 'hours', length: 2 },
      { purpose: 'political' },
    );
    const gapRule = rule({ kind: 'gap', of: 'number', hours: 2 });
    expect(hold([restRule], [inbound], start + hour)?.until).toBe(start + 2 * hour);
    expect(hold([gapRule], [inbound], start + hour)).toBeNull();
  });
});
