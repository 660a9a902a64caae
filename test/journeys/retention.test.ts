import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { noteDeleted } from '../../src/db/queries/retention.ts';
import { noteSwept } from '../../src/db/queries/retention-figure.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keeps, makeOldList } from '../retention/world.ts';
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
    .getByText('Calls before Feb 28, 2025, 7:00 PM were deleted when their retention period ended.')
    .waitFor();
  const archives = await openSignedIn(browser, console, client, '/main/reports/archive');
  await archives
    .getByText(/^Exports of the call detail report, kept 30 days\. Times are/)
    .waitFor();
});

const looks = [
  { name: '1280-light', width: 1280, height: 800, dark: false },
  { name: '1280-dark', width: 1280, height: 800, dark: true },
  { name: '390-light', width: 390, height: 844, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
];

test.each(looks)(
  'an administrator reads how long each kind of data is kept ($name)',
  async ({ name, ...look }) => {
    const client = await makeClient(db);
    await keeps(db, client.clientId, { reports: 1, inbound: null });
    await makeOldList(db, client.clientId, { age: 20 });
    await runRetention(db);
    await asPlatform(db, (tx) => noteSwept(tx, 'calls', new Map([[client.clientId, 1204]])));
    await asPlatform(db, (tx) =>
      noteDeleted(tx, client.clientId, 'calls', Date.parse('2025-03-01T00:00:00Z')),
    );
    const page = await openSignedIn(browser, console, client, '/main/retention', look);
    const table = page.getByRole('grid', { name: 'Kinds of data' });
    await table.getByText('Archived reports').waitFor();
    await page
      .getByText(/each night at [23]:37 AM, unused recordings and reports each hour/)
      .waitFor();
    const words = (await table.innerText()).replace(/\s+/g, ' ');
    expect(words).toMatch(/Inbound texts .*Forever/);
    expect(words).toContain('1 day, set for you');
    expect(words).toMatch(/1,204 on \d{4}-\d\d-\d\d/);
    expect(words).toMatch(/10, about [\d.]+ [KM]B/);
    expect(words).toMatch(/\d{4}-\d\d-\d\d: up to 10\b/);
    expect(await page.locator('main').innerText()).toMatch(
      /Counted \w{3} \d+, \d+:\d\d [AP]M\. The audit log is kept for good\. Times are in Eastern Time\./,
    );
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, `retention-${name}`);
  },
);
