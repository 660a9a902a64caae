import { expect, test } from 'vitest';
import { countOf, erasedCounts, fieldName, fieldsOf, fieldValue } from './words.ts';

test('fields and values read as elsewhere in the console', () => {
  expect(['dateOfBirth', 'ssn', 'zipCode', 'at'].map(fieldName)).toEqual([
    ...['Date of birth', 'SSN', 'ZIP code', 'Time'],
  ]);
  expect(fieldValue('result', 'no_answer')).toBe('No answer');
  expect(fieldValue('outcome', 'something new')).toBe('something new');
  expect(fieldValue('phone', `#${'0'.repeat(32)}`)).toBe('Kept as a keyed hash');
  expect(fieldValue('callerId', '13025550148')).toBe('(302) 555-0148');
  expect(fieldValue('loaded', 'no time')).toBe('no time');
  expect(fieldValue('decision', 'keep')).toBe('Not an opt-out');
  expect(fieldName('custom.dueDate')).toBe('dueDate');
});

test('the number that was asked for is not repeated in each row, another one is shown', () => {
  const asked = '13025550148';
  expect(fieldsOf({ line: '9', phone: asked }, asked)).toEqual([{ name: 'line', value: '9' }]);
  expect(fieldsOf({ phone: '13025550149' }, asked)).toEqual([
    { name: 'phone', value: '(302) 555-0149' },
  ]);
});

test('a count says when the screen has the first rows only', () => {
  expect(countOf({ place: 'calls', total: 1, rows: [{}] })).toBe('1');
  expect(countOf({ place: 'calls', total: 1204, rows: [{}, {}] })).toBe('First 2 of 1,204');
});

test('a receipt names the places of which something was erased, in the order of the screen', () => {
  const receipt = { at: '2026-11-20T15:00:00.000Z', hashed: true };
  expect(erasedCounts({ ...receipt, counts: { reports: 1, entries: 1200, calls: 0 } })).toEqual([
    { name: 'Contact lists', count: '1,200' },
    { name: 'Archived reports', count: '1' },
  ]);
});
