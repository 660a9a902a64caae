import { expect, test } from 'vitest';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const carillon = commandsOn(db.url);
await makeClient(db, { code: 'acme' });

const listed = async () =>
  (await carillon('number', 'list', 'acme')).out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ {2,}/).slice(1));

test('an assigned number has the kind of its digits and the pace of that kind', async () => {
  await carillon('number', 'add', 'acme', '3025550170', '8445550171');
  expect(await listed()).toEqual([
    [expect.stringContaining('302'), 'long-code', '1 segment a second'],
    [expect.stringContaining('844'), 'toll-free', '3 segments a second'],
  ]);
});

test('the operator sets what a registered number can send, when it is assigned or later', async () => {
  const kind = ['--kind=10dlc', '--segments-per-second=75'];
  await carillon('number', 'add', 'acme', '3035550172', ...kind);
  await carillon('number', 'set', 'acme', '3025550170', '--segments-per-second=0.5');
  await carillon('number', 'set', 'acme', '8445550171', '--kind=long-code');
  expect(await listed()).toEqual([
    [expect.stringContaining('302'), 'long-code', '0.5 segments a second'],
    [expect.stringContaining('303'), '10dlc', '75 segments a second'],
    // Another kind without a pace has that kind's.
    [expect.stringContaining('844'), 'long-code', '1 segment a second'],
  ]);
});

test.each([
  [['3025550170', '--kind=fast'], /--kind must be one of long-code, toll-free, 10dlc, short-code/],
  [['3025550170', '--segments-per-second=0'], /--segments-per-second must be a number/],
  [['3025550170', '--segments-per-second=many'], /--segments-per-second must be a number/],
  [['3025550170'], /Give --kind or --segments-per-second/],
  [['3025550199', '--kind=10dlc'], /has no texting number/],
])('number set acme %s is refused in a sentence', async (words, sentence) => {
  const { code, err } = await carillon('number', 'set', 'acme', ...words);
  expect(code).not.toBe(0);
  expect(err).toMatch(sentence);
});
