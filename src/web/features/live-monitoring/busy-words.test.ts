import { expect, test } from 'vitest';
import { busyWords } from './busy-words.ts';

test('agents who wait on the line are not said to be out of a call', () => {
  expect(busyWords(1, false)).toBe('1 is in a call or being called.');
  expect(busyWords(1_204, false)).toBe('1,204 are in a call or being called.');
  expect(busyWords(0, true)).toBe(
    '0 have a customer; agents who wait on the line are not counted.',
  );
  expect(busyWords(1, true)).toMatch(/^1 has a customer;/);
});
