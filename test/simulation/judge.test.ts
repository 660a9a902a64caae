import { expect, test } from 'vitest';
import { inTwoCalls, readLines } from './judge.ts';

const line = (attemptId: string, second: number) =>
  JSON.stringify({ at: `2026-11-20T15:00:${second}Z`, attemptId, kind: 'call', to: '13025550001' });
const log = readLines([line('1-1-1', 10), line('1-2-1', 30), line('2-9-1', 31)].join('\n'));
const at = (second: number) => new Date(`2026-11-20T15:00:${second}Z`);

test('a number that is called again after the end of its call is in one call at a time', () => {
  const ends = new Map([
    ['1-1-1', at(30)],
    ['1-2-1', null],
  ]);
  expect(inTwoCalls(log, ends)).toEqual([]);
});

test('a number that is called before the end of its call is in two calls at once, but not by another client', () => {
  const said = ['13025550001 was in two calls at once'];
  expect(
    inTwoCalls(
      log,
      new Map([
        ['1-1-1', at(31)],
        ['1-2-1', at(40)],
      ]),
    ),
  ).toEqual(said);
  expect(
    inTwoCalls(
      log,
      new Map([
        ['1-1-1', null],
        ['1-2-1', null],
      ]),
    ),
  ).toEqual(said);
});
