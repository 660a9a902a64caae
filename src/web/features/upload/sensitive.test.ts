import { expect, test } from 'vitest';
import { guessMapping } from './guess-columns.ts';
import { type Mapping, mappableFields, withSensitive } from './mapping.ts';
import { looksSensitive, newlySensitive, sensitiveMarks, sensitivityOf } from './sensitive.ts';

const ssns = ['123-45-6789', '234-56-7890', '345-67-8901', '456-78-9012', '567-89-0123'];
const cards = ['4111 1111 1111 1111', '5500-0000-0000-0004', '340000000000009'];
const plain = ['12.00', '15.50', '9.99', '120.00', '1.10'];
const phones = ['302 555 0148', '302 555 0149', '305 555 0150', '302 555 0151', '302 555 0152'];

test.each([
  ['Number', ssns, 'SSNs'],
  ['Social Security', [], 'SSNs'],
  ['Ref', cards, 'card numbers'],
  ['Credit Card', [], 'card numbers'],
  ['CC_No', ['41', '42'], 'card numbers'],
  ['bankAccount', [], 'bank accounts'],
  [
    'Code',
    ['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'],
    'bank accounts',
  ],
  ['Tax No', [], 'SSNs'],
  ["Driver's License", [], 'passports or licenses'],
  ['Card Last 4', ['1234', '2345', '3456'], undefined],
  ['Card Type', ['Visa'], undefined],
  ['Balance', plain, undefined],
  ['Account Number', ['10000001', '10000002', '10000003'], undefined],
  ['Phone', phones, undefined],
])('the column %s looks like %s: %s', (header, values, looks) => {
  expect(looksSensitive(header, values)).toBe(looks);
});

test.each(['Tax no', 'Tax ID', 'TIN', 'Patient Number'])(
  'a column %s of SSNs is guessed as the SSN',
  (header) => {
    const rows = ssns.map((ssn, at) => [ssn, phones[at] ?? '']);
    const { columns } = guessMapping([header, 'Phone'], rows, mappableFields([]), 2026);
    expect(columns).toEqual({ 5: 0 });
  },
);

test.each([['Spouse SSN'], ['Guarantor Tax No']])(
  'a column %s is not the SSN of the account',
  (header) => {
    const rows = ssns.map((ssn, at) => [ssn, phones[at] ?? '']);
    const { columns } = guessMapping([header, 'Phone'], rows, mappableFields([]), 2026);
    expect(columns).toEqual({});
  },
);

test('employer numbers are no SSN', () => {
  const rows = phones.map((phone, at) => [`12-345678${at}`, phone]);
  const { columns } = guessMapping(['Tax ID', 'Phone'], rows, mappableFields([]), 2026);
  expect(columns).toEqual({});
});

const field = (customIndex: number, name: string, sensitive = false) => ({
  ...{ id: customIndex, clientId: 1, customIndex, name },
  ...{ messageEnabled: true, sensitive, used: false },
});
const fields = mappableFields([field(1, 'Card'), field(2, 'Balance'), field(3, 'Note', true)]);
const of = (id: number) => fields.find((one) => one.id === id) as (typeof fields)[number];
const headers = ['Cell', 'Ref', 'Due', 'Remarks'];
const rows = cards.map((card, at) => [phones[at] ?? '', card, plain[at] ?? '', 'x']);
const mapping: Mapping = { columns: { 11: 1, 12: 1, 13: 2, 14: 3 }, phones: [0] };

test('what looks sensitive is proposed, and the manager decides', () => {
  const marked = (by: Mapping) => newlySensitive(fields, by, headers, rows).map(({ id }) => id);
  expect(marked(mapping)).toEqual([12]);
  expect(marked(withSensitive(mapping, 12, false))).toEqual([]);
  expect(marked(withSensitive(mapping, 13, true))).toEqual([12, 13]);
});

test('a field that is sensitive stays so, and a fixed field only warns', () => {
  expect(sensitivityOf(of(14), mapping, headers, rows)).toMatchObject({ on: true, fixed: true });
  expect(sensitivityOf(of(11), mapping, headers, rows)).toEqual({
    ...{ on: false, fixed: true, looks: 'card numbers' },
  });
  const ssn = { ...mapping, columns: { 5: 1 } };
  expect(sensitivityOf(of(5), ssn, headers, rows)).toMatchObject({ on: true, looks: undefined });
});

test('an upload asks for the same fields after a first try has marked them', () => {
  const by = withSensitive(mapping, 13, true);
  const marks = sensitiveMarks(fields, by, headers, rows);
  expect(marks).toEqual([12, 13, 14]);
  const marked = fields.map((one) => (marks.includes(one.id) ? { ...one, sensitive: true } : one));
  expect(newlySensitive(marked, by, headers, rows)).toEqual([]);
  expect(sensitiveMarks(marked, by, headers, rows)).toEqual(marks);
});
