import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headText } from './file-head.ts';
import { guessDelimiter } from './guess-delimiter.ts';

const sample = (name: string) =>
  new Blob([readFileSync(new URL(`../../../../test/data/${name}.csv`, import.meta.url))]);

test.each([
  ['contacts-5k', ','],
  ['contacts-semicolon-1252', ';'],
  ['contacts-tab-utf16', '\t'],
])('the delimiter of %s is found by its first lines, in its encoding', async (name, delimiter) => {
  expect(guessDelimiter(await headText(sample(name)))).toBe(delimiter);
});

test('a delimiter inside quotes or in a few values is not one', () => {
  expect(guessDelimiter('Name;Street\nAnn;"1 Main St, Apt 2, rear"\nBo;"a, b"\n')).toBe(';');
  expect(guessDelimiter('a|b\nx, y|1\nz, w|2\n')).toBe('|');
  expect(guessDelimiter('"Last, First",Phone\n"Lee, Ann",3025550148\n')).toBe(',');
});

test('one column, blank lines and no text have none', () => {
  expect(guessDelimiter('Phone\n3025550148\n3025550149\n')).toBeUndefined();
  expect(guessDelimiter('\n\n')).toBeUndefined();
  expect(guessDelimiter('')).toBeUndefined();
  expect(guessDelimiter('"never closed')).toBeUndefined();
});

test('a row with too many cells, and a text that is cut anywhere, do not mislead', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `A${at};"x;y";3`);
  const text = ['a;b;c', ...lines.slice(0, 9), '1;2;3;4', ...lines.slice(9)].join('\r\n');
  for (let end = 40; end < text.length; end += 7) {
    expect(guessDelimiter(text.slice(0, end))).toBe(';');
  }
});

test('a table that is written with a delimiter is read with it', () => {
  const cell = fc.stringMatching(/^[a-zA-Z0-9 ]{1,8}$/);
  const row = fc.array(cell, { minLength: 3, maxLength: 3 });
  const table = fc.array(row, { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t', '|', '~', '^'), (rows, delimiter) => {
      const text = rows.map((cells) => cells.map((one) => one || 'x').join(delimiter)).join('\n');
      expect(guessDelimiter(`${text}\n`)).toBe(delimiter);
    }),
  );
});
