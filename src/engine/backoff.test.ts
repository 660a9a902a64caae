import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createBackoff } from './backoff.ts';

test('a time of day that is put back makes nobody wait longer', async () => {
  const real = Date.now;
  let putBack = 0;
  const timeOfDay = vi.spyOn(Date, 'now').mockImplementation(() => real() - putBack);
  const { failed, isWaiting } = createBackoff();
  failed();
  expect(isWaiting()).toBe(true);
  putBack = 3_600_000;
  await sleep(60);
  expect(isWaiting()).toBe(false);
  timeOfDay.mockRestore();
});
