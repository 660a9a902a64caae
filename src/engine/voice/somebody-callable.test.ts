import { expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { SomebodyCallable } from './somebody-callable.ts';

test('what a claim found is believed for two seconds, until the hours end, and not by a clock that was set back', () => {
  let now = 100_000;
  const callable = new SomebodyCallable({ now: () => simMs(now), speed: 1 });
  const known = (at: number) => {
    now = at;
    return callable.isKnown();
  };
  expect(known(100_000)).toBe(false);
  callable.note(simMs(500_000));
  expect([100_000, 101_999, 102_000, 40_000].map(known)).toEqual([true, true, false, false]);
  now = 200_000;
  callable.note(simMs(201_000));
  expect([200_999, 201_000].map(known)).toEqual([true, false]);
  now = 300_000;
  callable.note(simMs(500_000));
  callable.note(null);
  expect(known(300_000)).toBe(false);
});
