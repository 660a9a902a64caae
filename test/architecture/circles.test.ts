import { expect, test } from 'vitest';
import { circleBreaches } from './circles.ts';

const circlesOf = (imports: Record<string, string[]>) =>
  circleBreaches(new Map(Object.entries(imports)));

test('imports without a circle are fine, however many ways lead to a file', () => {
  expect(circlesOf({ a: ['b', 'c'], b: ['d'], c: ['d', 'b'], d: ['elsewhere'] })).toEqual([]);
});

test('each group of files that reach each other is one sentence with its shortest circle', () => {
  expect(
    circlesOf({
      start: ['b', 'y'],
      a: ['b'],
      b: ['leaf', 'c', 'd'],
      c: ['d'],
      d: ['a'],
      x: ['y'],
      y: ['leaf', 'x'],
      leaf: [],
    }),
  ).toEqual([
    'a: imports in a circle: a → b → d → a (4 files reach each other)',
    'x: imports in a circle: x → y → x',
  ]);
});

test('a file that imports itself is a circle', () => {
  expect(circlesOf({ a: ['a'] })).toEqual(['a: imports in a circle: a → a']);
});
