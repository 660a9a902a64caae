import { expect, test } from 'vitest';
import { isErased, listedPhone } from './erased-number.ts';

test('a keyed hash is called an erased number, anything else as it is', () => {
  expect(listedPhone(`#${'a1'.repeat(16)}`)).toBe('Erased number');
  expect(listedPhone('13025550148')).toBe('(302) 555-0148');
  expect([isErased('#a1'), isErased('13025550148')]).toEqual([true, false]);
});
