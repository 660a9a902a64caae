import { expect, test } from 'vitest';
import { fewer } from './fewer.ts';
import { dayMs, type NumberClass } from './input.ts';

const zone = 'America/New_York';
/** 10:00 there. */
const at = Date.parse('2026-11-20T15:00:00Z');
const minute = 60_000;
const open = [at, at + dayMs];
const total = (classes: readonly NumberClass[]) =>
  classes.reduce((sum, { count }) => sum + count, 0);

test('many due instants become few, near to where they were', () => {
  const classes = Array.from({ length: 600 }, (_, index) => ({
    ...{ zone, open, due: at + index * minute, count: 1 + (index % 7) },
  }));
  const merged = fewer(classes);
  expect(merged.length).toBeLessThanOrEqual(64);
  expect(total(merged)).toBe(total(classes));
  const mean = (some: readonly NumberClass[]) =>
    some.reduce((sum, { due, count }) => sum + (due - at) * count, 0) / total(some);
  expect(Math.abs(mean(merged) - mean(classes))).toBeLessThan(1);
});

test('what is due tomorrow stays tomorrow, and what is due now stays due', () => {
  const today = Array.from({ length: 90 }, (_, index) => ({
    ...{ zone, open: [at, at + index], due: 0, count: 100 },
  }));
  const later = { zone, open, due: at + dayMs, count: 3 };
  // 23:00 and 1:00: within four hours, and of two days.
  const night = [13, 15].map((hours) => ({
    ...{ zone, open, due: at + hours * 60 * minute, count: 2 },
  }));
  const merged = fewer([...today, later, ...night]);
  expect(merged.length).toBeLessThanOrEqual(67);
  expect(total(merged.filter(({ due }) => due === 0))).toBe(9_000);
  expect(merged.filter(({ due }) => due > 0)).toEqual(expect.arrayContaining([later, ...night]));
});
