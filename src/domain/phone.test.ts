import { expect, test } from 'vitest';
import { storedPhone } from './phone.ts';

test.each(['3025550148', '13025550148', '(302) 555-0148', '+1 302.555.0148'])(
  '%s is stored with a leading 1',
  (text) => expect(storedPhone(text)).toBe('13025550148'),
);

test.each([
  '',
  '302555014',
  '23025550148',
  '130255501480',
  '(102) 555-0148',
  '(302) 155-0148',
  '(911) 555-0148',
  '(302) 411-0148',
  '302555014x',
  '302/555/0148',
])('«%s» is no telephone number', (text) => expect(storedPhone(text)).toBeUndefined());
