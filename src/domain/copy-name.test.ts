import { expect, test } from 'vitest';
import { copyName } from './copy-name.ts';

test('a copy is named after its original, with the first number that is free', () => {
  expect(copyName('East', [])).toBe('East copy');
  expect(copyName('East', ['EAST COPY'])).toBe('East copy 2');
  expect(copyName('East', ['East copy', 'East copy 2'])).toBe('East copy 3');
});

test('a copy of a copy counts on instead of growing', () => {
  expect(copyName('East copy', ['East copy'])).toBe('East copy 2');
  expect(copyName('East copy 7', ['East copy 7'])).toBe('East copy');
});

test('the longest name still has room for its end', () => {
  const name = copyName('x'.repeat(255), []);
  expect(name).toHaveLength(255);
  expect(name.endsWith('x copy')).toBe(true);
});
