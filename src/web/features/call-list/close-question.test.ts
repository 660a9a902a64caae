import { expect, test } from 'vitest';
import type { CallList } from '#contract/call-list.ts';
import { closeChange, closeMeaning } from './close-question.ts';

const listOf = (callListStatusId: number) =>
  ({ callListStatusId, originalFileName: 'a.csv' }) as CallList;
const [fresh, processing, open, loaded, closed] = [1, 2, 3, 4, 6].map(listOf) as [
  CallList,
  ...[CallList, CallList, CallList, CallList],
];

test('a press cancels the upload of a New list only, and closes a Loaded or Open one', () => {
  expect([fresh, processing, open, loaded, closed, undefined].map(closeMeaning)).toEqual([
    ...(['cancel', 'none', 'close', 'close', 'none', 'none'] as const),
  ]);
});

test('a question whose press means something else than when it was asked says what changed', () => {
  const changed = [processing, loaded, open, closed, undefined].map((now) =>
    closeChange(fresh, now),
  );
  expect(changed.every((sentence) => sentence?.includes('a.csv'))).toBe(true);
  expect(new Set(changed).size).toBe(4);
  expect([closeChange(fresh, fresh), closeChange(open, loaded)]).toEqual([undefined, undefined]);
});
