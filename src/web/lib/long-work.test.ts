import { expect, test } from 'vitest';
import { type LongWork, timeLeft } from './long-work.ts';

const work: LongWork = { id: '1', title: 'a.csv', doing: '', startedAt: 0, href: '/' };

test('the time left follows from the share done and the time taken', () => {
  expect(timeLeft({ ...work, share: 0.5 }, 30_000)).toBe('30 s left');
  expect(timeLeft({ ...work, share: 0.25 }, 60_000)).toBe('3 min left');
});

test('nothing is said while it is too early or cannot be told', () => {
  expect(timeLeft({ ...work, share: 0.5 }, 500)).toBeUndefined();
  expect(timeLeft({ ...work, share: 0.001 }, 60_000)).toBeUndefined();
  expect(timeLeft(work, 60_000)).toBeUndefined();
});
