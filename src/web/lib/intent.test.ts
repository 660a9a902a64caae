import { expect, test } from 'vitest';
import { keyOf, noteJudged } from './intent.ts';

test('a draft that was not judged keeps its key, an edited one gets another', () => {
  const draft = { name: 'Ann' };
  const key = keyOf(draft);
  noteJudged(draft, 503);
  expect(keyOf(draft)).toBe(key);
  expect(keyOf({ ...draft })).not.toBe(key);
});

test.each([200, 409, 422])('a draft that was judged (%i) is a new intent', (status) => {
  const draft = {};
  const key = keyOf(draft);
  noteJudged(draft, status);
  expect(keyOf(draft)).not.toBe(key);
});

test('each click without a draft has a key of its own', () => {
  expect(keyOf(undefined)).not.toBe(keyOf(undefined));
});
