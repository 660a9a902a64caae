import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['@sum', "'@sum"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['＝1+1', "'＝1+1"],
  ['-2+3+cmd|x', "'-2+3+cmd|x"],
  ['+1-302-555-0148', "'+1-302-555-0148"],
  ['x;=1+1', `"x;'=1+1"`],
  ['x\n=1+1', `"x\n'=1+1"`],
  ['x;"=1+1;y', `"x;'""=1+1;y"`],
  ['x; =1+1', `"x;' =1+1"`],
  [' =1+1', "' =1+1"],
  ['\ufeff=1+1', "'\ufeff=1+1"],
  ['\u200b-2+3', "'\u200b-2+3"],
  ['Smith-Jones', 'Smith-Jones'],
  ['a+b=c', 'a+b=c'],
])('%j is written as %j, and no spreadsheet runs it', (text, expected) => {
  expect(csvCell(text)).toBe(expected);
});

test.each(['-12', '-12.50', '+13025550148', '13025550148', '0.0145'])(
  'the number %s stays one',
  (number) => {
    expect(csvCell(number)).toBe(number);
  },
);
