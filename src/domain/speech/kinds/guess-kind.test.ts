import { expect, test } from 'vitest';
import { guessKind, kindByName, kindOfFixed } from './guess-kind.ts';

test.each([
  ['Due Date', ['06/18/2026', '6/1/2026', ''], 'date'],
  ['When', ['06/18/2026', '2026-07-01'], 'date'],
  ['Balance', ['509.24', '12', '1,204.50'], 'money'],
  ['Open', ['$509.24', '$12.00'], 'money'],
  ['Paid', ['509.24', '12.00'], 'money'],
  ['Year', ['1994', '2001'], 'number'],
  ['Count', ['3', '12'], 'number'],
  ['Account Number', ['48213', '50001'], 'digits'],
  ['Ref', ['0042', '0043'], 'digits'],
  ['Case', ['AB1234', 'AB1235'], 'digits'],
  ['ZIP', ['63101', '63101-1234'], 'zip'],
  ['Call back at', ['(302) 555-0148', '302-555-0149'], 'phone'],
  ['Region', ['MO', 'TX'], 'state'],
  ['Slot', ['10:30 AM', '2 pm'], 'time'],
  ['Doctor', ['DR. ANN LEE', 'Bo Smith'], 'name'],
  ['Note', ['Bring your card', 'Park behind the house'], 'words'],
  // What it says is not what the values are.
  ['Due Date', ['soon', 'later', 'on Monday'], 'words'],
  // One in ten may be anything.
  ['Open', [...Array<string>(9).fill('$5.00'), 'n/a'], 'money'],
] as const)('%s with %j is guessed as %s', (name, values, kind) => {
  expect(guessKind(name, values)).toBe(kind);
});

test('without a value, the name of the field decides', () => {
  expect(guessKind('amountDue', [' '])).toBe('money');
  expect(kindByName('Color')).toBe('words');
});

test('of a sensitive field the last digits are said at most', () => {
  expect(kindByName('Card', true)).toBe('digits');
});

test('the fixed fields have kinds of their own', () => {
  expect([1, 4, 5, 6, 9, 10, 11].map(kindOfFixed)).toEqual([
    ...['name', 'date', 'digits', 'words', 'state', 'zip', 'digits'],
  ]);
  expect(kindOfFixed(12)).toBeUndefined();
});
