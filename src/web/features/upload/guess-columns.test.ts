import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedFields } from '#contract/account-field.ts';
import { guessMapping } from './guess-columns.ts';
import { clearGuesses, mappableFields, withColumn, withPhones } from './mapping.ts';

const balance = {
  ...{ id: 1, clientId: 1, customIndex: 3, name: 'Balance Due' },
  ...{ messageEnabled: true, sensitive: false, used: false },
};
const fields = mappableFields([balance]);

/** What is guessed, by the names of fields and columns. */
function guess(headers: readonly string[], rows: readonly (readonly string[])[] = []) {
  const { columns, phones } = guessMapping(headers, rows, fields, 2026);
  const named = fields.flatMap(({ id, label }) =>
    columns[id] === undefined ? [] : [[label, headers[columns[id]]]],
  );
  return { fields: Object.fromEntries(named), phones: phones.map((column) => headers[column]) };
}

/** Rows of one column each. */
const columnsOf = (...columns: string[][]) =>
  (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? ''));

test.each(['contacts-5k', 'contacts-semicolon-1252', 'contacts-tab-utf16'])(
  'the columns of %s are guessed as a person mapped them',
  (name) => {
    const path = (end: string) => new URL(`../../../../test/data/${name}${end}`, import.meta.url);
    const { mapping, phoneColumns } = JSON.parse(readFileSync(path('.expected.json'), 'utf8'));
    const bytes = readFileSync(path('.csv'));
    const text = bytes.toString(name.endsWith('utf16') ? 'utf16le' : 'utf8').replace('\uFEFF', '');
    const delimiter = name.endsWith('utf16') ? '\t' : name.endsWith('1252') ? ';' : ',';
    // Rows without quotes, so that splitting is reading.
    const lines = text.split(/\r?\n/).filter((line) => !line.includes('"'));
    const [headers = [], ...rows] = lines
      .map((line) => line.split(delimiter))
      .filter((cells, _, all) => cells.length === all[0]?.length)
      .slice(0, 20);
    expect(guess(headers, rows)).toEqual({ fields: mapping, phones: phoneColumns });
  },
);

test('names are known in many spellings, in English and Spanish', () => {
  const filled = ['(302) 555-0148', '(302) 555-0149', '305 555 0150'];
  const rows = (columns: number) => filled.map((phone) => [...Array(columns).fill(''), phone]);
  expect(
    guess(
      ['PT_FIRST', 'patientLastName', 'ADDR1', 'ADDR2', 'CITY', 'ST', 'ZIP', 'CELL_PH'],
      rows(7),
    ),
  ).toEqual({
    fields: {
      'First Name': 'PT_FIRST',
      'Last Name': 'patientLastName',
      Address: 'ADDR1',
      'Address 2': 'ADDR2',
      City: 'CITY',
      State: 'ST',
      'Zip Code': 'ZIP',
    },
    phones: ['CELL_PH'],
  });
  expect(
    guess(
      ['Nombre', 'Apellidos', 'Fecha de Nacimiento', 'Dirección', 'Ciudad', 'Estado', 'Teléfono'],
      rows(6),
    ),
  ).toEqual({
    fields: {
      'First Name': 'Nombre',
      'Last Name': 'Apellidos',
      'Date of Birth': 'Fecha de Nacimiento',
      Address: 'Dirección',
      City: 'Ciudad',
      State: 'Estado',
    },
    phones: ['Teléfono'],
  });
});

test("a field of the client's own goes by its exact name", () => {
  expect(guess(['balance_due', 'BALANCE']).fields).toEqual({ 'Balance Due': 'balance_due' });
});

test('a name whose values say something else is no guess', () => {
  const rows = columnsOf(
    ['Active', 'Closed', 'Active'],
    ['John Smith', 'x', 'y'],
    ['n/a', 'none', ''],
  );
  expect(guess(['State', 'DOB', 'Phone'], rows)).toEqual({ fields: {}, phones: [] });
});

test('two filled columns of one name, and columns without a name, are left to the person', () => {
  const rows = columnsOf(['Reno', 'Elko'], ['Austin', 'Waco'], ['x', 'y']);
  expect(guess(['City', 'city', ''], rows).fields).toEqual({});
  expect(guess(['City', 'city', ''], columnsOf(['Reno'], [''], [''])).fields).toEqual({
    City: 'City',
  });
});

test('values alone are enough where nearly all agree and nothing else looks alike', () => {
  const rows = columnsOf(
    ['TX', 'NV', 'Texas', 'CA', 'ny', 'FL'],
    ['73301', '89501', '73301-1234', '90001', '10001', '33101'],
    ['812-67-5363', '591-41-7623', '580-15-6054', '492-75-3117', '193-80-5182', '417-48-3592'],
    ['10/25/1940', '06/08/1968', '1944-09-13', '08/24/1943', '11/18/1940', '02/28/1949'],
    ['(617) 882-7036', '303-255-3259', '907.853.2380', '+1 305 969 6000', '17876543210', ''],
  );
  expect(guess(['c1', 'c2', 'c3', 'c4', 'c5'], rows)).toEqual({
    fields: { State: 'c1', 'Zip Code': 'c2', SSN: 'c3', 'Date of Birth': 'c4' },
    phones: ['c5'],
  });
  // Too few to judge by.
  expect(guess(['c1', 'c2', 'c3', 'c4', 'c5'], rows.slice(0, 4))).toEqual({
    fields: {},
    phones: [],
  });
  // Two of a kind.
  expect(
    guess(
      ['c1', 'c2'],
      columnsOf(
        rows.map(([state = '']) => state),
        rows.map(([state = '']) => state),
      ),
    ).fields,
  ).toEqual({});
});

test('numbers of somebody else, and columns about a number, are no phones of the account', () => {
  const phones = ['(617) 882-7036', '303-255-3259', '907.853.2380', '305 969 6000', '7876543210'];
  const names = [
    'Fax',
    'Work Phone',
    'Clinic Phone',
    'Emergency Contact Phone',
    'Phone Type',
    'NPI',
  ];
  for (const name of names) expect(guess([name], columnsOf(phones)).phones).toEqual([]);
  const same = phones.map(() => '(302) 555-0100');
  expect(guess(['Phone'], columnsOf(same)).phones).toEqual([]);
  expect(
    guess(
      ['Last Payment', 'Visit Date'],
      columnsOf(
        phones.map((_, at) => `0${at + 1}/02/1980`),
        phones.map((_, at) => `0${at + 1}/02/1981`),
      ),
    ).fields,
  ).toEqual({});
});

test('whatever a file holds, no column is guessed twice, and a guess is always a column of the file', () => {
  const header = fc.oneof(
    fc.constantFrom(
      'First',
      'City',
      'Phone',
      'Cell',
      'ZIP',
      'State',
      'Account #',
      '',
      'Balance Due',
    ),
    fc.string({ maxLength: 12 }),
  );
  const cell = fc.oneof(
    fc.constantFrom('', 'TX', '73301', '(617) 882-7036', '10/25/1940', '812-67-5363', 'Ann'),
    fc.string({ maxLength: 10 }),
  );
  const table = fc.array(header, { minLength: 1, maxLength: 8 }).chain((headers) =>
    fc.tuple(
      fc.constant(headers),
      fc.array(fc.array(cell, { minLength: headers.length, maxLength: headers.length }), {
        maxLength: 12,
      }),
    ),
  );
  fc.assert(
    fc.property(table, ([headers, rows]) => {
      const { columns, phones, guessed } = guessMapping(headers, rows, fields, 2026);
      const used = [...Object.values(columns), ...phones];
      expect(new Set(used).size).toBe(used.length);
      expect(used.every((column) => column >= 0 && column < headers.length)).toBe(true);
      expect(guessed?.phones).toEqual(phones);
      expect(guessed?.fields.toSorted()).toEqual(Object.keys(columns).map(Number).toSorted());
    }),
  );
});

test('a guess is taken back alone or with all others; what the person chose stays', () => {
  const firstName = fixedFields[0].id;
  const first = {
    columns: { [firstName]: 0, 8: 1 },
    phones: [2, 3],
    guessed: { fields: [firstName, 8], phones: [2, 3] },
  };
  const chosen = withColumn(first, firstName, 4);
  expect(chosen.guessed?.fields).toEqual([8]);
  expect(clearGuesses(chosen)).toEqual({ columns: { [firstName]: 4 }, phones: [] });
  const switched = withPhones(withPhones(first, [3]), [2, 3]);
  expect(switched.guessed?.phones).toEqual([3]);
  expect(clearGuesses(switched).phones).toEqual([2]);
});

test('columns of consent go by their names, where their values do not contradict', () => {
  const names = ['Phone', 'TCPA Consent', 'Opt-in date', 'Consent Source', 'TCPA Disclosure'];
  const row = ['2125550310', 'PEWC', '1/5/2026', 'Web form', 'Call me'];
  const { columns } = guessMapping(names, [row, row], mappableFields([]), 2026);
  expect(columns).toEqual({ [-1]: 1, [-3]: 2, [-2]: 3, [-4]: 4 });
  const other = guessMapping(
    ['Phone', 'TCPA'],
    [['2125550310', 'see file']],
    mappableFields([]),
    2026,
  );
  expect(other.columns).toEqual({});
});
