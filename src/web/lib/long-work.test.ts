import { expect, test } from 'vitest';
import { durationLeft, type LongWork, timeLeft } from './long-work.ts';

const work: LongWork = { id: '1', title: 'a.csv', doing: '', startedAt: 0, href: '/' };

test('the time left follows from the share done and the time taken', () => {
  expect(timeLeft({ ...work, share: 0.5 }, 30_000)).toBe('30 s left');
  expect(timeLeft({ ...work, share: 0.25 }, 60_000)).toBe('3 min left');
  expect(durationLeft({ ...work, share: 0.5 }, 30_000)).toBe('30 s');
  expect(durationLeft({ ...work, share: 0.25 }, 60_000)).toBe('3 min');
});

test('nothing is shown while it is too early or cannot be known', () => {
  expect(timeLeft({ ...work, share: 0.5 }, 500)).toBeUndefined();
  expect(timeLeft({ ...work, share: 0.001 }, 60_000)).toBeUndefined();
  expect(timeLeft(work, 60_000)).toBeUndefined();
});
