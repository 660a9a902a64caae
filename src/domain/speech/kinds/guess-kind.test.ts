import { expect, test } from 'vitest';
import { guessKind, kindByName, kindOfFixed } from './guess-kind.ts';

test.each([
  ['Due Date', ['06/18/2026', '6/1/2026', ''], 'date'],
  ['When', ['06/18/2026', '2026-07-01'], 'date'],
  ['Appointment', ['12/03/2026 2:30 PM', '12/04/2026 9:00 AM'], 'date'],
  ['Balance', ['509.24', '12', '1,204.50'], 'money'],
  ['Open', ['$509.24', '$12.00'], 'money'],
  ['Paid', ['509.24', '12.00'], 'money'],
  ['Year', ['1994', '2001'], 'date'],
  ['Model year', ['2019', '2021', 'n/a', '2020', '2018'], 'date'],
  ['VehicleYear', ['1994', '2001'], 'date'],
  ['Points this year', ['1950', '2000'], 'date'],
  ['Year built', ['1994', '94', '95'], 'words'],
  ['Donations this year', ['120', '1950', '30'], 'number'],
  ['School year', ['3', '4'], 'number'],
  ['Years of service', ['1950', '12'], 'number'],
  ['Due by', ['06\u201118\u20112026', '06\u201119\u20112026'], 'date'],
  ['Mobile minutes', ['500', '1000'], 'number'],
  ['Count', ['3', '12'], 'number'],
  ['Account Number', ['48213', '50001'], 'digits'],
  ['Ref', ['0042', '0043'], 'digits'],
  ['Case', ['AB1234', 'AB1235'], 'digits'],
  ['ZIP', ['63101', '63101-1234'], 'zip'],
  ['Zip', ['2116', '02116-1234', '2134'], 'zip'],
  ['Postal Route', ['123', '201'], 'number'],
  ['Call back at', ['(302) 555-0148', '302-555-0149'], 'phone'],
  ['Home State', ['MO', 'TX', 'OK'], 'state'],
  ['Slot', ['10:30 AM', '2 pm'], 'time'],
  ['Doctor', ['DR. ANN LEE', 'Bo Smith'], 'name'],
  ['Note', ['Bring your card', 'Park behind the house'], 'words'],
  // What may be something else is said as it is written.
  ['Total Visits', ['10', '3'], 'number'],
  ['Total Hours', ['7.50', '10.25'], 'number'],
  ['Payment Plan', ['12', '24'], 'number'],
  ['Points Balance', ['500', '1200'], 'number'],
  ['Total', ['10', '12'], 'number'],
  ['Total', ['$10', '$12'], 'money'],
  ['Last Payment', ['10.00', '12.50'], 'money'],
  ['Amount Due', ['10', '12'], 'money'],
  ['GPA', ['3.75', '4.00'], 'number'],
  ['Balance', ['0012', '0500'], 'digits'],
  ['Due', ['1905', '2000'], 'number'],
  ['Due', ['12/3', '6/18/2026'], 'date'],
  ['Time Spent', ['2.30', '10.45'], 'number'],
  ['Score', ['3/4', '1/2'], 'words'],
  ['State of Account', ['OK', 'OK'], 'words'],
  ['State', ['OK', 'ON'], 'words'],
  ['State', ['MO', 'TX', 'closed'], 'words'],
  ['Status', ['OK', 'IN'], 'words'],
  ['Region', ['NE', 'MO'], 'words'],
  ['Area', ['63101', '02116'], 'digits'],
  ['Area', [...Array<string>(9).fill('63101'), '02116'], 'digits'],
  ['Area', ['12', '007', 'x'], 'words'],
  ['Offer', ['24-hour', '12-pack'], 'words'],
  // What it says is not what the values are.
  ['Due Date', ['soon', 'later', 'on Monday'], 'words'],
  // One in ten may be anything.
  ['Open', [...Array<string>(9).fill('$5.00'), 'n/a'], 'money'],
] as const)('%s with %j is guessed as %s', (name, values, kind) => {
  expect(guessKind(name, values)).toBe(kind);
});

test('without a value, the name of the field decides', () => {
  expect(guessKind('amountDue', [' '])).toBe('money');
  expect(
    ['Color', 'Total Visits', 'Payment Plan', 'Account State'].map((name) => kindByName(name)),
  ).toEqual([...['words', 'words', 'words', 'words']]);
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
