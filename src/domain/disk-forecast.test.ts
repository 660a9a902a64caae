import { expect, test } from 'vitest';
import { type DiskUse, describeBytes, forecastDisk } from './disk-forecast.ts';

const GB = 1e9;

/** 100,000 calls a day of 1,000 bytes: 0.1 GB a day. */
const use: DiskUse = {
  perDay: [
    { days: 7, calls: 100_000 },
    { days: 30, calls: 40_000 },
  ],
  bytesPerCall: 1_000,
  stored: { bytes: 10 * GB, days: 100 },
  keptDays: null,
  freeBytes: 20 * GB,
};

test('without retention it is free space by growth', () => {
  expect(forecastDisk(use)).toEqual({
    days: 7,
    callsPerDay: 100_000,
    bytesPerDay: GB / 10,
    fullIn: 200,
  });
});

test('the faster of the two paces counts', () => {
  const perDay: DiskUse['perDay'] = [
    { days: 7, calls: 0 },
    { days: 30, calls: 200_000 },
  ];
  expect(forecastDisk({ ...use, perDay })).toMatchObject({ days: 30, fullIn: 100 });
});

test('no call in 30 days is no forecast', () => {
  const perDay: DiskUse['perDay'] = [
    { days: 7, calls: 0 },
    { days: 30, calls: 0 },
  ];
  expect(forecastDisk({ ...use, perDay })).toBeUndefined();
  expect(forecastDisk({ ...use, perDay: [] })).toBeUndefined();
});

test('a disk that cannot be seen has a growth and no day', () => {
  expect(forecastDisk({ ...use, freeBytes: null })).toMatchObject({
    bytesPerDay: GB / 10,
    fullIn: null,
  });
});

test('retention that begins before the disk is full holds a growth that was as fast before', () => {
  // 100 days are stored, 150 are kept: 50 days more come, then as much goes as comes.
  expect(forecastDisk({ ...use, keptDays: 150 })?.fullIn).toBe(Number.POSITIVE_INFINITY);
});

test('retention that begins too late does not', () => {
  expect(forecastDisk({ ...use, keptDays: 301 })?.fullIn).toBe(200);
});

test('a pace that grew fills the disk although retention deletes the slower past', () => {
  // 0.02 GB a day go from now on, 0.1 come: 20 GB last 250 days, which is before all old calls have
  // gone.
  const slow = { ...use, stored: { bytes: 8 * GB, days: 400 }, keptDays: 400 };
  expect(forecastDisk(slow)?.fullIn).toBe(250);
  // Kept for 200 days only: by then all of the past has gone, and the disk is not full.
  const short = { ...use, stored: { bytes: 4 * GB, days: 200 }, keptDays: 200 };
  expect(forecastDisk(short)?.fullIn).toBe(Number.POSITIVE_INFINITY);
});

test('an empty past gives nothing back', () => {
  const fresh = { ...use, stored: { bytes: 0, days: 0 }, keptDays: 365 };
  expect(forecastDisk(fresh)?.fullIn).toBe(200);
});

test('a full disk is full today', () => {
  expect(forecastDisk({ ...use, freeBytes: 0 })?.fullIn).toBe(0);
});

test('bytes are said by thousands', () => {
  expect([0, 999, 1_179, 120_000, 999_600, 2.5e9, 7e15].map(describeBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.2 KB',
    '120 KB',
    '1.0 MB',
    '2.5 GB',
    '7000 TB',
  ]);
});
