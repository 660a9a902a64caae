/** What was typed is asked for before it is lost, wherever it was typed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { choose, goOn } from './upload-wizard.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
for (const name of ['First closed', 'Second closed']) {
  await makeCallList(db, client.clientId, { campaignId, name, phones: 2, status: 6 });
}

const open = (path: string) => openSignedIn(browser, api, client, path);
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard' }).click();
const menu = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const step = (page: Page) =>
  page
    .locator('[aria-current=step]')
    .innerText()
    .then((text) => text.replace(/\s+/g, ' '));
const stepIs = (page: Page, text: string) => expect.poll(() => step(page)).toBe(text);

const file = {
  ...{ name: 'november.csv', mimeType: 'text/csv' },
  buffer: Buffer.from('First,Phone\nAnn,302 555 0148\n'),
};

test('the steps of the wizard are in the address: Back goes one step back, Forward one on', async () => {
  const page = await open('/main/donotcall');
  await page.getByRole('heading', { name: 'Do Not Call' }).waitFor();
  await menu(page, 'Contact Lists');
  await page.getByRole('link', { name: 'Add New' }).click();
  await choose(page, file);
  await goOn(page, 'Map');
  await goOn(page, 'Preview');
  expect(new URL(page.url()).search).toBe('?step=3');
  await page.goBack();
  await stepIs(page, '2 Map');
  await page.goBack();
  await stepIs(page, '1 Select file');
  expect(await page.getByText('november.csv').first().isVisible()).toBe(true);
  await page.goForward();
  await stepIs(page, '2 Map');

  // Out of the wizard it asks, by Back, the menu and the palette; the file is still there.
  await page.goBack();
  await stepIs(page, '1 Select file');
  await page.goBack();
  await keep(page);
  await stepIs(page, '1 Select file');
  await menu(page, 'Account Fields');
  await keep(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find a screen/ }).fill('managers');
  await page.keyboard.press('Enter');
  await keep(page);
  await goOn(page, 'Map');
  await menu(page, 'Account Fields');
  await discard(page);
  await page.waitForURL('**/main/customfields');
  await page.getByRole('heading', { name: 'Account Fields', level: 1, exact: true }).waitFor();
  await page.goBack();
  // What was discarded is gone, so the step cannot be opened: the address says so.
  await stepIs(page, '1 Select file');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await page.getByText('november.csv').count()).toBe(0);
});

test('an address of a step without its file leads to the first one, and a reload asks', async () => {
  const page = await open('/main/upload?step=4');
  await stepIs(page, '1 Select file');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await choose(page, file);
  await goOn(page, 'Map');
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    });
  });
  await page.evaluate(() => setTimeout(() => location.reload()));
  expect(await asked).toBe('beforeunload');
  await stepIs(page, '2 Map');
});

test('going back to the mapping resets it, also by Back of the browser', async () => {
  const page = await open('/main/upload');
  await choose(page, file);
  await goOn(page, 'Map');
  await page.getByRole('switch', { name: 'First' }).check();
  await goOn(page, 'Preview');
  await page.goBack();
  await stepIs(page, '2 Map');
  expect(await page.getByRole('switch', { name: 'First' }).isChecked()).toBe(false);
  expect(await page.getByRole('switch', { name: 'Phone' }).isChecked()).toBe(true);
});

test('the Reuse panel asks before it is closed, left, or opened for another list', async () => {
  const page = await open('/main/calllist');
  await page.getByRole('button', { name: 'Reuse First closed' }).click();
  const name = page.getByLabel('Contact List Name');
  await name.fill('December');
  await page.keyboard.press('Escape');
  await keep(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await keep(page);
  await menu(page, 'Do Not Call');
  await keep(page);
  await page.getByRole('button', { name: 'Reuse Second closed' }).click();
  await keep(page);
  expect(await name.inputValue()).toBe('December');
  await page.getByRole('button', { name: 'Reuse Second closed' }).click();
  await discard(page);
  await expect.poll(() => name.inputValue()).toBe('');
  // Nothing typed, nothing asked.
  await menu(page, 'Do Not Call');
  await page.getByRole('heading', { name: 'Do Not Call' }).waitFor();
});

test('a number that was typed but not added is asked for, and an added one is not', async () => {
  const page = await open('/main/donotcall');
  await page.getByLabel(/^Phone Number/).fill('3025550148');
  await menu(page, 'Contact Lists');
  await keep(page);
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await page.getByText('will no longer be called or texted').waitFor();
  await menu(page, 'Contact Lists');
  await page.getByRole('heading', { name: 'Contact Lists' }).waitFor();
  expect(browser.errors).toEqual([]);
});
