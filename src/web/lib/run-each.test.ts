import { expect, test } from 'vitest';
import { eachInWords, runEach } from './run-each.ts';

const run = (refuse: Record<string, string>, items = ['East', 'West', 'North']) =>
  runEach(
    items,
    (item) => (refuse[item] ? Promise.reject(new Error(refuse[item])) : Promise.resolve()),
    (error) => (error as Error).message,
  );
const words = { done: 'stopped', nameOf: (item: string) => item };

test('all done is one count', async () => {
  expect(eachInWords(await run({}), words)).toBe('3 stopped.');
});

test('one that refuses does not keep the others, and its own reason is said', async () => {
  const result = await run({ West: 'It is closed.' });
  expect(result.done.sort()).toEqual(['East', 'North']);
  expect(eachInWords(result, words)).toBe('2 stopped, 1 could not be: West: It is closed.');
});

test('several with one reason are named together, and of many only three', async () => {
  const items = Array.from({ length: 9 }, (_, at) => `List ${at}`);
  const refuse = Object.fromEntries(items.slice(1).map((item) => [item, 'It is closed.']));
  expect(eachInWords(await run(refuse, items), words)).toBe(
    '1 stopped, 8 could not be: List 1, List 2, List 3 and 5 more: It is closed.',
  );
});

test('different reasons are each said', async () => {
  expect(eachInWords(await run({ East: 'Busy.', West: 'Gone.' }), words)).toBe(
    '1 stopped, 2 could not be: East: Busy. West: Gone.',
  );
});

test('of a single one its name is said', async () => {
  expect(eachInWords(await run({}, ['East']), words)).toBe('East was stopped.');
  expect(eachInWords(await run({ East: 'It is gone.' }, ['East']), words)).toBe(
    'East could not be stopped: It is gone.',
  );
});
