import { expect, test } from 'vitest';
import type { CallList } from '#contract/call-list.ts';
import { closingCounts } from './closing-counts.ts';
import { renewalSentence } from './renewal-words.ts';

test('what a close leaves behind adds up to the list', () => {
  const list = { phoneCount: 3_806, availableCount: 1_697, calledCount: 2_000, dncCount: 100 };
  const { rows, sum } = closingCounts(list as CallList);
  expect(rows.map(({ value }) => value)).toEqual([1_697, 9, 2_000, 100]);
  expect(rows.reduce((total, { value }) => total + value, 0)).toBe(sum.value);
  const done = { phoneCount: 5, availableCount: 0, calledCount: 5, dncCount: 0 };
  expect(closingCounts(done as CallList).rows.map(({ value }) => value)).toEqual([0, 5]);
});

test('a reuse says how many numbers its filters give', () => {
  const counts = {
    ...{ filterOptionNotCalled: 4, filterOptionCalledAnswered: 237 },
    filterOptionCalledNotAnswered: 280,
  };
  expect(renewalSentence(counts, ['filterOptionCalledAnswered', 'filterOptionNotCalled'])).toBe(
    'The new list will have 241 numbers.',
  );
  expect(renewalSentence({ ...counts, filterOptionNotCalled: 1 }, ['filterOptionNotCalled'])).toBe(
    'The new list will have 1 number.',
  );
  expect(
    renewalSentence({ ...counts, filterOptionNotCalled: 0 }, ['filterOptionNotCalled']),
  ).toMatch(/^No number can be called now/);
});
