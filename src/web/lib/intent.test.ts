import { expect, test } from 'vitest';
import { bodyFor, isUnknown, keyOf, noteDone, noteFailed } from './intent.ts';

test('a draft that was not confirmed keeps its key, an edited one gets another', () => {
  const draft = { name: 'Ann' };
  const key = keyOf(draft);
  noteFailed(draft, 503);
  expect(keyOf(draft)).toBe(key);
  expect(keyOf({ ...draft })).not.toBe(key);
});

test.each([401, 409, 422, 429])('after a lost response a refusal (%i) leaves the key', (status) => {
  const draft = {};
  const key = keyOf(draft);
  const body = bodyFor(draft, () => ({ at: 1 }));
  noteFailed(draft, 0);
  noteFailed(draft, status);
  expect([keyOf(draft), isUnknown(draft)]).toEqual([key, true]);
  expect(bodyFor(draft, () => ({ at: 2 }))).toBe(body);
});

test('what was refused and never done is sent with a new body, and is known not to be done', () => {
  const draft = {};
  bodyFor(draft, () => ({ at: 1 }));
  noteFailed(draft, 409);
  expect([bodyFor(draft, () => ({ at: 2 })), isUnknown(draft)]).toEqual([{ at: 2 }, false]);
});

test('a response that could not be read leaves the key', () => {
  const draft = {};
  const key = keyOf(draft);
  noteFailed(draft, 200);
  expect([keyOf(draft), isUnknown(draft)]).toEqual([key, true]);
});

test('a draft that was confirmed is a new intent', () => {
  const draft = {};
  const key = keyOf(draft);
  noteFailed(draft, 0);
  noteDone(draft);
  expect(isUnknown(draft)).toBe(false);
  expect(keyOf(draft)).not.toBe(key);
});

test('each click without a draft has a key of its own', () => {
  expect(keyOf(undefined)).not.toBe(keyOf(undefined));
});
