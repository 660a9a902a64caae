import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areaCodeOf } from '#domain/numbering-plan/area-code.ts';
import { storedPhone } from '#domain/phone.ts';
import { barredContact, demoContacts, plantedFaults, sampleContacts } from './contact-file.ts';
import { unpackHistory } from './history-format.ts';

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

test('of the numbers in the file, the history of the demo bars one, and knows nobody else on the mainland', () => {
  const { tables } = unpackHistory(readFileSync(new URL('./history.bin', import.meta.url)));
  const phonesOf = (name: string) => {
    const table = tables.find((one) => one.name === name);
    const at = table?.columns.findIndex((column) => column.name === 'phone') ?? -1;
    return new Set(table?.rows.map((row) => row[at]));
  };
  const [barred, resting, known] = ['do_not_call', 'contact_rest', 'list_entry'].map(phonesOf);
  const [, ...given] = demoContacts().trimEnd().split('\r\n');
  const phones = given.flatMap((row) => storedPhone(row.split(',')[2] ?? '') ?? []);
  expect(phones.filter((phone) => barred?.has(phone))).toEqual([storedPhone(barredContact)]);
  expect(
    phones.filter((phone) => resting?.has(phone) && phone !== storedPhone(barredContact)),
  ).toEqual([]);
  expect(phones.filter((phone) => known?.has(phone) && !/^1(907|808)/.test(phone))).toEqual([]);
});
