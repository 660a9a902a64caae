import { expect, test } from 'vitest';
import { unexplainedOf } from './by-number.ts';

const minute = 60_000;
const at = (minutes: number) => ({ at: minutes * minute });
const left = (records: number[], contacts: number[]) =>
  unexplainedOf(
    records.map(at),
    contacts.map((minutes) => minutes * minute),
  ).map((one) => one.at / minute);

test('each attempt explains one record of its number', () => {
  expect(left([10], [10])).toEqual([]);
  expect(left([10, 11], [10])).toEqual([11]);
  expect(left([11, 10], [10, 10])).toEqual([]);
  expect(left([10], [])).toEqual([10]);
});

test('a record comes up to ten minutes after its attempt, or a minute before it by another clock', () => {
  expect(left([20], [10])).toEqual([]);
  expect(left([20.1], [10])).toEqual([20.1]);
  expect(left([9], [10])).toEqual([]);
  expect(left([8.9], [10])).toEqual([8.9]);
});
