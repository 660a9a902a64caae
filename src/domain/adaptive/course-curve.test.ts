import { expect, test } from 'vitest';
import { simMs } from '../milliseconds.ts';
import { binMs, CourseCurve, chances } from './course-curve.ts';

const wish = { bins: 20, prior: { awaited: 0.1, other: 0.1, weight: 1e-9 } };

test('the chance of an end at each age is its share of those that got so old', () => {
  const curve = new CourseCurve(wish);
  for (const age of [0, 0, 1, 3]) curve.note(simMs(age * binMs), 'awaited');
  for (const age of [1, 3]) curve.note(simMs(age * binMs), 'other');
  const { awaited, other } = curve.hazards();
  expect(awaited[0]).toBeCloseTo(2 / 6);
  expect(awaited[1]).toBeCloseTo(1 / 4);
  expect(other[1]).toBeCloseTo(1 / 4);
  expect(awaited[3]).toBeCloseTo(1 / 2);
  const soon = chances({ awaited, other }, 0, 4);
  expect([...soon].map((chance) => Math.round(chance * 6))).toEqual([2, 1, 0, 1]);
});

test('what has not ended counts up to its age: the textbook estimate of Kaplan and Meier', () => {
  // Ends at ages 1, 3 and 4, and two that are 2 old: they are at risk at age 1 only.
  const curve = new CourseCurve(wish);
  for (const age of [1, 3, 4]) curve.note(simMs(age * binMs), 'awaited');
  const { awaited } = curve.hazards([2 * binMs, 2 * binMs]);
  expect(awaited[1]).toBeCloseTo(1 / 5);
  expect(awaited[3]).toBeCloseTo(1 / 2);
  expect(awaited[4]).toBeCloseTo(1);
});

test('before there are calls it expects what is usual, and after thousands the newest', () => {
  const curve = new CourseCurve({ ...wish, prior: { awaited: 0.2, other: 0.1, weight: 10 } });
  expect(curve.hazards().awaited[7]).toBeCloseTo(0.2);
  for (let call = 0; call < 4_000; call += 1) curve.note(simMs(0), 'other');
  for (let call = 0; call < 8_000; call += 1) curve.note(simMs(0), 'awaited');
  expect(curve.hazards().awaited[0]).toBeGreaterThan(0.8);
});
