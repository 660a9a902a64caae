import { expect, test } from 'vitest';
import { functionBreaches } from './function-rule.ts';

const body = (lines: number) => '  run();\n'.repeat(lines - 2);
const breachesOf = (source: string, file = 'src/a.ts') =>
  functionBreaches(new Map([[file, source]]));

const tooLong = [
  ['a declaration', `function dial() {\n${body(81)}}\n`],
  ['an arrow in a variable', `const dial = () => {\n${body(81)}};\n`],
  ['a method', `class Dialer {\n  dial() {\n${body(81)}}\n}\n`],
  ['a property', `export const dialer = {\n  dial() {\n${body(81)}},\n};\n`],
  ['a function in a function', `describe('x', () => {\n  function dial() {\n${body(81)}}\n});\n`],
] as const;

test.each(tooLong)('a function of more than 80 lines is refused: %s', (_, source) => {
  expect(breachesOf(source)).toEqual(['src/a.ts: dial has 81 lines; no function has more than 80']);
});

test('a test of more than 80 lines is refused as well', () => {
  const source = `test.each([1])('it works', () => {\n${body(81)}});\n`;
  expect(breachesOf(source)).toEqual(['src/a.ts: test has 81 lines; no function has more than 80']);
});

test('a function of the tests themselves is not excepted', () => {
  const source = `function dial() {\n${body(81)}}\n`;
  expect(breachesOf(source, 'test/a.ts')).toEqual([
    'test/a.ts: dial has 81 lines; no function has more than 80',
  ]);
});

test('80 lines are fine, and so is a group of tests of any length', () => {
  expect(breachesOf(`function dial() {\n${body(80)}}\n`)).toEqual([]);
  expect(breachesOf(`describe('x', () => {\n${body(200)}});\n`)).toEqual([]);
});
