import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { noteDeleted } from '../../src/db/queries/retention.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
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
    await asPlatform(db, (tx) =>
      noteDeleted(tx, client.clientId, 'calls', Date.parse('2025-03-01T00:00:00Z')),
    );
    const page = await openSignedIn(browser, console, client, '/main/retention', look);
    const table = page.getByRole('grid', { name: 'Kinds of data' });
    await table.getByText('Archived reports').waitFor();
    await page
      .getByText(/each night at 7:37 UTC, unused recordings and reports each hour/)
      .waitFor();
    const words = (await table.innerText()).replace(/\s+/g, ' ');
    expect(words).toMatch(/Inbound texts .*Forever/);
    expect(words).toContain('1 day, set for you');
    expect(words).toContain('All before 2025-03-01');
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, `retention-${name}`);
  },
);
