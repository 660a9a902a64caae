import { expect, test } from 'vitest';
import { callRecordFilters } from '#contract/call-record.ts';
import {
  callRecordColumns,
  callRecordTable,
  exportedColumns,
} from '#contract/call-record-columns.ts';
import { defaultColumns, positionOf } from './column-names.ts';
import {
  columnsToFilter,
  inWords,
  lackOf,
  newFilter,
  type ReportFilters,
  toWire,
  withApplied,
} from './report-filter.ts';

const noon = new Date(2026, 10, 20, 12);

test('a new date filter is today, from its first second to its last', () => {
  expect(newFilter('startTime', noon)).toEqual({
    type: 'date-range',
    startDay: '2026-11-20',
    startTime: '00:00:00',
    endDay: '2026-11-20',
    endTime: '23:59:59',
  });
});

test('every new filter but a date range is incomplete and says what it lacks', () => {
  expect(lackOf(newFilter('lastName', noon))).toBe('Enter a keyword.');
  expect(lackOf(newFilter('campaigns', noon))).toBe('Choose at least one campaign.');
  expect(lackOf(newFilter('duration', noon))).toBe('Enter both numbers.');
  expect(lackOf(newFilter('startTime', noon))).toBeUndefined();
  expect(lackOf({ type: 'numeric-range', start: 2, end: 1 })).toBe(
    'The first number cannot be greater than the second.',
  );
});

test('a number that the report cannot take is refused, not rounded or cut', () => {
  expect(lackOf({ type: 'numeric-range', start: 1.5, end: 60 })).toBe('Enter whole seconds.');
  expect(lackOf({ type: 'currency-range', start: 0.5, end: 1 })).toBeUndefined();
  const unreadable = { type: 'currency-range', start: 0.5, end: Number.NaN } as const;
  expect(lackOf(unreadable)).toBe('Enter both numbers in digits.');
});

test('a date range whose end is before its start cannot be applied', () => {
  const today = newFilter('startTime', noon);
  if (today.type !== 'date-range') throw new Error('No date range.');
  expect(lackOf({ ...today, endDay: '2026-11-19' })).toBe('The start cannot be after the end.');
  expect(lackOf({ ...today, endTime: '' })).toBe('Enter both dates and both times.');
});

const filters: ReportFilters = {
  lastName: { type: 'keyword', keyword: ' stein ' },
  ssn: { type: 'keyword', keyword: '123-45-6789' },
  campaigns: { type: 'multiple-constrained-keyword', choices: { 7: 'Spring', 9: 'Autumn' } },
  cost: { type: 'currency-range', start: 0.03, end: 0.035 },
  duration: { type: 'numeric-range', start: 30, end: 180 },
  startTime: newFilter('startTime', noon),
  callTypeName: { type: 'constrained-keyword', choice: 'Transfer' },
};

test('filters go on the wire as the contract has them, the last second whole', () => {
  const wire = toWire(filters, noon);
  expect(callRecordFilters.parse(wire)).toEqual(wire);
  expect(wire).toMatchObject({
    lastName: 'stein',
    campaigns: [7, 9],
    cost: { filterName: { type: 2 }, begin: 0.03, end: 0.035 },
    startTime: {
      filterName: { type: 1 },
      beginDateTime: '2026-11-20T05:00:00.000Z',
      endDateTime: '2026-11-21T04:59:59.999Z',
    },
  });
});

test('a chip says its filter in words and hides an SSN', () => {
  const words = Object.entries(filters).map(([column, filter]) =>
    inWords(column as keyof ReportFilters, filter),
  );
  expect(words).toEqual([
    ['stein'],
    ['***-**-6789'],
    ['Spring and 1 more'],
    ['$0.03 to', '$0.035'],
    ['30 to', '180 seconds'],
    ['2026-11-20 00:00:00 to', '2026-11-20 23:59:59'],
    ['Transfer'],
  ]);
});

test('only columns that are not yet filtered are offered, and never the four constrained names', () => {
  const offered = columnsToFilter(filters);
  expect(offered).not.toContain('lastName');
  for (const column of [
    'calllistName',
    'campaignName',
    'callerIdTypeName',
    'callTypeName',
  ] as const) {
    expect(offered).not.toContain(column);
  }
  expect(columnsToFilter({})).toHaveLength(19 + 4);
});

test('applying a filter replaces the one of its column or goes behind the others', () => {
  const before: ReportFilters = {
    lastName: { type: 'keyword', keyword: 'a' },
    city: { type: 'keyword', keyword: 'b' },
  };
  const keyword = (text: string) => ({ type: 'keyword' as const, keyword: text });
  const replaced = withApplied(before, { column: 'lastName', filter: keyword('c') });
  expect(Object.entries(replaced)).toEqual([
    ['lastName', keyword('c')],
    ['city', keyword('b')],
  ]);
  const appended = withApplied(before, { column: 'state', filter: keyword('DE') });
  expect(Object.keys(appended)).toEqual(['lastName', 'city', 'state']);
});

test('a filter that is incomplete, of no column or of no editor is an error with its documented text', () => {
  const lacking = { column: 'lastName' as const, filter: newFilter('lastName', noon) };
  expect(() => withApplied({}, lacking)).toThrow('Attempting to apply an incomplete filter!');
  expect(() => withApplied({}, undefined)).toThrow('Editor state was undefined!');
  expect(() => newFilter('nosuch' as 'city', noon)).toThrow('Filter type is undefined!');
});

test('columns stand in the order of the report, and one without a position is an error', () => {
  expect(exportedColumns).toHaveLength(22);
  expect(callRecordColumns).toHaveLength(22 + 4);
  expect(callRecordColumns.map(positionOf)).toEqual(callRecordColumns.map((_, at) => at));
  expect(() => positionOf('nosuch' as 'city')).toThrow('The position of a column was undefined!');
});

/** Beyond the documents. */
const ours = ['outcome', 'keyPressed', 'messageVersion', 'carrierWords', 'callLists'];

test('every column has a name, a position and the documented type of filter', () => {
  const typeOf = (type: string) =>
    Object.entries(callRecordTable)
      .filter(([column, { filter }]) => filter === type && !ours.includes(column))
      .map(([column]) => column)
      .toSorted();
  expect(typeOf('date-range')).toEqual(['answerTime', 'finishTime', 'startTime']);
  expect(typeOf('numeric-range')).toEqual(['billedDuration', 'duration']);
  expect(typeOf('currency-range')).toEqual(['cost', 'minuteCost']);
  expect(typeOf('keyword')).toEqual([
    'callerId',
    'city',
    'dateOfBirth',
    'externalId',
    'firstName',
    'lastName',
    'middleName',
    'phoneNumber',
    'ssn',
    'state',
    'zipCode',
  ]);
  expect(typeOf('constrained-keyword')).toEqual([
    'abandonment',
    'brake',
    'callTypeName',
    'callerIdTypeName',
    'calllistName',
    'campaignName',
  ]);
  expect(typeOf('multiple-constrained-keyword')).toEqual(['campaigns']);
  expect(Object.values(callRecordTable).every(({ heading }) => heading.length > 0)).toBe(true);
});

test('the eleven documented columns and the outcome are shown until the reader chooses others', () => {
  expect(defaultColumns).toEqual([
    ...[
      'phoneNumber',
      'startTime',
      'outcome',
      'answerTime',
      'finishTime',
      'duration',
      'billedDuration',
    ],
    ...['minuteCost', 'cost', 'callTypeName', 'firstName', 'lastName'],
  ]);
});
