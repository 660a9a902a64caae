import { expect, test } from 'vitest';
import { chartWords, namedBars, rangeOf, topOf, windowOf } from './chart-scale.ts';

const bar = (start: string, end: string, person: number) => ({
  ...{ start, end, person, machine: 0, notAnswered: 0, failed: 0 },
});
const bars = [
  bar('2026-11-20T14:00:00.000Z', '2026-11-20T15:00:00.000Z', 3),
  bar('2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z', 376),
  bar('2026-11-20T16:00:00.000Z', '2026-11-20T17:00:00.000Z', 0),
];

test('the scale ends at a round number that half of it divides', () => {
  expect(topOf(bars)).toBe(400);
  expect(topOf([])).toBe(2);
  for (const most of [1, 3, 7, 19, 99, 101, 6_412, 1_000_000]) {
    const top = topOf([bar('', '', most)]);
    expect(top).toBeGreaterThanOrEqual(most);
    expect(top).toBeLessThanOrEqual(Math.max(2, most * 2));
    expect(top % 2).toBe(0);
  }
});

test('a window is the same from either end, and ends with the last second of its last bar', () => {
  expect(windowOf(2, 1, 3)).toEqual(windowOf(1, 2, 3));
  expect(windowOf(-4, 9, 3)).toEqual({ first: 0, last: 2 });
  expect(rangeOf(bars, { first: 1, last: 2 })).toEqual({
    from: new Date('2026-11-20T15:00:00Z'),
    to: new Date('2026-11-20T16:59:59Z'),
  });
});

test('the first and the last bar are named', () => {
  expect(namedBars(21, 5)).toEqual([0, 5, 10, 15, 20]);
  expect(namedBars(2, 5)).toEqual([0, 1]);
  expect(namedBars(1, 5)).toEqual([0]);
});

test('the words name what the bars count: calls, texts, or both', () => {
  const namesOf = (calls: number, texts: number) => {
    const { counted, groups } = chartWords({ calls, texts });
    return [counted, ...groups.map(({ name }) => name)];
  };
  expect(namesOf(2, 0)).toEqual(['Calls', 'Person', 'Machine', 'Not answered', 'Failed']);
  expect(namesOf(0, 2)).toEqual(['Texts', 'Delivered', 'Failed']);
  expect(namesOf(2, 2)).toEqual([
    ...['Calls and texts', 'Person or delivered', 'Machine', 'Not answered', 'Failed'],
  ]);
});
