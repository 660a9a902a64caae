/** More results than are counted at once. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
await fill(clientId, 10_199, 'Only');

/** One record with a name, and later ones without. */
async function fill(clientId: number, later: number, lastName: string): Promise<void> {
  await addCallRecords(db, clientId, console.deps.vault, [{ lastName }]);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
       billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
       call_list_name, campaign_name)
     SELECT client_id, started_at + n * interval '1 second', call_list_id, 1000 + n, campaign_id,
       duration, billed_duration, minute_cost, cost, result, call_type, phone, caller_id,
       caller_id_type, call_list_name, campaign_name
     FROM call_record, generate_series(1, $2::int) n WHERE client_id = $1`,
      [clientId, later],
    ),
  );
}

test('counting stops at 10,000, and Count all counts on', async () => {
  const page = await openSignedIn(browser, console, client, '/main/reports/cdr');
  await page.getByText('25 of more than 10,000 results', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText('more than 10,000 call records').waitFor();
  await page.keyboard.press('Escape');
  await keepPicture(page, 'report-more-than-10000');
  await page.getByRole('button', { name: 'Count all' }).click();
  await page.getByText('25 of 10,200 results', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Count all' }).count()).toBe(0);
  // Another filter is counted by itself again.
  await page.goto(`${console.url}/main/reports/cdr?lastName=Only`);
  await page.getByText('1 of 1 results', { exact: true }).waitFor();
});

test('two letters search the newest calls, which the screen says, and all when asked', async () => {
  const other = await makeClient(db);
  await fill(other.clientId, 20_050, 'Qvist');
  const page = await openSignedIn(browser, console, other, '/main/reports/cdr?lastName=qv');
  await page.getByText('No calls match these filters').waitFor();
  await page.getByText(/^Only calls since .* were searched\.$/).waitFor();
  await keepPicture(page, 'report-newest-searched');
  await page.getByRole('button', { name: 'Search all' }).click();
  await page.getByText('1 of 1 results', { exact: true }).waitFor();
  expect(await page.getByText(/were searched/).count()).toBe(0);
  // Three letters have an index.
  await page.goto(`${console.url}/main/reports/cdr?lastName=qvi`);
  await page.getByText('1 of 1 results', { exact: true }).waitFor();
});
