import { expect, test } from 'vitest';
import { caretAfterDigits, formatPhoneInput, phoneLength } from './phone-input.ts';

test('a telephone number takes its form while it is typed', () => {
  const typed = ['3', '302', '3025', '302555', '3025550', '3025550148'];
  expect(typed.map(formatPhoneInput)).toEqual([
    '(3',
    '(302',
    '(302) 5',
    '(302) 555',
    '(302) 555-0',
    '(302) 555-0148',
  ]);
});

test('nothing makes it longer than 14 characters', () => {
  expect(formatPhoneInput('302555014899')).toHaveLength(phoneLength);
});

test('a pasted number loses its marks and its country code', () => {
  expect(formatPhoneInput('+1 302.555.0148')).toBe('(302) 555-0148');
  expect(formatPhoneInput('no digits')).toBe('');
});

test('the code of another country is not taken for an area code', () => {
  expect(formatPhoneInput('+47 22 34 56 78')).toBe('+4722345678');
  expect(formatPhoneInput(' (+507) 234-5678')).toBe('+5072345678');
  expect(formatPhoneInput('+')).toBe('+');
  expect(formatPhoneInput('(+1) 302 555 0148')).toBe('(302) 555-0148');
});

test('the caret stays behind the digit that was typed', () => {
  expect(caretAfterDigits('(302) 555-0148', 4)).toBe('(302) 5'.length);
  expect(caretAfterDigits('(302) 555-0148', 0)).toBe(0);
  expect(caretAfterDigits('(302', 9)).toBe(4);
});
