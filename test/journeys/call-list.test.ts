import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const newcomer = await makeClient(db);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
const statuses = { New: 1, Loaded: 4, Open: 3, Closing: 5, Closed: 6, Processing: 2 } as const;
const longName = 'harbor_ortho_statements_2026-11-20_corrected_and_sent_again_by_the_branch.csv';
const ids: Record<string, number> = {};
for (const [name, status] of Object.entries(statuses)) {
  ids[name] = await makeCallList(db, client.clientId, {
    campaignId,
    name: `${name} list`,
    phones: 200,
    status,
    counts: { person: 50, machine: 30 },
  });
}
await makeCallList(db, client.clientId, { campaignId, name: longName, phones: 0 });

const lists = (look: Parameters<typeof browser.newPage>[0] = {}, path = '/main/calllist') =>
  openSignedIn(browser, console, client, path, look);

test('each status offers its one action, and Processing and Closing none', async () => {
  const page = await lists();
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} list` });
  await row('Open').waitFor();
  const offered = async (name: string) =>
    (await row(name).getByRole('button').allInnerTexts()).filter(Boolean);
  expect(await offered('New')).toEqual(['Close']);
  expect(await offered('Loaded')).toEqual(['Close']);
  expect(await offered('Open')).toEqual(['Close']);
  expect(await offered('Closed')).toEqual(['Reuse']);
  expect(await offered('Processing')).toEqual([]);
  expect(await offered('Closing')).toEqual([]);
  expect(await row('Open').innerText()).toMatch(/40%\s+of 200/);
});

test('the columns are the documented ones and the name narrows the list', async () => {
  const page = await lists();
  await page.getByRole('gridcell', { name: 'Open list', exact: true }).waitFor();
  const headers = await page.getByRole('columnheader').allInnerTexts();
  expect(headers.map((header) => header.trim()).filter(Boolean)).toEqual([
    'Name',
    'Status',
    'Called',
    'Campaign',
    'Base Call List',
    'Created',
    'Actions',
  ]);
  await page.getByLabel('Find by name or campaign').fill('closed');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Find by name or campaign').fill('nowhere');
  await page.getByText('No contact list found').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('button', { name: 'Closed 1' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
});

test('a list is closed after a question and changes its status without a reload', async () => {
  const page = await lists();
  await page.getByRole('button', { name: 'Close Loaded list' }).click();
  await page.getByText('Close this contact list?').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Close Loaded list' }).click();
  await page.getByRole('button', { name: 'Close List' }).click();
  await page.getByRole('button', { name: 'Reuse Loaded list' }).waitFor();
});

test('Reuse asks for a name and at least one filter, and says when no number remains', async () => {
  const page = await lists();
  await page.getByRole('button', { name: 'Reuse Closed list' }).click();
  const reuse = page.getByRole('button', { name: 'Reuse', exact: true });
  const filters = [
    'All Numbers not called',
    'All Numbers Called and Answered',
    'All Numbers Called and Not answered',
  ];
  for (const name of filters) {
    expect(await page.getByRole('checkbox', { name, exact: true }).isChecked()).toBe(true);
  }
  await page.getByLabel('Contact List Name').press('Enter');
  await page.getByRole('paragraph').getByText('A name is required for the contact list').waitFor();
  await page.getByLabel('Contact List Name').fill('Again');
  for (const name of filters) await page.getByRole('checkbox', { name, exact: true }).uncheck();
  await page.getByRole('paragraph').getByText('Please select at least one option above').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('checkbox', { name: filters[0] ?? '', exact: true }).check();
  // The list of this test has counts but no entries, so nothing is left to call.
  await reuse.click();
  await page
    .getByText(
      "Failed to create a new contact list for the given filters. If there are no eligible numbers to be added, a new contact list won't be created.",
    )
    .waitFor();
});

test('a loading list is watched until it is there', async () => {
  const page = await lists();
  const row = page.getByRole('row').filter({ hasText: 'Processing list' });
  await row.getByText('loading').waitFor();
  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = 4 WHERE client_id = $1 AND call_list_id = $2', [
      client.clientId,
      ids.Processing,
    ]),
  );
  await page.getByRole('button', { name: 'Close Processing list' }).waitFor();
});

test('a row leads to its calls and to Live Monitoring', async () => {
  const page = await lists();
  await page.getByRole('button', { name: 'Actions for Open list' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Show calls in report' }).click();
  await page.waitForURL(/reports\/cdr\?callLists=\d+/);
  await page.goBack();
  await page.getByRole('button', { name: 'Actions for Open list' }).click();
  await page.getByRole('menuitem', { name: 'Open in Live Monitoring' }).click();
  await page.waitForURL(/livemonitoring/);
});

test('without any list it says what to do next', async () => {
  const page = await openSignedIn(browser, console, newcomer, '/main/calllist');
  await page.getByText('No contact lists yet').waitFor();
  await page.getByRole('link', { name: 'Add New' }).click();
  await page.waitForURL('**/main/upload');
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('has no axe findings, %s', async (_, look) => {
  const page = await lists(look);
  await page.getByText('Open list').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  expect(browser.errors).toEqual([]);
});
