import { expect, test } from 'vitest';
import type { CallList } from '#contract/call-list.ts';
import { awaitedWords } from './awaited-replies.ts';
import { closingCounts } from './closing-counts.ts';
import { renewalSentence } from './renewal-words.ts';

test('what a close leaves behind adds up to the list', () => {
  const list = { phoneCount: 3_806, availableCount: 1_697, calledCount: 2_000, dncCount: 100 };
  const { rows, sum } = closingCounts(list as CallList, 0);
  expect(rows.map(({ value }) => value)).toEqual([1_697, 9, 2_000, 100]);
  expect(rows.reduce((total, { value }) => total + value, 0)).toBe(sum.value);
  const done = { phoneCount: 5, availableCount: 0, calledCount: 5, dncCount: 0 };
  expect(closingCounts(done as CallList, 0).rows.map(({ value }) => value)).toEqual([0, 5]);
});

test('texts that wait for a reply are named, as some of those that were called', () => {
  const list = { phoneCount: 40, availableCount: 0, calledCount: 40, dncCount: 0 } as CallList;
  const { rows, sum } = closingCounts(list, 37);
  expect(rows).toEqual([
    { label: 'Not called or texted yet, and never will be', value: 0 },
    { label: 'Texts that wait for a reply, and get no follow-up', value: 37 },
    { label: 'Already called or texted', value: 3 },
  ]);
  expect(rows.reduce((total, { value }) => total + value, 0)).toBe(sum.value);
  expect(awaitedWords(37)).toBe(' 37 texts wait for a reply: their follow-ups will not come.');
  expect(awaitedWords(1)).toBe(' 1 text waits for a reply: its follow-up will not come.');
  expect([awaitedWords(0), awaitedWords(undefined)]).toEqual(['', '']);
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
