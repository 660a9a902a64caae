import { expect, test } from 'vitest';
import { inNameOrder, matchesWords } from './names.ts';

test('names sort as people do: 2 before 10, case ignored', () => {
  const names = ['Bulk text 10', 'bulk text 2', 'Bulk text 1', 'alpha'];
  expect(inNameOrder(names, (name) => name)).toEqual([
    'alpha',
    'Bulk text 1',
    'bulk text 2',
    'Bulk text 10',
  ]);
});

test('a search finds each of its words anywhere, and everything when it is empty', () => {
  expect(matchesWords('west PAST', ['Past due, West', 'list'])).toBe(true);
  expect(matchesWords('west north', ['Past due, West'])).toBe(false);
  expect(matchesWords('  ', ['Past due'])).toBe(true);
});
