import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** A carrier that takes so many a second, for `seconds` of simulated time. */
function run(granted: number, seconds: number, perSecond = 0) {
  const pace = createPace(perSecond);
  const taken: number[] = [];
  const refused: number[] = [];
  let second = -1;
  let used = 0;
  for (let now = 0; now < seconds * 1_000; now += 1) {
    for (let n = 0; n < 20 && pace.take(now) === 0; n += 1) {
      if (Math.floor(now / 1_000) !== second) {
        second = Math.floor(now / 1_000);
        used = 0;
      }
      used += 1;
      if (used <= granted) taken.push(now);
      else {
        refused.push(now);
        pace.refused(now);
      }
    }
  }
  return { taken, refused };
}

test('without a refusal nothing is held back', () => {
  const { taken } = run(Number.POSITIVE_INFINITY, 2);
  expect(taken.length).toBe(40_000);
});

test('the rate that was set is kept', () => {
  const { taken, refused } = run(Number.POSITIVE_INFINITY, 10, 50);
  expect(taken.length).toBeGreaterThanOrEqual(500);
  expect(taken.length).toBeLessThanOrEqual(505);
  expect(refused).toEqual([]);
});

test.each([10, 100, 1_000])(
  'a carrier that takes %i a second is used well and seldom pressed',
  (granted) => {
    const { taken, refused } = run(granted, 60);
    expect(taken.length).toBeGreaterThan(granted * 60 * 0.6);
    expect(refused.length).toBeLessThan(taken.length * 0.1 + 60);
  },
);

test('a carrier that refuses everything is asked about once a second', () => {
  const { refused } = run(0, 60);
  expect(refused.length).toBeLessThan(200);
});
