import { expect, test } from 'vitest';
import { createByteCache } from './byte-cache.ts';

test('what was used longest ago goes when the bytes are used up', () => {
  const cache = createByteCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  cache.get('a');
  cache.set('c', 'C', 40);
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C']);
});

test('a value that is set again counts once, and one too large is not kept', () => {
  const cache = createByteCache<string>(100);
  for (let time = 0; time < 5; time += 1) cache.set('a', 'A', 60);
  cache.set('b', 'B', 40);
  expect([cache.get('a'), cache.get('b')]).toEqual(['A', 'B']);
  cache.set('a', 'larger', 101);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'B']);
});
