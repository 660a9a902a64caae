import { expect, test } from 'vitest';
import { checkHeader } from './header.ts';

test.each([
  [['Name', 'Phone 1', '2', '555-0123']],
  [['Phones']],
  [['Account #', 'Balance 2024-01-31', '12345']],
  [['', 'Phone']],
])('%j is taken as a header', (names) => {
  expect(() => checkHeader(names, ',')).not.toThrow();
});

test('a valid telephone number in it, no name at all, or one column with other delimiters: no header', () => {
  expect(() => checkHeader(['Ann', '(212) 555-0123'], ',')).toThrow(/looks like data/);
  expect(() => checkHeader(['', ''], ',')).toThrow(/no column names/);
  expect(() => checkHeader(['Name', 'x'.repeat(256)], ',')).toThrow(/column 2 .* longer than 255/);
  expect(() => checkHeader(['Name|Phone'], ';')).toThrow(/separated by pipes/);
  expect(() => checkHeader(['Name|Phone'], '|')).not.toThrow();
});
