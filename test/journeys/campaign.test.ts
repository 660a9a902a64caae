import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeBucket, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

let client: TestClient;
beforeAll(async () => {
  client = await makeClient(db);
  await makeVoiceMessage(db, client.clientId, 'Balance reminder');
  await makeBucket(db, client.clientId, 'Main numbers');
});

async function openCampaigns(given: Parameters<typeof browser.newPage>[0] = {}, as = client) {
  const page = await browser.newPage(given);
  await signInByHand(page, api.url, as);
  await page.goto(`${api.url}/main/campaigns/dialer`);
  return page;
}

async function openNewBroadcast(page: Page) {
  await page.getByRole('button', { name: 'Add Campaign' }).click();
  const chooser = page.getByRole('dialog', { name: 'Create A New Campaign' });
  await chooser.getByRole('button', { name: /^Broadcast/ }).click();
  await page.getByRole('heading', { name: 'New Broadcast' }).waitFor();
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a manager makes a Broadcast in the form, is asked about missing messages, and sees it listed', async () => {
  const page = await openCampaigns();
  await page.getByText('No campaigns yet').waitFor();
  await page.getByRole('button', { name: 'Add Campaign' }).click();
  const linkback = page.getByRole('button', { name: /^Linkback/ });
  expect(await linkback.getAttribute('aria-disabled')).toBe('true');
  expect(await linkback.textContent()).toContain('come with a later version');
  await page.getByRole('button', { name: /^Broadcast/ }).click();

  await saveButton(page).hover();
  await page.getByRole('tooltip').filter({ hasText: 'Name is Required' }).waitFor();
  await page.getByLabel('Name', { exact: false }).first().fill('Week 48 reminders');
  await page.getByLabel('Calls per minute').fill('60');
  await page.getByLabel('Default caller ID number').fill('3025550148');
  expect(await page.getByLabel('Default caller ID number').inputValue()).toBe('(302) 555-0148');
  const bucket = page.getByLabel('Bucket');
  expect(await bucket.isDisabled()).toBe(true);
  await page.getByLabel('Caller ID type').selectOption('Dynamic Caller Id');
  await bucket.selectOption('Main numbers (2)');
  const start = page.getByRole('group', { name: 'Auto start weekdays' });
  await start.getByLabel('Mon').check();
  await saveButton(page).hover();
  await page.getByRole('tooltip').filter({ hasText: 'An auto start time is required' }).waitFor();
  await page.getByLabel('Auto start time').fill('9:30');
  await page.getByLabel('Auto start AM or PM').selectOption('PM');

  await saveButton(page).click();
  const question = page.getByRole('dialog');
  await question
    .getByText('This campaign does not have a message assigned, are you okay with that?')
    .waitFor();
  await question.getByRole('button', { name: 'No, let me fix that' }).click();
  await page.getByLabel('Customer message').selectOption('Balance reminder');
  await saveButton(page).click();
  await question.getByRole('button', { name: 'Yes, save my campaign' }).click();

  const cells = row(page, 'Week 48 reminders').getByRole('gridcell');
  await cells.first().waitFor();
  const texts = await cells.allTextContents();
  expect(texts.slice(0, 7)).toEqual([
    'Week 48 reminders',
    'Stopped',
    'Broadcast',
    '9:30 PM',
    'Mon',
    '--',
    '--',
  ]);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('double-click edits; another name that is taken and unsaved changes are caught', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'First' });
  await makeCampaign(db, own.clientId, { name: 'Second' });
  const page = await openCampaigns({}, own);
  await row(page, 'Second').dblclick();
  await page.getByRole('heading', { name: 'Edit Broadcast' }).waitFor();
  const name = page.getByLabel('Name', { exact: false }).first();
  await name.fill('first');
  await name.blur();
  await page.locator('form').getByText('Campaign name must be unique').waitFor();
  expect(await saveButton(page).getAttribute('aria-disabled')).toBe('true');

  await name.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await name.fill('Second, changed');
  await saveButton(page).click();
  await page.getByRole('button', { name: 'Yes, save my campaign' }).click();
  await row(page, 'Second, changed').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('delete asks first, and is not offered while a campaign runs', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Old one' });
  await makeCampaign(db, own.clientId, { name: 'Runs', runStatus: 3 });
  const page = await openCampaigns({}, own);
  await page.getByRole('button', { name: 'Actions for Runs' }).click();
  const off = page.getByRole('menuitem', { name: 'Delete' });
  expect(await off.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Old one' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Campaign' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await row(page, 'Old one').waitFor({ state: 'detached' });
  expect(await row(page, 'Runs').count()).toBe(1);
  expect(browser.errors.splice(0)).toEqual([]);
});

test.each([false, true])('axe finds nothing on list, chooser and form (dark: %s)', async (dark) => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Listed', runStatus: 3 });
  await makeCampaign(db, own.clientId, { name: 'Done', completed: true });
  const page = await openCampaigns({ dark }, own);
  await row(page, 'Listed').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Campaign' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await openNewBroadcast(page);
  await page.getByLabel('Name', { exact: false }).first().blur();
  await page.locator('form').getByText('Name is Required').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});
