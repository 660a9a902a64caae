import { expect, test } from 'vitest';
import { createHourly, createHourlyValues } from './hourly.ts';

const refusal = (work: () => void) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as { status: number; retryAfter: number; message: string };
  }
};

test('of one client at most so many an hour pass, and others are not held up', () => {
  let now = 0;
  const hourly = createHourly(3, 'Later.', () => now);
  for (let n = 0; n < 3; n += 1) {
    hourly.count(1);
    now += 60_000;
  }
  expect(refusal(() => hourly.count(1))).toMatchObject({
    ...{ status: 429, retryAfter: 57 * 60, message: 'Later.' },
  });
  expect(refusal(() => hourly.count(2))).toBeUndefined();
  now = 3_600_000;
  expect(refusal(() => hourly.count(1))).toBeUndefined();
  expect(refusal(() => hourly.count(1))).toBeDefined();
});

test('the same value again is no new try', () => {
  let now = 0;
  const values = createHourlyValues(2, 'Later.', () => now);
  for (const value of ['1234', '1234', '5678', '1234', '5678']) values.count(1, value);
  expect(refusal(() => values.count(1, '9012'))).toMatchObject({ status: 429, retryAfter: 3_600 });
  expect(refusal(() => values.count(1, '1234'))).toBeUndefined();
  expect(refusal(() => values.count(2, '9012'))).toBeUndefined();
  now = 3_600_000;
  expect(refusal(() => values.count(1, '9012'))).toBeUndefined();
});
