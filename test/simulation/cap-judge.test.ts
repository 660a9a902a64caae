import { expect, test } from 'vitest';
import { beyondCap } from './cap-judge.ts';
import { readLines } from './judge.ts';

const lines = (...rows: [at: string, id: string, kind: string, to?: string][]) =>
  readLines(
    rows
      .map(([at, attemptId, kind, to = '12125550100']) =>
        JSON.stringify({ at: `2026-11-20T${at}:00Z`, attemptId, kind, to }),
      )
      .join('\n'),
  );
const cap = { calls: 2, texts: 1, days: 1 };
const judged = (...rows: Parameters<typeof lines>) =>
  beyondCap(lines(...rows), [{ clientId: 1, cap }]);

test('the call after the last one that a cap allows is a violation, whichever campaign it is of', () => {
  const two = [
    ['15:00', '1-1-1', 'call'],
    ['15:01', '1-2-1', 'call'],
  ] as const;
  expect(judged(...two.map((row) => [...row] as [string, string, string]))).toEqual([]);
  expect(
    judged(['15:00', '1-1-1', 'call'], ['15:01', '1-2-1', 'call'], ['15:02', '1-3-1', 'call']),
  ).toEqual(['1-3-1 to 12125550100 at 2026-11-20T15:02:00Z is beyond the cap of 2 calls']);
});

test('texts are counted apart, auto-replies and agents not at all, and so are other numbers and clients', () => {
  expect(
    judged(
      ['15:00', '1-1-1', 'call'],
      ['15:00', '1-1-1', 'agent'],
      ['15:01', '1-2-1', 'text'],
      ['15:02', 'reply-1-5', 'text'],
      ['15:03', '1-3-1', 'call'],
      ['15:04', '1-3-2', 'call', '12125550101'],
      ['15:05', '2-4-1', 'text'],
    ),
  ).toEqual([]);
  expect(judged(['15:00', '1-1-1', 'text'], ['15:01', '1-2-1', 'text'])).toHaveLength(1);
});
