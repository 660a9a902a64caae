import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PolicyRule } from '#contract/policy.ts';
import { type CallingHours, callingHours } from '../calling-hours.ts';
import { simMs } from '../milliseconds.ts';
import { type Random, seededRandom } from '../random.ts';
import {
  choosePart,
  type DayPart,
  homeZone,
  leftToChance,
  openPart,
  type PartQuestion,
  partAt,
} from './day-part.ts';

const at = (iso: string) => simMs(Date.parse(iso));

test('a part of the day is local to the person, by the address before the number', () => {
  expect(homeZone({ phone: '12125550100', state: 'CA', zipCode: null })).toBe(
    'America/Los_Angeles',
  );
  expect(homeZone({ phone: '12125550100', state: null, zipCode: null })).toBe('America/New_York');
  const noon = Date.parse('2026-11-28T17:30:00Z');
  expect(partAt('America/New_York', noon)).toBe(1);
  expect(partAt('America/Los_Angeles', noon)).toBe(0);
  expect(partAt('Pacific/Honolulu', noon)).toBeNull();
});

const everyday = callingHours(null);
const newYork = { phone: '12125550100', state: 'NY', zipCode: null };
const asked = (of: Partial<PartQuestion>): PartQuestion => ({
  ...{
    zone: 'America/New_York',
    callee: newYork,
    hours: everyday,
    from: at('2026-11-28T14:00:00Z'),
  },
  ...{ tried: [], shareOf: () => undefined, ...of },
});

test('the next instant of a part is now while it lasts, else its next beginning', () => {
  const due = (part: DayPart, iso: string) => openPart(part, asked({ from: at(iso) }))?.due;
  expect(due(2, '2026-11-28T23:00:00Z')).toBe(at('2026-11-28T23:00:00Z'));
  expect(due(0, '2026-11-28T23:00:00Z')).toBe(at('2026-11-29T13:00:00Z'));
  // The clocks go back that night.
  expect(due(0, '2026-10-31T23:00:00Z')).toBe(at('2026-11-01T13:00:00Z'));
});

test('a part that has begun needs half an hour left', () => {
  const due = (iso: string, hours = everyday) => openPart(2, asked({ from: at(iso), hours }))?.due;
  expect(due('2026-11-29T01:30:00Z')).toBe(at('2026-11-29T01:30:00Z'));
  expect(due('2026-11-29T01:31:00Z')).toBe(at('2026-11-29T22:00:00Z'));
  // Where it is never longer, it is taken from its beginning.
  const quarter = callingHours({ close: '17:15' });
  expect(due('2026-11-28T21:00:00Z', quarter)).toBe(at('2026-11-28T22:00:00Z'));
  expect(due('2026-11-28T22:05:00Z', quarter)).toBe(at('2026-11-29T22:00:00Z'));
});

test('the best untried part by its hours is chosen, and one in ten is left to chance', () => {
  // Mornings are tried; of an afternoon one in ten answers, of an evening one in five.
  const shareOf = (_zone: string, hour: number) => ({
    attempts: 1_000,
    answered: hour < 12 ? 300 : hour < 17 ? 100 : 200,
  });
  const question = asked({ tried: [0], shareOf });
  const chosen = Array.from({ length: 2_000 }, (_, n) =>
    choosePart(question, seededRandom(`${n}`)),
  );
  expect(chosen.every(({ part }) => part !== 0)).toBe(true);
  const drawn = chosen.filter(({ byChance }) => byChance);
  expect(chosen.filter(({ byChance }) => !byChance).every(({ part }) => part === 2)).toBe(true);
  expect(drawn.length / chosen.length).toBeGreaterThan(leftToChance * 0.7);
  expect(drawn.length / chosen.length).toBeLessThan(leftToChance * 1.3);
  expect(new Set(drawn.map(({ part }) => part))).toEqual(new Set([1, 2]));
});

test('of parts with the same share the next one is chosen', () => {
  const notByChance = { chance: () => false, between: () => 0 } as unknown as Random;
  const partFrom = (iso: string) =>
    choosePart(asked({ tried: [1], from: at(iso) }), notByChance).part;
  expect(partFrom('2026-11-28T21:00:00Z')).toBe(2);
  expect(partFrom('2026-11-29T01:45:00Z')).toBe(0);
});

test('only hours in which the number may be called count for a part', () => {
  // From 20:00 on most answer, but nobody may be called then: before it the afternoon is better.
  const shareOf = (_zone: string, hour: number) => ({
    attempts: 1_000,
    answered: hour >= 20 ? 900 : hour >= 17 ? 50 : 150,
  });
  const notByChance = { chance: () => false, between: () => 0 } as unknown as Random;
  const partWith = (hours: CallingHours) =>
    choosePart(asked({ tried: [0], shareOf, hours }), notByChance).part;
  expect(partWith(everyday)).toBe(2);
  expect(partWith(callingHours({ close: '20:00' }))).toBe(1);
});

test('a part without a callable hour is never chosen, and one that opens late is due when it opens', () => {
  const mornings = callingHours({ open: '09:30', close: '11:00' });
  for (const seed of Array.from({ length: 50 }, (_, n) => n)) {
    const question = asked({ hours: mornings, from: at('2026-11-28T18:00:00Z') });
    expect(choosePart(question, seededRandom(`${seed}`))).toMatchObject({
      ...{ part: 0, due: at('2026-11-29T14:30:00Z') },
    });
  }
  const never = callingHours({ open: '12:00', close: '12:00' });
  expect(choosePart(asked({ hours: never }), seededRandom('1'))).toMatchObject({
    ...{ due: at('2026-11-28T14:00:00Z'), byChance: false },
  });
});

test('a weekday that a rule closes is passed over', () => {
  const terms = { kind: 'hours', days: ['sun'], open: null, close: null, from: null, until: null };
  const closed = { ruleId: 1, country: null, state: null, terms } as unknown as PolicyRule;
  const hours = callingHours(null, [closed]);
  // Saturday evening; the next morning is a Sunday's.
  const question = asked({ hours, from: at('2026-11-28T23:00:00Z') });
  expect(openPart(0, question)?.due).toBe(at('2026-11-30T13:00:00Z'));
});

test('what is due is in its part, not before the earliest instant, within two days', () => {
  const zones = fc.constantFrom(
    ['America/New_York', '12125550100'],
    ['America/Phoenix', '16025550100'],
    ['Pacific/Honolulu', '18085550100'],
    ['America/St_Johns', '17095550100'],
  );
  const parts = fc.constantFrom<DayPart>(0, 1, 2);
  const instants = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') });
  fc.assert(
    fc.property(zones, parts, instants, ([zone = '', phone = ''], part, instant) => {
      const callee = { phone, state: null, zipCode: null };
      const due = openPart(part, asked({ zone, callee, from: simMs(instant) }))?.due ?? 0;
      expect(due).toBeGreaterThanOrEqual(instant);
      expect(due - instant).toBeLessThan(48 * 3_600_000);
      expect(partAt(zone, due)).toBe(part);
      expect(everyday.verdict(callee, due).allowed).toBe(true);
    }),
    { numRuns: 200 },
  );
});
