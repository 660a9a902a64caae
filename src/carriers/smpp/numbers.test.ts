import { expect, test } from 'vitest';
import { phoneOf } from './numbers.ts';

const read = (digits: string) => phoneOf({ ton: 0, npi: 1, digits });

test.each(['13025550148', '+13025550148', '3025550148', '0013025550148', '01113025550148'])(
  'a text from %s is from the same person',
  (digits) => {
    expect(read(digits)).toBe('13025550148');
  },
);

test.each(['24273', 'CARILLON', '4722345678901', '00472234567', '0113025550148'])(
  '%s stays as it is',
  (digits) => {
    expect(read(digits)).toBe(digits);
  },
);
