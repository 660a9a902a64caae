import { expect, test } from 'vitest';
import { areaCodeOf } from '#domain/numbering-plan/area-code.ts';
import { storedPhone } from '#domain/phone.ts';
import { demoContacts, plantedFaults, sampleContacts } from './contact-file.ts';

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

test("the full demo's file has 300 rows, twelve faults, one household with two phones, and every zone", () => {
  const [, ...given] = demoContacts().trimEnd().split('\r\n');
  const table = given.map((row) => row.split(','));
  expect(table).toHaveLength(300);
  expect(new Set(table.map((row) => row.length))).toEqual(new Set([11]));
  expect(Object.keys(plantedFaults)).toHaveLength(12);
  expect(table.filter((row) => row[3])).toHaveLength(1);
  const zones = new Set(
    table.flatMap((row) => areaCodeOf(storedPhone(row[2] ?? '') ?? '')?.zones ?? []),
  );
  for (const zone of [
    ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
    ...['America/Anchorage', 'Pacific/Honolulu', 'Pacific/Guam'],
  ]) {
    expect(zones).toContain(zone);
  }
});
