import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usualCountries } from '#domain/dialing.ts';
import { type CheckGiven, checkRows } from './check-rows.ts';
import { checkProblems, checkSentence } from './check-words.ts';

const check = (file: Blob, given: Partial<CheckGiven> = {}) =>
  checkRows(
    {
      ...{ file, delimiter: ',', columns: 2, phones: [1], fields: [], unique: true },
      countries: usualCountries,
      ...given,
    },
    () => undefined,
  );
const lines = (...text: string[]) => new Blob([text.join('\n')]);
const problems = async (...text: string[]) => checkProblems(await check(lines(...text)));

/** The columns that the expected mapping of the samples names. */
const headers = [
  ...['Account #', 'First', 'Middle', 'Last', 'DOB', 'SSN', 'Street', 'City', 'ST', 'Zip'],
  ...['Home Phone', 'Cell', 'Balance'],
];
const sizes = [255, 255, 255, 255, 255, 11, 255, 255, 2, 10];
const kinds: Record<number, 'ssn' | 'state'> = { 5: 'ssn', 8: 'state' };

test.each([
  ['contacts-5k', ',', 18],
  ['contacts-semicolon-1252', ';', 5],
  ['contacts-tab-utf16', '\t', 0],
])('what is counted of %s is what its import says', async (name, delimiter, unknownStates) => {
  const path = (end: string) => new URL(`../../../../test/data/${name}${end}`, import.meta.url);
  const { expected } = JSON.parse(readFileSync(path('.expected.json'), 'utf8'));
  const checked = await check(new Blob([readFileSync(path('.csv'))]), {
    delimiter,
    columns: headers.length,
    phones: [10, 11],
    fields: sizes.map((size, column) => ({ column, size, kind: kinds[column] ?? 'text' })),
  });
  expect(checkProblems(checked)).toEqual([]);
  expect(checked).toMatchObject({
    count: {
      accounts: expected.accountsTotal,
      accountsWithNumbers: expected.accountsTotal - expected.accountsNotImported,
      phones: expected.accountPhonesTotal,
      numbers: expected.accountPhonesImported,
      wrongFormat: expected.wrongFormatPhoneNumbers,
      duplicates: expected.restrictedPhoneNotCallable,
      truncated: expected.fieldsTrucated,
      unknownStates,
    },
  });
});

test('lines with other columns than the header are counted and named', async () => {
  expect(await problems('a,b', '1,2,3', 'x,3025550148', '1,2,3', '1,2,3', '1,2,3', 'y')).toEqual([
    '4 lines have too many columns: lines 2, 4, 5 and 1 more.',
    '1 line has too few columns: line 7.',
  ]);
  expect(await problems('a,b', '1', '2')).toEqual(['2 lines have too few columns: lines 2 and 3.']);
});

test('a quote that is never closed is named with its line', async () => {
  expect(await problems('a,b', 'x,3025550148', '"y,3025550149', 'z,1')).toEqual([
    'The quote that opens in line 3 is never closed.',
  ]);
});

test('a file of which nothing would be loaded says so', async () => {
  expect(await problems('a,b')).toEqual(['The file has a header row, but no rows below it.']);
  expect(await problems('a,b', 'x,', 'y,')).toEqual(['The phone columns are empty in every row.']);
  expect(await problems('a,b', 'x,1', 'y,2')).toEqual([
    'None of the 2 phone numbers can be loaded.',
  ]);
  expect(await problems('a,b', 'x,9005550148')).toEqual([
    'The only phone number cannot be loaded.',
  ]);
  const binary = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0])]);
  expect(checkProblems(await check(binary))).toEqual(['The file is a picture.']);
});

test('the sentence says how many numbers there are and how many can be loaded', async () => {
  const sentence = async (...text: string[]) => {
    const checked = await check(lines(...text));
    return 'count' in checked ? checkSentence(checked.count) : undefined;
  };
  expect(await sentence('a,b', 'x,3025550148')).toBe(
    '1 account with 1 phone number, and all can be loaded.',
  );
  expect(await sentence('a,b', 'x,3025550148', 'y,3025550148', 'z,')).toBe(
    '3 accounts with 2 phone numbers; 1 of them can be loaded.',
  );
});

test('numbers outside the destinations of the client are counted as not imported', async () => {
  const file = lines('Name,Phone', 'Texas,2105550148', 'New York,2125550148', 'Jamaica,8765550148');
  const given = { columns: 2, phones: [1] };
  const usual = await check(file, given);
  const inTexas = await check(file, { ...given, countries: ['US-TX'] });
  expect(usual).toMatchObject({ count: { numbers: 2 } });
  expect(inTexas).toMatchObject({ count: { numbers: 1 } });
});
