import { test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { noteDeleted } from '../../src/db/queries/retention.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keeps } from '../retention/world.ts';

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
