import { expect, test } from 'vitest';
import {
  describeDailyLimits,
  noDailyLimits,
  parseDailyCost,
  parseDailyCount,
  reservedCost,
  roomOf,
  standingOf,
} from './daily-limit.ts';
import { dailyLimitSentence } from './daily-limit-words.ts';
import { endOfEasternDay } from './wall-time.ts';

const none = { calls: 0, texts: 0, cost: 0 };

test('a limit is announced from 80 % on, with what is used and when it goes on', () => {
  const limits = { calls: 1_000, texts: 10, cost: 50_000_000 };
  const used = { calls: 842, texts: 7, cost: 50_000_000 };
  const until = endOfEasternDay('2026-11-20');
  const said = standingOf(limits, used).map((one) => dailyLimitSentence(one, until));
  expect(said).toEqual([
    "842 of today's limit of 1,000 calls (84 %) are used. At the limit, campaigns wait until Nov 21, 12:00 AM ET.",
    undefined,
    "Today's limit of $50.00 is reached. Calls go on at Nov 21, 12:00 AM ET.",
  ]);
});

test('a day ends at midnight Eastern, also on the days of 23 and 25 hours', () => {
  const hours = (day: string, next: string) =>
    (endOfEasternDay(next) - endOfEasternDay(day)) / 3_600_000;
  expect(hours('2026-10-31', '2026-11-01')).toBe(25);
  expect(hours('2026-03-07', '2026-03-08')).toBe(23);
  expect(new Date(endOfEasternDay('2026-11-01')).toISOString()).toBe('2026-11-02T05:00:00.000Z');
});

test('the limit that allows the fewest decides, and texts cost nothing', () => {
  const limits = { calls: 10, texts: 5, cost: 100 };
  expect(roomOf(limits, none, 'calls', 30)).toEqual({ room: 3, by: 'cost' });
  expect(roomOf(limits, { ...none, calls: 9 }, 'calls', 30)).toEqual({ room: 1, by: 'calls' });
  expect(roomOf(limits, { ...none, cost: 100 }, 'texts', 0)).toEqual({ room: 5, by: 'texts' });
  expect(roomOf(limits, { ...none, cost: 100 }, 'calls', 0)).toEqual({ room: 0, by: 'cost' });
  expect(roomOf(limits, { ...none, cost: 120 }, 'calls', 30)).toEqual({ room: 0, by: 'cost' });
  expect(roomOf(noDailyLimits, none, 'calls', 30).room).toBe(Number.POSITIVE_INFINITY);
});

test('a call reserves its longest message and a minute more, at the steps that are billed', () => {
  expect(reservedCost(20_000, 20_000)).toBe(28_000);
  expect(reservedCost(0, 0)).toBe(0);
});

test('limits are read as they are typed, and said in one phrase', () => {
  expect(parseDailyCount('5000')).toBe(5_000);
  expect(parseDailyCount('none')).toBeNull();
  expect(parseDailyCost('250.5')).toBe(250_500_000);
  for (const bad of ['0', '-1', '1.5', 'many']) expect(parseDailyCount(bad)).toMatch(/not a valid/);
  for (const bad of ['0', '0.001', '$5']) expect(parseDailyCost(bad)).toMatch(/not a valid/);
  expect(describeDailyLimits(noDailyLimits)).toBeUndefined();
  expect(describeDailyLimits({ calls: 1, texts: 2_000, cost: 5_000_000 })).toBe(
    '1 call, 2,000 texts and $5.00 a day',
  );
});
