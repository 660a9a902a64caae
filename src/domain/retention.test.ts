import { expect, test } from 'vitest';
import { longestWait, mostSteps } from '#contract/follow-up.ts';
import { longestGapHours, longestLength } from '#contract/policy.ts';
import { longestWindow } from './policy/window-reach.ts';
import {
  firstSweepOf,
  isShorter,
  leastAttemptDays,
  leastReplyDays,
  monthCutoffOf,
  parseRetention,
  type RetentionKind,
} from './retention.ts';

test('a time is whole days, or forever; what would break a promise is refused', () => {
  expect(parseRetention('calls', '730')).toBe(730);
  expect(parseRetention('calls', 'keep')).toBeNull();
  for (const bad of ['29', '0', '-1', '1.5', 'forever', '', '40000', '1e3']) {
    expect(parseRetention('calls', bad)).toMatch(
      /is not a valid time for --calls\. Use whole days from 30 to/,
    );
  }
  expect(parseRetention('contacts', '1')).toBe(1);
});

test('call records are kept for their days at least, by whole months', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  expect(monthCutoffOf(now, 30)).toBe(Date.parse('2026-10-01T00:00:00Z'));
  // The 21st day of November is in November: nothing of it goes yet.
  expect(monthCutoffOf(now, 21)).toBe(Date.parse('2026-11-01T00:00:00Z'));
  expect(monthCutoffOf(now, null)).toBeNull();
});

test('forever is longer than any days', () => {
  expect(isShorter(90, null)).toBe(true);
  expect(isShorter(null, 90)).toBe(false);
  expect(isShorter(90, 90)).toBe(false);
  expect(isShorter(89, 90)).toBe(true);
});

test('the next deletion is the first sweep after the oldest data has its days', () => {
  const at = (text: string) => Date.parse(text);
  const now = at('2026-06-15T12:00:00Z');
  const first = (kind: RetentionKind, oldest: string | null, days: number | null) => {
    const sweep = firstSweepOf(kind, { oldest: oldest === null ? null : at(oldest), days, now });
    return sweep === null ? null : new Date(sweep).toISOString();
  };
  expect(first('inbound', '2026-06-01T09:00:00Z', 30)).toBe('2026-07-02T07:37:00.000Z');
  expect(first('inbound', '2026-06-01T07:00:00Z', 30)).toBe('2026-07-01T07:37:00.000Z');
  expect(first('inbound', '2020-01-01T00:00:00Z', 30)).toBe('2026-06-16T07:37:00.000Z');
  // A month of calls goes whole.
  expect(first('calls', '2026-06-01T09:00:00Z', 30)).toBe('2026-07-31T07:37:00.000Z');
  // Reports and recordings have a sweep each hour.
  expect(first('reports', '2026-06-01T09:20:00Z', 30)).toBe('2026-07-01T09:23:00.000Z');
  expect(first('reports', '2026-06-01T09:24:00Z', 30)).toBe('2026-07-01T10:23:00.000Z');
  expect(first('recordings', '2020-01-01T00:00:00Z', 7)).toBe('2026-06-15T12:41:00.000Z');
  expect(first('calls', null, 30)).toBeNull();
  expect(first('calls', '2026-06-01T09:00:00Z', null)).toBeNull();
});

test('no rule that a policy can have counts an attempt or a reply that may be gone', () => {
  const of = 'person';
  const units = ['hours', 'days', 'calendar_days'] as const;
  const rules = units.flatMap((unit) => [
    { terms: { kind: 'rest', of, unit, length: longestLength } as const },
    ...(['attempts', 'conversations'] as const).map((counts) => ({
      terms: { kind: 'limit', of, unit, length: longestLength, counts, most: 1 } as const,
    })),
  ]);
  const gap = { terms: { kind: 'gap', of, hours: longestGapHours } as const };
  const reach = longestWindow([...rules, gap]) / 86_400_000;
  expect(reach).toBeGreaterThan(368);
  expect(leastAttemptDays).toBeGreaterThanOrEqual(reach);
  expect(leastReplyDays).toBeGreaterThanOrEqual(reach);
});

test('a reply is known for as long as the follow-ups of a person can wait one after the other', () => {
  expect(leastReplyDays * 24 * 60).toBeGreaterThanOrEqual(mostSteps * longestWait);
});
