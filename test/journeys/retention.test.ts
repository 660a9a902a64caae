import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { noteDeleted } from '../../src/db/queries/retention.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keeps } from '../retention/world.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test('a report says what of it was deleted, and the archives how long files are kept', async () => {
  const client = await makeClient(db);
  await keeps(db, client.clientId, { reports: 30 });
  await asPlatform(db, (tx) =>
    noteDeleted(tx, client.clientId, 'calls', Date.parse('2025-03-01T00:00:00Z')),
  );
  const page = await openSignedIn(browser, console, client, '/main/reports/cdr');
  await page
    .getByText('Calls before 2025-03-01 were deleted when their retention period ended.')
    .waitFor();
  const archives = await openSignedIn(browser, console, client, '/main/reports/archive');
  await archives
    .getByText(/^Exports of the call detail report, kept 30 days\. Times are/)
    .waitFor();
});

test('an administrator reads how long each kind is kept, and when the oldest of it goes', async () => {
  const client = await makeClient(db);
  await keeps(db, client.clientId, { calls: 30 });
  await addCallRecords(db, client.clientId, console.deps.vault, [
    { startedAt: new Date('2026-01-15T17:00:00Z') },
  ]);
  const page = await openSignedIn(browser, console, client, '/main/retention');
  const calls = page.getByRole('row', { name: /Call records/ });
  await calls.getByRole('gridcell', { name: '30 days, set for you' }).waitFor();
  await calls.getByRole('gridcell', { name: '1', exact: true }).waitFor();
  await calls.getByRole('gridcell', { name: '2026-01-15' }).waitFor();
  await calls.getByRole('gridcell', { name: / at the earliest$/ }).waitFor();
  await keepPicture(page, 'retention-1280-light');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'retention-390-light');
});
