import { expect, test } from 'vitest';
import { simMs } from './milliseconds.ts';
import { createThrottle } from './throttle.ts';

/** How long it waits after a refusal at `now`. */
function waits(throttle: ReturnType<typeof createThrottle>, now: number): number {
  throttle.refused(simMs(now));
  let ms = 0;
  while (throttle.isWaiting(simMs(now + ms))) ms += 100;
  return ms;
}

test('each refusal in a row doubles the wait, up to half a minute; a call that is taken ends it', () => {
  const throttle = createThrottle();
  expect(throttle.isWaiting(simMs(0))).toBe(false);
  const first = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => waits(throttle, n * 100_000));
  expect(first).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  throttle.taken();
  expect(waits(throttle, 1_000_000)).toBe(500);
});

test('on a faster clock it waits as long in real time', () => {
  expect(waits(createThrottle(60), 0)).toBe(30_000);
});
