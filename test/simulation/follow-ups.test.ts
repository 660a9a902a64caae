import { expect, test } from 'vitest';
import { overBudget } from './follow-ups.ts';

const way = (parent: string, child: string, rule: string, most = 1) => ({
  ...{ parent, child, rule, most },
});

test('a way is over a rule when that fired more often along it, through other rules too', () => {
  const within = [way('a', 'b', '1 1'), way('b', 'c', '2 1'), way('d', 'e', '1 1')];
  expect(overBudget(within)).toEqual([]);
  expect(overBudget([...within, way('c', 'f', '1 1')])).toEqual(['f is over its rule 1 1: 2 of 1']);
  expect(overBudget([way('a', 'b', '1 1', 2), way('b', 'c', '1 1', 2)])).toEqual([]);
});

test('a parent with two children is named', () => {
  const two = [way('a', 'b', '1 1'), way('a', 'c', '1 2')];
  expect(overBudget(two)).toEqual(['a was followed 2 times']);
});
