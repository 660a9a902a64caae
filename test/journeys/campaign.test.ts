import type { Locator, Page } from 'playwright-core';
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
  const types = page.getByRole('dialog').getByRole('button', { name: /^(Linkback|Broadcast)/ });
  expect(await types.count()).toBe(2);
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
  // It would never stop by itself.
  await question.getByRole('button', { name: 'Yes, save these times' }).click();
  await question
    .getByText('This campaign does not have a message assigned, are you okay with that?')
    .waitFor();
  await question.getByRole('button', { name: 'No, let me fix that' }).click();
  await page.getByLabel('Customer message').selectOption('Balance reminder');
  await saveButton(page).click();
  await question.getByRole('button', { name: 'Yes, save these times' }).click();
  await question.getByRole('button', { name: 'Yes, save my campaign' }).click();

  const cells = row(page, 'Week 48 reminders').getByRole('gridcell');
  await cells.first().waitFor();
  await cells.first().getByText('No list.').waitFor();
  const texts = await cells.allTextContents();
  expect(texts.slice(0, 7)).toEqual([
    'Week 48 remindersNo list.',
    'Stopped',
    'Broadcast',
    '9:30 PM',
    'Mon',
    '--',
    '--',
  ]);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a manager makes a Linkback: its fields, its sentences, three messages; it is listed, edited and deleted', async () => {
  const own = await makeClient(db);
  await makeVoiceMessage(db, own.clientId, 'To the agent');
  const page = await openCampaigns({}, own);
  await page.getByRole('button', { name: 'Add Campaign' }).click();
  await page.getByRole('button', { name: /^Linkback/ }).click();
  await page.getByRole('heading', { name: 'New Linkback' }).waitFor();
  expect(await page.getByText('Only Broadcast campaigns').count()).toBe(0);
  const form = page.getByRole('form', { name: 'Linkback' });
  expect(await form.getByLabel('Calls per minute').count()).toBe(0);

  await form.getByLabel('Name', { exact: false }).first().fill('Past due, with agents');
  await form.getByLabel('Call ratio').fill('0');
  await form.getByLabel('Agent count').fill('0');
  await form.getByLabel('Linkback phone number').fill('302555');
  await form.getByLabel('Default caller ID number').fill('3025550148');
  await form.getByText('The call ratio must be a number above 0.').waitFor();
  await form.getByText('The agent count must be a number above 0.').waitFor();
  await form.getByText('A phone number must have 10 digits').waitFor();
  expect(await saveButton(page).getAttribute('aria-disabled')).toBe('true');
  await form.getByLabel('Call ratio').fill('1.5');
  await form.getByLabel('Agent count').fill('12');
  await form.getByLabel('Linkback phone number').fill('3025550199');
  await form.getByLabel('Caller ID type').selectOption('None');

  const question = page.getByRole('dialog');
  await form.getByLabel('Customer message').selectOption('To the agent');
  await form.getByLabel('Machine message').selectOption('To the agent');
  await saveButton(page).click();
  await question.getByText('does not have a message assigned').waitFor();
  await question.getByRole('button', { name: 'No, let me fix that' }).click();
  await form.getByLabel('Agent message').selectOption('To the agent');
  await saveButton(page).click();
  await row(page, 'Past due, with agents').getByText('Linkback').waitFor();

  await row(page, 'Past due, with agents').dblclick();
  await page.getByRole('heading', { name: 'Edit Linkback' }).waitFor();
  expect(await form.getByLabel('Call ratio').inputValue()).toBe('1.5');
  expect(await form.getByLabel('Linkback phone number').inputValue()).toBe('(302) 555-0199');
  expect(await form.getByLabel('Agent message').inputValue()).not.toBe('');
  await form.getByLabel('Agent count').fill('9');
  await saveButton(page).click();
  // A second edit during the save would ask about unsaved changes.
  await page.getByRole('heading', { name: 'Edit Linkback' }).waitFor({ state: 'detached' });
  await row(page, 'Past due, with agents').dblclick();
  expect(await form.getByLabel('Agent count').inputValue()).toBe('9');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Actions for Past due, with agents' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No campaigns yet').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('an editor in which nothing was typed closes without a question, also after its lists were read again', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Untouched' });
  const page = await openCampaigns({}, own);
  await row(page, 'Untouched').dblclick();
  await page.getByRole('heading', { name: 'Edit Broadcast' }).waitFor();
  const id = await makeVoiceMessage(db, own.clientId, 'Made meanwhile');
  expect(id).toBeGreaterThan(0);
  const option = page
    .getByLabel('Customer message')
    .locator('option', { hasText: 'Made meanwhile' });
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return option.count();
    })
    .toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Untouched' }).waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test.each([
  ['campaignId=0&type=texting', 'Attempting to create an unsupported campaign type!'],
  ['campaignId=-3', 'Campaign editor is in an invalid state!'],
])('an address with ?%s shows the error card, and the way back', async (search, sentence) => {
  const page = await openCampaigns();
  await page.goto(`${api.url}/main/campaigns/dialer?${search}`);
  await page.getByText('Something went wrong and the page could not be loaded').waitFor();
  await expect.poll(() => page.locator('textarea, pre').first().inputValue()).toBe(sentence);
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor();
  browser.errors.splice(0);
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

test('the keyboard keeps its place: after Cancel, Save and a deletion the focus is in the list', async () => {
  const owner = await makeClient(db);
  for (const name of ['Gone', 'Next']) await makeCampaign(db, owner.clientId, { name });
  const page = await openCampaigns({}, owner);
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.textContent ?? '');
  // Another key comes first: a second Enter right after one counts as the same press.
  const enterOn = async (control: Locator) => {
    await control.focus();
    await page.keyboard.press('Shift');
    await page.keyboard.press('Enter');
  };
  const addByKeys = async () => {
    await enterOn(page.getByRole('button', { name: 'Add Campaign' }));
    await enterOn(page.getByRole('button', { name: /^Broadcast/ }));
    await page.getByRole('heading', { name: 'New Broadcast' }).waitFor();
  };
  await row(page, 'Next').waitFor();
  await addByKeys();
  await enterOn(page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(focused).toContain('Gone');
  await page.keyboard.press('Shift');
  await page.keyboard.press('Space');
  await page.getByText('1 campaign selected').waitFor();
  await enterOn(page.getByRole('button', { name: 'Delete', exact: true }));
  await enterOn(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await expect.poll(() => row(page, 'Gone').count()).toBe(0);
  await expect.poll(focused).toContain('Next');
  await addByKeys();
  await page.getByLabel('Name', { exact: false }).first().fill('Added by keys');
  await page.getByLabel('Calls per minute').fill('60');
  await page.getByLabel('Default caller ID number').fill('3025550148');
  await page.getByLabel('Caller ID type').selectOption('None');
  await enterOn(saveButton(page));
  await enterOn(page.getByRole('button', { name: 'Yes, save my campaign' }));
  await row(page, 'Added by keys').waitFor();
  await expect.poll(focused).not.toBe('');
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
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // A press right after what is under the pointer has changed has no effect, unless a key comes first.
  await page.keyboard.press('Shift');
  await openNewBroadcast(page);
  await page.getByLabel('Name', { exact: false }).first().blur();
  await page.locator('form').getByText('Name is Required').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${api.url}/main/campaigns/dialer?campaignId=0&type=linkback`);
  await page.getByLabel('Call ratio').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.context().close();
});
