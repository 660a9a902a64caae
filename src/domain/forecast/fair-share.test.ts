import { expect, test } from 'vitest';
import { DayRoom } from './day-limit.ts';
import { fairShare } from './fair-share.ts';

test.each([
  ['alone', 600, 1_200, [], [], 600],
  ['below the pace', 600, 200, [], [300], 200],
  ['with one as greedy', 600, 1_200, [], [1_200], 300],
  ['with one that wants little', 600, 1_200, [], [100], 500],
  ['with a sibling', 600, 1_200, [1_200], [], 300],
  ['with a sibling and another client', 600, 1_200, [1_200], [1_200], 150],
  ['when siblings want little', 600, 1_200, [50], [1_200], 250],
  ['with three others, one of them small', 900, 900, [], [900, 30, 900], 290],
])('%s a campaign gets its part of the pace', (_, pace, own, siblings, others, part) => {
  expect(fairShare(pace, own, siblings, others)).toBeCloseTo(part, 6);
});

const end = Date.parse('2026-11-21T05:00:00Z');
const used = { attempts: 40, cost: 0, until: end };

test('a day has room for what its limit leaves, and the next day for all of it', () => {
  const limits = { attempts: 100, cost: null, used, reserve: 0 };
  const day = new DayRoom({ ...limits, others: [{ perMinute: 10, left: 15 }] });
  expect(day.room(end - 3_600_000, 0)).toBe(60);
  day.take(20, 0, 60_000, 0);
  expect(day.room(end - 3_500_000, 0)).toBe(30);
  // The other one has five numbers left.
  day.take(0, 0, 600_000, 0);
  expect(day.room(end - 3_400_000, 0)).toBe(25);
  expect(day.room(end, 0)).toBe(100);
  expect(day.until(end)).toBe(end + 86_400_000);
});

test('the last call that a cost limit allows has room for all that it reserves', () => {
  const day = new DayRoom({
    ...{ attempts: null, cost: 100_000, used, reserve: 30_000, others: [] },
  });
  expect(day.room(end - 1, 10_000)).toBe(8);
  day.take(8, 80_000, 60_000, 10_000);
  expect(day.room(end - 1, 10_000)).toBe(0);
});
