import { expect, test } from 'vitest';
import { doNotCallTexts } from '#contract/do-not-call.ts';
import { readDoNotCallNumber } from './do-not-call-number.ts';

test.each(['(302) 555-0148', '3025550148', '13025550148', ' 3025550148 '])(
  '"%s" is stored as eleven digits',
  (text) => expect(readDoNotCallNumber(text)).toEqual({ phone: '13025550148' }),
);

test.each([
  ['', doNotCallTexts.required],
  ['  ', doNotCallTexts.required],
  ['(302) 555-014', doNotCallTexts.tenDigits],
  ['302555014', doNotCallTexts.tenDigits],
  ['23025550148', doNotCallTexts.tenDigits],
  ['130255501480', doNotCallTexts.tenDigits],
  ['(302)-555-0148', doNotCallTexts.tenDigits],
  ['30255501４8', doNotCallTexts.tenDigits],
  ['call me later', doNotCallTexts.tenDigits],
  ['(002) 555-0148', doNotCallTexts.areaCode],
  ['1025550148', doNotCallTexts.areaCode],
  ['11025550148', doNotCallTexts.areaCode],
])('"%s" is refused: %s', (text, problem) => {
  expect(readDoNotCallNumber(text)).toEqual({ problem });
});
