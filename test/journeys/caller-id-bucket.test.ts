import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeBucket, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const newcomer = await makeClient(db);
const { clientId } = client;
const numbers = Array.from({ length: 3_000 }, (_, at) => `1${3_025_550_000 + at}`);
const bucketId = await makeBucket(db, clientId, 'East coast', numbers);
await makeBucket(db, clientId, 'Spare', []);
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
await asClient(db, clientId, (tx) =>
  tx.run(
    `UPDATE campaign SET caller_id_bucket_id = $3, caller_id_type = 3
     WHERE client_id = $1 AND campaign_id = $2`,
    [clientId, campaignId, bucketId],
  ),
);

type Look = Parameters<typeof browser.newPage>[0];
const open = (look: Look = {}, who = client, path = '/main/rci') =>
  openSignedIn(browser, console, who, path, look);

test('buckets show size, date and campaigns, and the numbers of the chosen one', async () => {
  const page = await open();
  const row = page.getByRole('row').filter({ hasText: 'East coast' });
  await row.waitFor();
  const headers = await page.getByRole('columnheader').allInnerTexts();
  expect(headers.map((text) => text.trim()).filter(Boolean)).toEqual([
    'Name',
    'Size',
    'Date Assigned',
    'Campaigns',
    'Actions',
  ]);
  expect((await row.getByRole('gridcell').allInnerTexts())[1]).toBe('3,000');
  expect((await row.getByRole('gridcell').allInnerTexts())[3]).toBe('Reminders');
  await row.getByRole('gridcell').first().dblclick();
  await page.waitForURL(`**/main/rci?bucketId=${bucketId}`);
  await page.getByText('3,000 numbers', { exact: true }).waitFor();
  await page.getByRole('gridcell', { name: '(302) 555-0000', exact: true }).waitFor();
  await page.getByLabel('Find by digits').fill('555-29');
  await page.getByText('100 of 3,000 numbers').waitFor();
  await page.getByLabel('Find by digits').fill('999888');
  await page.getByText("Couldn't find any records.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close East coast' }).click();
  await page.waitForURL((url) => url.search === '');
  await expect
    .poll(() => page.getByRole('grid', { name: 'Numbers of East coast' }).count())
    .toBe(0);
});

test('numbers that cannot be loaded say why, and Retry brings them', async () => {
  const page = await openSignedIn(browser, console, client, '/status');
  await page.route('**/api/rci/*/numbers**', (route) => route.abort());
  await page.goto(`${console.url}/main/rci?bucketId=${bucketId}`);
  await page.getByText('The server did not respond.').waitFor();
  await page.unroute('**/api/rci/*/numbers**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('gridcell', { name: '(302) 555-0000', exact: true }).waitFor();
});

test('a campaign with a Dynamic Caller Id leads to the numbers of its bucket', async () => {
  const page = await open({}, client, `/main/campaigns/dialer?campaignId=${campaignId}`);
  await page.getByRole('link', { name: 'See its numbers' }).click();
  await page.waitForURL(`**/main/rci?bucketId=${bucketId}`);
  await page.getByRole('gridcell', { name: '(302) 555-0000', exact: true }).waitFor();
});

test('the palette finds the screen by what its users call it', async () => {
  const page = await open({}, client, '/main/calllist');
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('dynamic caller id');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/main/rci');
});

test('without a bucket it says who assigns them, and leads to where one does without', async () => {
  const page = await open({}, newcomer);
  await page.getByText('No caller ID buckets yet').waitFor();
  await page.getByText('ask your operator for one').waitFor();
  await page.getByRole('link', { name: 'Open Campaigns' }).click();
  await page.getByText('No campaigns yet').waitFor();
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('has no axe findings, %s', async (_, look) => {
  const page = await open(look, client, `/main/rci?bucketId=${bucketId}`);
  await page.getByText('(302) 555-0000').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  expect(browser.errors).toEqual([]);
});
