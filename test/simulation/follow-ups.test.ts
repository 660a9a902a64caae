import { expect, test } from 'vitest';
import { overBudget } from './follow-ups.ts';

const way = (parent: string, child: string, rule: string, most = 1, line = 1) => ({
  ...{ parent, child, line, rule, most },
});
const over = 'is over its rule 1 1: 2 of 1';

test('a person is over a rule when that fired more often along a way, through other rules too', () => {
  const within = [way('1-a', '1-b', '1 1'), way('1-b', '1-c', '2 1'), way('2-d', '2-e', '1 1')];
  expect(overBudget(within)).toEqual([]);
  expect(overBudget([...within, way('1-c', '1-f', '1 1')])).toEqual([`the person of 1-f ${over}`]);
  expect(overBudget([way('1-a', '1-b', '1 1', 2), way('1-b', '1-c', '1 1', 2)])).toEqual([]);
});

test('a person is over a rule that fired once for each of their numbers, in other lists too', () => {
  const first = [way('1-a', '1-b', '1 1'), way('1-b', '3-c', '2 1')];
  expect(overBudget([...first, way('1-d', '1-e', '1 1', 1, 2)])).toEqual([]);
  expect(overBudget([...first, way('1-d', '1-e', '1 1')])).toEqual([`the person of 1-e ${over}`]);
});

test('a parent with two children is named', () => {
  const two = [way('1-a', '1-b', '1 1'), way('1-a', '1-c', '1 2')];
  expect(overBudget(two)).toEqual(['1-a was followed 2 times']);
});
