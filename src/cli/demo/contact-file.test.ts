import { expect, test } from 'vitest';
import { storedPhone } from '#domain/phone.ts';
import { sampleContacts } from './contact-file.ts';

const [header = '', ...rows] = sampleContacts().trimEnd().split('\r\n');
const cells = rows.map((row) => row.split(','));

test('every row of the sample has a cell for each column', () => {
  expect(rows).toHaveLength(300);
  expect(new Set(cells.map((row) => row.length))).toEqual(new Set([header.split(',').length]));
});

test('every number of the sample is valid, is unique and belongs to nobody', () => {
  const numbers = cells.flatMap((row) => [row[2], row[3]]).filter((cell) => cell);
  const phones = numbers.map((number) => storedPhone(number ?? ''));
  expect(numbers.length).toBe(375);
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.every((phone) => /^1\d{3}55501\d{2}$/.test(phone ?? ''))).toBe(true);
});
