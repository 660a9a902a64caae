import { expect, test } from 'vitest';
import { cell } from './rejected-csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1 212', "'+1 212"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
])('%j is written as %j, and no spreadsheet runs it', (text, expected) => {
  expect(cell(text)).toBe(expected);
});
