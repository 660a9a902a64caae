import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simMs } from '../milliseconds.ts';
import { seededRandom } from '../random.ts';
import { choosePart, type DayPart, homeZone, leftToChance, nextIn, partAt } from './day-part.ts';

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

test('the next instant of a part is now while it lasts, else its next beginning', () => {
  const zone = 'America/New_York';
  expect(nextIn(zone, 2, at('2026-11-28T23:00:00Z'))).toBe(at('2026-11-28T23:00:00Z'));
  expect(nextIn(zone, 0, at('2026-11-28T23:00:00Z'))).toBe(at('2026-11-29T13:00:00Z'));
  // The clocks go back that night.
  expect(nextIn(zone, 0, at('2026-10-31T23:00:00Z'))).toBe(at('2026-11-01T13:00:00Z'));
});

test('the best untried part by its share is chosen, and one in ten is left to chance', () => {
  const from = at('2026-11-28T14:00:00Z');
  const shareOf = (_zone: string, part: DayPart) => ({
    attempts: 1_000,
    answered: [300, 100, 200][part] ?? 0,
  });
  const question = { zone: 'America/New_York', from, tried: [0 as DayPart], shareOf };
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

test('what is due is in its part, not before the earliest instant, within two days', () => {
  const zones = fc.constantFrom(
    'America/New_York',
    'America/Phoenix',
    'Pacific/Honolulu',
    'America/St_Johns',
  );
  const parts = fc.constantFrom<DayPart>(0, 1, 2);
  const instants = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') });
  fc.assert(
    fc.property(zones, parts, instants, (zone, part, instant) => {
      const due = nextIn(zone, part, simMs(instant));
      expect(due).toBeGreaterThanOrEqual(instant);
      expect(due - instant).toBeLessThan(48 * 3_600_000);
      expect(partAt(zone, due)).toBe(part);
    }),
    { numRuns: 300 },
  );
});
