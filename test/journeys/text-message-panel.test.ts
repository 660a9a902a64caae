/** The sentences of document 2 on text messages that no other journey covers. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextMessage } from '../harness/text-data.ts';
import { rowOf } from './screen.ts';
import { message, panel } from './text-message-screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
await makeTextMessage(db, client.clientId, 'Balance');

const open = () => openSignedIn(browser, api, client, '/main/messages/textmessages');
const name = (page: Page) => page.getByLabel(/^Message Name/);

test('the table has the columns Name, Updated and Campaigns, and a picture stands in the closed panel', async () => {
  const page = await open();
  await rowOf(page, 'Balance').waitFor();
  const headers = await page.getByRole('columnheader').allInnerTexts();
  expect(headers.map((header) => header.trim()).filter(Boolean)).toEqual([
    'Name',
    'Updated',
    'Campaigns',
    'Actions',
  ]);
  const picture = panel(page).locator('svg').last();
  expect(await picture.isVisible()).toBe(true);
  expect((await picture.boundingBox())?.height).toBeGreaterThan(100);
  expect(await message(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Add New' }).click();
  await message(page).waitFor();
  expect(
    await panel(page)
      .locator('svg')
      .evaluateAll((all) => all.some((one) => one.clientHeight > 100)),
  ).toBe(false);
});

test('the list is loaded each time the page is entered', async () => {
  const page = await open();
  await rowOf(page, 'Balance').waitFor();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Do Not Call' }).click();
  await page.getByRole('heading', { level: 1, name: 'Do Not Call' }).waitFor();
  await makeTextMessage(db, client.clientId, 'By a colleague');
  await menu.getByRole('link', { name: 'Text', exact: true }).click();
  await rowOf(page, 'By a colleague').waitFor({ timeout: 4_000 });
});

test('Cancel resets the panel: what was typed is not there the next time', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add New' }).click();
  await name(page).fill('Never saved');
  await message(page).fill('Never sent');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await message(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add New' }).click();
  expect(await name(page).inputValue()).toBe('');
  expect(await message(page).inputValue()).toBe('');
  expect(await rowOf(page, 'Never saved').count()).toBe(0);
});

test('the three account fields can be inserted, instead of the selected text and up to 500 characters', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add New' }).click();
  const insert = page.getByRole('button', { name: 'Insert account field' });
  await insert.click();
  const offered = (await page.getByRole('menuitem').allInnerTexts()).map((item) =>
    item.replace(/\s+/g, ' '),
  );
  expect(offered).toEqual([
    'First Name [first_name]',
    'Last Name [last_name]',
    'File Number [file_number]',
  ]);
  await page.keyboard.press('Escape');
  await message(page).fill('Dear NAME, hello');
  await message(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 9));
  await insert.click();
  await page.getByRole('menuitem', { name: 'Last Name' }).click();
  expect(await message(page).inputValue()).toBe('Dear [last_name], hello');
  // The longest token fits to the last character.
  await message(page).fill('x'.repeat(487));
  await insert.click();
  await page.getByRole('menuitem', { name: 'File Number' }).click();
  await panel(page).getByText('500/500').waitFor();
  expect(await insert.getAttribute('aria-disabled')).toBe('true');
  await name(page).fill('To the brim');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'To the brim').waitFor();
  expect(browser.errors).toEqual([]);
});
