/** The table of test/data/spoken-values.tsv: written by the rules of each kind, and read through. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { spokenKinds } from '../../src/contract/spoken-kind.ts';
import { valueWords } from '../../src/domain/speech/kinds/value-words.ts';

const rows = readFileSync(new URL('../data/spoken-values.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

test.each(spokenKinds)(
  'each value of the table that is of kind %s is said in its words',
  (kind) => {
    const own = rows.filter(([of]) => of === kind);
    expect(own.length).toBeGreaterThan(5);
    const said = own.map(([, value = '']) => [value, valueWords(value, kind)]);
    expect(said).toEqual(own.map(([, value, words]) => [value, words]));
  },
);

test('the table has more than 300 values', () => {
  expect(rows.length).toBeGreaterThan(300);
});
