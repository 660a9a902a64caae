import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cappedUntil, describeCap, noCap, parseDays, parseMost } from './contact-cap.ts';

const day = 24 * 3_600_000;

/** Tries at these instants, in order; the cap decides which are made. */
function tryAt(instants: readonly number[], cap: { most: number; days: number }) {
  const made: number[] = [];
  const refused: { at: number; until: number }[] = [];
  for (const at of instants) {
    const nthLast = made.at(-cap.most);
    const until = nthLast === undefined ? at : cappedUntil(nthLast, cap);
    if (until > at) refused.push({ at, until });
    else made.push(at);
  }
  return { made, refused };
}

const tries = fc
  .array(fc.integer({ min: 0, max: 20 * 24 }), { maxLength: 60 })
  .map((hours) => hours.map((hour) => hour * 3_600_000).toSorted((a, b) => a - b));
const caps = fc.record({
  most: fc.integer({ min: 1, max: 8 }),
  days: fc.integer({ min: 1, max: 9 }),
});

describe('A cap on attempts', () => {
  test('lets no window of its days hold more, and refuses only where one would', () => {
    fc.assert(
      fc.property(tries, caps, (instants, cap) => {
        const { made, refused } = tryAt(instants, cap);
        const within = (end: number) => made.filter((at) => at > end - cap.days * day && at <= end);
        for (const at of made) expect(within(at).length).toBeLessThanOrEqual(cap.most);
        for (const { at, until } of refused) {
          const full = within(at);
          expect(full).toHaveLength(cap.most);
          expect(until).toBe((full[0] ?? 0) + cap.days * day);
        }
      }),
    );
  });

  test('lets a number go to the millisecond when the oldest attempt leaves the window', () => {
    const seven = [0, 1, 2, 3, 4, 5, 6].map((n) => n * day);
    const cap = { most: 7, days: 7 };
    expect(tryAt([...seven, 7 * day - 1], cap).refused).toEqual([
      { at: 7 * day - 1, until: 7 * day },
    ]);
    expect(tryAt([...seven, 7 * day], cap).refused).toEqual([]);
  });

  test('that was lowered waits until fewer than the new limit are left, not for the oldest only', () => {
    const made = [0, day, 2 * day];
    expect(cappedUntil(made.at(-2) ?? 0, { days: 7 })).toBe(8 * day);
  });

  test('is written as a number or none, and its days as a number', () => {
    expect([parseMost('7'), parseMost('1000'), parseMost('none')]).toEqual([7, 1000, null]);
    for (const text of ['0', '1001', '-1', '7.5', '', 'seven', ' 7']) {
      expect(parseMost(text)).toBe(
        `"${text}" is not a valid cap. Use a whole number from 1 to 1000, or "none" for no limit.`,
      );
    }
    expect([parseDays('1'), parseDays('365')]).toEqual([1, 365]);
    for (const text of ['0', '366', 'none', '1e2', '']) {
      expect(parseDays(text)).toBe(
        `"${text}" is not a valid number of days. Use a whole number from 1 to 365.`,
      );
    }
  });

  test('is described in words, and not at all without one', () => {
    expect(describeCap(noCap)).toBeUndefined();
    expect(describeCap({ calls: 7, texts: null, days: 7 })).toBe('7 calls in 7 days');
    expect(describeCap({ calls: 1, texts: 1, days: 1 })).toBe('1 call and 1 text in 1 day');
    expect(describeCap({ calls: null, texts: 3, days: 30 })).toBe('3 texts in 30 days');
  });
});
