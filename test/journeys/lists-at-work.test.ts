/** Lists at 120 rows: their address, Back, links, actions on several, the palette and the keys. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addContacts } from '../harness/text-data.ts';
import { chooseAction, rowOf } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
await makeVoiceMessage(db, clientId, 'Payment reminder');
for (let number = 1; number <= 120; number += 1) {
  await makeCampaign(db, clientId, { name: `Bulk ${number}`, type: number % 2 === 0 ? 2 : 1 });
}
const east = await makeCampaign(db, clientId, { name: 'East', runStatus: 3 });
const statements = await makeCallList(db, clientId, {
  campaignId: east,
  name: 'Statements, November',
  phones: 1_000,
  counts: { attempted: 240, person: 100, machine: 100, no_answer: 40 },
});

const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, path, look);
const searchOf = (page: Page) => new URL(page.url()).search;
const namesOf = async (page: Page) =>
  page.getByRole('row').locator('a').filter({ hasText: /^Bulk/ }).allInnerTexts();

test('search, filters, sort and row count are in the address; Back and Cancel return to position and focus', async () => {
  const page = await open('/main/campaigns/dialer');
  await rowOf(page, 'East').getByText('240 of 1,000').waitFor();
  await page.getByLabel('Find by name, list or message').fill('bulk');
  await page.getByRole('button', { name: 'Stopped 120' }).click();
  await page.getByLabel('Type').selectOption('Linkback');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await page.getByLabel('Rows').selectOption('50 rows');
  await expect.poll(() => page.getByRole('row').count()).toBe(51);
  // As people sort: 2 before 10.
  expect((await namesOf(page)).slice(0, 3)).toEqual(['Bulk 2', 'Bulk 4', 'Bulk 6']);
  expect(searchOf(page)).toBe('?find=bulk&status=stopped&type=linkback&sort=name&rows=50');

  const row = rowOf(page, 'Bulk 80');
  await row.scrollIntoViewIfNeeded();
  await row.locator('td').nth(1).click();
  const top = await page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTop);
  expect(top).toBeGreaterThan(500);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Edit Linkback' }).waitFor();
  const asLeft = async () => {
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.textContent ?? '');
    await expect.poll(focused).toContain('Bulk 80');
    expect(await page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTop)).toBe(
      top,
    );
    expect(searchOf(page)).toBe('?find=bulk&status=stopped&type=linkback&sort=name&rows=50');
    expect(await page.getByLabel('Find by name, list or message').inputValue()).toBe('bulk');
  };
  await page.goBack();
  await asLeft();
  // A second Enter right after the first would count as the same press.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Edit Linkback' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await asLeft();

  await page.reload();
  await expect.poll(() => page.getByRole('row').count()).toBe(51);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a name is a link that another tab can open, and a campaign is found by its list', async () => {
  const page = await open('/main/campaigns/dialer?find=statements');
  const link = page.getByRole('link', { name: 'East', exact: true });
  expect(await link.getAttribute('href')).toBe(`/main/campaigns/dialer?campaignId=${east}`);
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
});

test('a campaign is duplicated from its menu: the copy is stopped', async () => {
  const page = await open('/main/campaigns/dialer?find=east');
  await chooseAction(page, 'East', 'Duplicate');
  await page.getByText('East was duplicated.').waitFor();
  await rowOf(page, 'East copy').getByText('Stopped').waitFor();
});

test('several campaigns are stopped at once and deleted after a question', async () => {
  const ids = await Promise.all(
    ['Gone 1', 'Gone 2'].map((name) => makeCampaign(db, clientId, { name, runStatus: 3 })),
  );
  const page = await open('/main/campaigns/dialer?find=gone');
  await rowOf(page, 'Gone 1').hover();
  await page.getByLabel('Select Gone 1').check();
  await rowOf(page, 'Gone 2').locator('td').nth(1).click();
  await page.keyboard.press('Space');
  await page.getByText('2 campaigns selected').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('2 stopped.').waitFor();
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE campaign SET run_status = 1 WHERE client_id = $1 AND campaign_id = ANY ($2::bigint[])',
      [clientId, ids],
    ),
  );
  await page.reload();
  await rowOf(page, 'Gone 2').hover();
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Delete Campaign' });
  await question.getByText('Delete 2 campaigns?').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 deleted.').waitFor();
  await page.getByText('No campaign found').waitFor();
});

test('several lists are closed at once; one that cannot be is named with its reason', async () => {
  const names = { 'Close A': 4, 'Close B': 3, 'Close C': 5 } as const;
  for (const [name, status] of Object.entries(names)) {
    await makeCallList(db, clientId, { campaignId: east, name, phones: 5, status });
  }
  const page = await open('/main/calllist?find=close');
  await rowOf(page, 'Close A').hover();
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Lists' }).click();
  await page
    .getByText(
      '2 closed, 1 could not be: Close C: Only a list that is New, Loaded or Open can be closed.',
    )
    .waitFor();
});

test('a list is renamed, and another list of that name is pointed out first', async () => {
  const page = await open('/main/calllist?find=statements');
  await chooseAction(page, 'Statements, November', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename Contact List' });
  await dialog.getByLabel('Contact List Name').fill('close a');
  await dialog.getByText('Another contact list has this name: in East, Closed.').waitFor();
  await dialog.getByLabel('Contact List Name').fill('Statements, December');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Statements, November is now Statements, December.').waitFor();
  await rowOf(page, 'Statements, December').waitFor();
  // Its calls keep the name that they were made under, so the report is asked by id.
  const link = page.getByRole('link', { name: 'Statements, December', exact: true });
  expect(await link.getAttribute('href')).toBe(`/main/reports/cdr?callLists=${statements}`);
});

test('a reused list is shown alone, also beside another list of its name', async () => {
  const closed = { campaignId: east, name: 'Reused before', phones: 1, status: 6 as const };
  await addContacts(db, clientId, await makeCallList(db, clientId, closed), [
    { first_name: 'Ann' },
  ]);
  const page = await open('/main/calllist?find=reused+before');
  await page.getByRole('button', { name: 'Reuse Reused before' }).click();
  await page.getByLabel('Contact List Name').fill('Reused before');
  await page.getByRole('button', { name: 'Reuse', exact: true }).click();
  await page.getByRole('link', { name: 'Show it' }).click();
  await page.waitForURL(/\?callListId=\d+$/);
  await page.getByRole('button', { name: 'All 1' }).waitFor();
  await rowOf(page, 'Reused before').getByText('Loaded').waitFor();
});

test('an account field that nothing uses is deleted', async () => {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO account_field (client_id, custom_index, name) VALUES ($1, 1, 'Kept'), ($1, 2, 'Idle')`,
      [clientId],
    ),
  );
  const page = await open('/main/customfields');
  await chooseAction(page, 'Idle', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Idle was deleted.').waitFor();
  await rowOf(page, 'Idle').waitFor({ state: 'detached' });
  await rowOf(page, 'Kept').waitFor();
});

test('a file of numbers is added to the do-not-call list, which is exported with who added each', async () => {
  const page = await open('/main/donotcall');
  await page.getByRole('button', { name: 'Upload' }).click();
  const text = 'Phone\n2125550141\n(212) 555-0142\n2125550141\nnobody\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'numbers.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Add Numbers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Numbers' });
  await dialog.getByText('2 numbers added.').waitFor();
  await dialog.getByText('1 number already on the list.').waitFor();
  await dialog.getByText('Line 5: nobody').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, '(212) 555-0142').getByText(`Manager, ${client.manager.name}`).waitFor();
  await page.getByLabel('Added by', { exact: true }).selectOption('Opt-out text');
  await page.getByText("Couldn't find any records.").waitFor();
  expect(searchOf(page)).toBe('?source=text');
  await page.getByRole('button', { name: 'Show all' }).click();
  await rowOf(page, '(212) 555-0142').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  expect(readFileSync(file, 'utf8')).toContain(`12125550142,Manager,${client.manager.name},`);
});

test('the palette stops a campaign, makes one, changes the theme, and finds numbers', async () => {
  const page = await open('/main/calllist');
  const say = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find a screen/ }).fill(words);
  };
  await page.getByText('Contact Lists').first().waitFor();
  await say('stop east');
  await page.getByRole('option', { name: /^Stop East/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('East was stopped.').waitFor();

  await say('start bulk 7');
  await page
    .getByRole('option', { name: /^Start Bulk 7\b/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /^Start Bulk 7/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await say('stop all');
  await page.keyboard.press('Enter');
  const stop = page.getByRole('dialog', { name: /^Stop/ });
  await stop.getByRole('button', { name: 'Cancel' }).click();

  await say('dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await say('(212) 555-0142');
  await page
    .getByRole('option', { name: /555-0142/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/main/number/12125550142');
  await say('new linkback');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New Linkback' }).waitFor();
});

test('a question mark lists the keys, but not while it is typed into a field', async () => {
  const page = await open('/main/calllist');
  await page.getByLabel('Find by name or campaign').fill('');
  await page.keyboard.press('?');
  expect(await page.getByLabel('Find by name or campaign').inputValue()).toBe('?');
  await page.getByLabel('Find by name or campaign').fill('');
  await page.getByRole('heading', { name: 'Contact Lists' }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await keys.getByText('Ctrl K').waitFor();
  for (const where of ['In the Call Detail Report', 'While an unclear text is open']) {
    await keys.getByRole('heading', { name: where }).waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
});

test('a select with many campaigns is searched by typing and shows the type of each', async () => {
  await makeCampaign(db, clientId, { name: 'East', type: 3 });
  await makeCallList(db, clientId, { campaignId: east, name: 'Over', phones: 5, status: 6 });
  const page = await open('/main/calllist?find=over');
  await page.getByRole('button', { name: 'Reuse Over' }).click();
  const campaign = page.getByRole('combobox', { name: 'Campaign' });
  await campaign.click();
  await campaign.fill('east');
  const options = page.getByRole('option');
  await expect
    .poll(() => options.allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^East\s+Broadcast$/),
        expect.stringMatching(/^East\s+Texting$/),
      ]),
    );
  expect(await axeFindings(page)).toEqual([]);
  await campaign.fill('east texting');
  await campaign.press('Enter');
  expect(await campaign.inputValue()).toBe('East');
  await campaign.press('ArrowDown');
  await campaign.press('Escape');
  expect(await options.count()).toBe(0);
  expect(browser.errors.splice(0)).toEqual([]);
});
