import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockDifference, clockOffSentence, clockReading, instantOfDate } from './clock-offset.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

/** Steady milliseconds begin at 0 where the true time is `noon`. */
const ms = (low: number, high: number) => fc.integer({ min: low, max: high });

test('a clock that is surely more than two seconds off is too much, and none that may be right is', () => {
  fc.assert(
    fc.property(
      ms(-10_000, 10_000),
      ms(0, 5_000),
      ms(0, 1_500),
      ms(0, 1_500),
      ms(0, 999),
      (off, asked, there, back, fraction) => {
        // The other clock is right; an HTTP Date cuts its milliseconds.
        const shown = Math.floor((noon + fraction + asked + there) / 1_000) * 1_000;
        const responded = asked + there + back;
        const header = new Date(shown).toUTCString();
        const instant = instantOfDate(header);
        if (!instant) throw new Error('no instant');
        const reading = clockReading(instant, { asked, responded });
        const later = responded + 700;
        const { tooMuch } = clockDifference(reading, noon + fraction + later + off, later);
        if (Math.abs(off) <= 2_000) expect(tooMuch).toBe(false);
        if (Math.abs(off) > 2_000 + 1_000 + there + back) expect(tooMuch).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a reading without delay is exact to the millisecond', () => {
  const reading = clockReading({ first: noon, last: noon }, { asked: 50, responded: 50 });
  expect(clockDifference(reading, noon + 2_000, 50)).toEqual({ by: 2_000, tooMuch: false });
  expect(clockDifference(reading, noon + 2_001, 50)).toEqual({ by: 2_001, tooMuch: true });
  expect(clockDifference(reading, noon - 2_001, 50)).toEqual({ by: -2_001, tooMuch: true });
  // The machine's clock is judged when it is asked for: it was put forward since.
  expect(clockDifference(reading, noon + 3_600_000, 1_050).tooMuch).toBe(true);
});

test('an invalid date is ignored', () => {
  expect(instantOfDate('soon')).toBeUndefined();
  expect(instantOfDate('')).toBeUndefined();
});

test.each([
  [3_400, "The clock of this engine is 3 seconds ahead of the database's."],
  [-200_000, "The clock of this engine is 3 minutes behind the database's."],
  [5 * 3_600_000, "The clock of this engine is 5 hours ahead of the database's."],
])('%s milliseconds are said so', (by, sentence) => {
  expect(clockOffSentence(by, "the database's", 'this engine')).toBe(sentence);
});
