import { expect, test } from 'vitest';
import { growth } from '../../src/cli/doctor/disk-forecast.ts';
import { readDiskUse, type StoredUse } from '../../src/db/queries/disk-use.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { keeps, makeOldList, standStill } from '../retention/world.ts';
import { commandsOn } from './command-run.ts';

const use: StoredUse = {
  perDay: [
    { days: 7, calls: 120_000 },
    { days: 30, calls: 90_000 },
  ],
  bytesPerCall: 1_200,
  stored: { bytes: 0, days: 0 },
  keptDays: null,
  databaseBytes: 4.2e9,
};

test('doctor says when the disk is full at the pace of the last days, and warns below 30', () => {
  expect(growth(use, 212.5 * 120_000 * 1_200)).toEqual({
    what: 'Growth',
    state: 'fine',
    text: 'At the pace of the last 7 days (120,000 calls a day, 1.2 KB each) the disk of the data folder will be full in 212 days',
  });
  expect(growth(use, 30 * 120_000 * 1_200).state).toBe('fine');
  const soon = growth(use, 29.9 * 120_000 * 1_200);
  expect(soon.state).toBe('hint');
  expect(soon.text).toContain('will be full in 29 days. Free some space');
});

test('with its own server it reports only the growth, and without calls only the size', () => {
  expect(growth(use, null).text).toBe(
    'At the pace of the last 7 days (120,000 calls a day, 1.2 KB each) the database grows by 144 MB a day; the database takes 4.2 GB',
  );
  expect(growth({ ...use, perDay: [] }, 1e9).text).toContain('no calls in the last 30 days');
});

test('what is measured is what is stored: the calls of the last days and the longest time of all clients', async () => {
  const db = await freshDatabase();
  await standStill(db);
  const [one, other] = [await makeClient(db), await makeClient(db)];
  await makeOldList(db, one.clientId, { age: 3, called: 70 });
  await makeOldList(db, one.clientId, { age: 20, called: 50 });
  await makeOldList(db, other.clientId, { age: 100, called: 10 });
  await keeps(db, other.clientId, { calls: 4_000 });
  const found = await readDiskUse(db);
  expect(found.perDay).toEqual([
    { days: 7, calls: 10 },
    { days: 30, calls: 4 },
  ]);
  expect(found.keptDays).toBe(4_031);
  expect(found.stored.days).toBeCloseTo(100, 0);
  // Too few rows to be measured by: as written down.
  expect(found.bytesPerCall).toBe(1_179);
  await keeps(db, one.clientId, { texts: null });
  expect((await readDiskUse(db)).keptDays).toBeNull();
  const doctor = await commandsOn(db.url)('doctor');
  expect(doctor.out).toMatch(
    /Growth +At the pace of the last 7 days \(10 calls a day, 1\.2 KB each\)/,
  );
});
