import { expect, test } from 'vitest';
import { nearestWord } from './nearest-word.ts';

test.each([
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
  ['POORT', 'PORT'],
  ['DATABASE', 'DATA'],
  ['', 'PORT'],
])('%s is taken for %s', (word, meant) => {
  expect(nearestWord(word, ['PORT', 'HOST', 'DATA'])).toBe(meant);
});

test('among no words none is near', () => {
  expect(nearestWord('PORT', [])).toBeUndefined();
});
