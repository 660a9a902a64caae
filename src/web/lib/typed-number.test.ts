import { expect, test } from 'vitest';
import { numberTyped } from './typed-number.ts';

test.each([
  ['', undefined],
  ['  ', undefined],
  ['60', 60],
  [' 60 ', 60],
  ['007', 7],
  ['1.5', 1.5],
  ['.5', 0.5],
  ['1.', 1],
  ['-5', -5],
  ['99999999999999999999', 1e20],
])('"%s" is read as %s', (text, number) => expect(numberTyped(text)).toBe(number));

test.each([
  '1,5',
  '1,500',
  '1e3',
  '1 000',
  '60 calls',
  '+60',
  '0x10',
  'Infinity',
  '1.5.2',
  '-',
  '.',
  '６０',
])('"%s" is not a number, rather than another one', (text) => expect(numberTyped(text)).toBeNaN());
