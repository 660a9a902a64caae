import { expect, test } from 'vitest';
import { type ReportAddress, readAddress, writeAddress } from './report-address.ts';
import { toWire } from './report-filter.ts';

const now = new Date('2026-11-20T17:00:00Z');

/** As the router does it. */
function roundTrip(address: ReportAddress): ReportAddress {
  const written = Object.entries(writeAddress(address)).filter(([, value]) => value !== undefined);
  return readAddress(Object.fromEntries(written), now).address;
}

test('filters, order, rows, columns and the open record come back from the address', () => {
  const address: ReportAddress = {
    filters: {
      campaigns: { type: 'multiple-constrained-keyword', choices: { 12: '', 15: '' } },
      outcome: { type: 'multiple-choice', choices: ['person', 'opted_out'] },
      lastName: { type: 'keyword', keyword: '1e5, ~ & ü' },
      phoneNumber: { type: 'keyword', keyword: '302' },
      duration: { type: 'numeric-range', start: -1, end: 60 },
      cost: { type: 'currency-range', start: 0.5, end: 2 },
      startTime: {
        ...{ type: 'date-range', startDay: '2026-11-20', startTime: '09:00:00' },
        ...{ endDay: '2026-11-20', endTime: '10:40:59' },
      },
      callTypeName: { type: 'constrained-keyword', choice: 'Transfer' },
    },
    sort: { column: 'duration', descending: true },
    rows: 50,
    columns: ['phoneNumber', 'ssn'],
    open: '1794932343000-12-345',
  };
  expect(roundTrip(address)).toEqual(address);
});

test('whole days and days that move with today stand as a person would write them', () => {
  const read = (startTime: string) => readAddress({ startTime }, now).address.filters;
  expect(writeAddress({ filters: read('2026-11-20') }).startTime).toBe('2026-11-20');
  expect(writeAddress({ filters: read('2026-11-19~2026-11-20') }).startTime).toBe(
    '2026-11-19~2026-11-20',
  );
  expect(writeAddress({ filters: read('today') }).startTime).toBe('today');
  const tomorrow = new Date('2026-11-21T17:00:00Z');
  expect(toWire(read('today'), tomorrow).startTime).not.toEqual(
    toWire(read('today'), now).startTime,
  );
});

test('what is not understood is left out and named; the rest holds', () => {
  const { address, ignored } = readAddress(
    {
      ...{
        nosuch: 1,
        duration: 'long',
        startTime: 'someday',
        outcome: 'person,alien',
        sort: '-ssn',
      },
      ...{ rows: 33, campaigns: '12,x', columns: 'nothing', open: '../x', lastName: { a: 1 } },
      ...{ callTypeName: 'Inbound', city: 'Wilmington' },
    },
    now,
  );
  expect(address.filters).toEqual({ city: { type: 'keyword', keyword: 'Wilmington' } });
  expect(ignored.sort()).toEqual(
    'callTypeName campaigns columns duration lastName nosuch open outcome rows sort startTime'.split(
      ' ',
    ),
  );
});

test('an SSN and a date of birth are neither written into the address nor read from it', () => {
  const filters = {
    ssn: { type: 'keyword', keyword: '123-45-6789' },
    dateOfBirth: { type: 'keyword', keyword: '1968' },
  } as const;
  expect(JSON.stringify(writeAddress({ filters }))).not.toMatch(/6789|1968/);
  const { address, ignored } = readAddress({ ssn: '6789', dateOfBirth: 1968 }, now);
  expect(address.filters).toEqual({});
  expect(ignored).toEqual(['ssn', 'dateOfBirth']);
});
