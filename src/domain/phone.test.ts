import { expect, test } from 'vitest';
import { hasForeignCode, storedPhone } from './phone.ts';

test.each([
  '3025550148',
  '13025550148',
  '(302) 555-0148',
  '+1 302.555.0148',
  '(+1) 302-555-0148',
  '+13025550148',
  '302–555–0148',
  '302—555‒0148',
  '302‑555‐0148',
  '302−555−0148',
  '302\u00a0555\u202f0148',
  '(302)\u20075550148',
  '302.5550148',
  '302.555.0148.',
])('%s is stored with a leading 1', (text) => expect(storedPhone(text)).toBe('13025550148'));

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
  // A plus means a country, and stands once, before the first digit.
  '+3025550148',
  '+47 22 34 56 78',
  '+65 8234 5678',
  '+354 581 2345',
  '+507 234 5678',
  '++13025550148',
  '+1+3025550148',
  '302+5550148',
  '3025550148+',
  '1+3025550148',
  // What a spreadsheet makes of nine digits, and of eight.
  '302555014.0',
  '1302555014.0',
  '30255501.00',
  '302 555 014.0',
  '3025550.148',
])('"%s" is no telephone number', (text) => expect(storedPhone(text)).toBeUndefined());

test("a plus and another country's code are distinguished from what is not a number at all", () => {
  for (const foreign of ['+47 22 34 56 78', '+44 20 7946 0958', '(+507) 234-5678', '+3025550148']) {
    expect([foreign, hasForeignCode(foreign)]).toEqual([foreign, true]);
  }
  for (const other of ['+1 302 555 0148', '47 22 34 56 78', '+47', '+4', '++47 22345678', '+x']) {
    expect([other, hasForeignCode(other)]).toEqual([other, false]);
  }
});
