/** Exact requirements of document 1 that no other journey covers. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { problem } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign } from '../harness/text-data.ts';
import { start } from './monitoring-page.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const callers = '/main/campaigns/dialer';
const monitoring = '/main/livemonitoring';

let client: TestClient;
let campaignId: number;
beforeAll(async () => {
  client = await makeClient(db);
  const { clientId } = client;
  const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
  campaignId = await makeCampaign(db, clientId, { name: 'Reminders', customerMessageId });
  const counts = { person: 40, machine: 10 };
  const list = { campaignId, name: 'Statements', phones: 100, counts };
  const callListId = await makeCallList(db, clientId, list);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [clientId, callListId],
    ),
  );
});

const open = (path: string, as = client) => openSignedIn(browser, console, as, path);
const headersOf = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());

test('the campaign list has the eight documented columns', async () => {
  const page = await open(callers);
  await page.getByRole('gridcell', { name: /^Select Reminders/ }).waitFor();
  expect((await headersOf(page)).slice(0, 8)).toEqual([
    'Name',
    'Status',
    'Type',
    'Auto Start Time (ET)',
    'Start Weekdays',
    'Auto Stop Time (ET)',
    'Stop Weekdays',
    'Updated',
  ]);
  await page.getByRole('button', { name: 'Actions for Reminders' }).click();
  const actions = await page.getByRole('menuitem').allInnerTexts();
  expect(actions.map((text) => text.split('\n')[0])).toEqual(
    expect.arrayContaining(['Edit', 'Delete']),
  );
});

test('the text campaigns have the three documented columns and an Edit action', async () => {
  const own = await makeClient(db);
  await makeTextCampaign(db, own.clientId, { name: 'November texts' });
  const page = await open('/main/campaigns/texting', own);
  await page.getByRole('gridcell', { name: /^Select November texts/ }).waitFor();
  expect((await headersOf(page)).slice(0, 3)).toEqual(['Name', 'Status', 'Updated']);
  await page.getByRole('button', { name: 'Actions for November texts' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('form', { name: 'Text campaign' }).waitFor();
});

test('the type chooser leads to the editor of the chosen type', async () => {
  for (const type of ['Linkback', 'Broadcast']) {
    const page = await open(callers);
    await page.getByRole('button', { name: 'Add Campaign' }).click();
    const chooser = page.getByRole('dialog', { name: 'Create A New Campaign' });
    await chooser.getByRole('button', { name: new RegExp(`^${type}`) }).click();
    await page.getByRole('heading', { name: `New ${type}` }).waitFor();
    await page.context().close();
  }
});

test('a caller ID type is one of the four, required fields carry an asterisk, and choices begin with Please choose...', async () => {
  const page = await open(`${callers}?campaignId=0`);
  const type = page.getByLabel('Caller ID type');
  await type.waitFor();
  expect(await type.locator('option').allTextContents()).toEqual([
    'Please choose...',
    'None',
    'Hide Caller Id',
    'Single Caller Id',
    'Dynamic Caller Id',
  ]);
  const values = type
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(await values).toEqual(['', '0', '1', '2', '3']);
  const first = type.locator('option').first();
  expect([await first.isDisabled(), await first.getAttribute('hidden')]).toEqual([true, '']);
  const labels = (await page.locator('label').allInnerTexts()).map((text) => text.trim());
  for (const required of [
    'Name',
    'Calls per minute',
    'Caller ID type',
    'Default caller ID number',
  ]) {
    expect(
      labels.some((label) => label.startsWith(`${required}*`) || label === `${required} *`),
    ).toBe(true);
  }
});

test('a campaign that somebody else deleted is named so when it is deleted again', async () => {
  const own = await makeClient(db);
  const id = await makeCampaign(db, own.clientId, { name: 'Twice' });
  const page = await open(callers, own);
  await page.getByRole('button', { name: 'Actions for Twice' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const other = await console.signIn(own);
  expect((await other.post(`/api/campaign/${id}/delete`)).status).toBe(200);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Attempting to delete a non-existent campaign!').waitFor();
});

test('a campaign that is listed and has no data is named so on the error card', async () => {
  const page = await open(callers);
  await page.getByRole('gridcell', { name: /^Select Reminders/ }).waitFor();
  const gone = problem('not_found', 'There is no such campaign.').toBody();
  await page.route('**/api/campaign/broadcast/*/item', (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', json: gone }),
  );
  await page.getByRole('gridcell', { name: /^Select Reminders/ }).dblclick();
  await expect
    .poll(() => page.getByLabel('Error message').inputValue())
    .toBe('Attempting to edit a campaign without any associated data!');
});

test('Live Monitoring says Loading ... until its campaigns are there', async () => {
  const page = await openSignedIn(browser, console, client, '/main/calllist');
  await page.getByText('Statements').first().waitFor();
  let respond = () => {};
  const held = new Promise<void>((done) => {
    respond = done;
  });
  await page.route('**/api/campaign?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Live Monitoring' }).click();
  await page.getByText('Loading ...').waitFor();
  respond();
  await page.getByRole('article', { name: 'Reminders' }).waitFor();
  await page.getByText('Loading ...').waitFor({ state: 'detached' });
});

test('the pie is 170 wide, and the bars stand on lines at every 20% from 0 to 100%', async () => {
  const page = await open(monitoring);
  await page.getByText('50 of 100').waitFor();
  const pie = page.getByRole('region', { name: 'Results' }).locator('svg').first();
  expect(await pie.boundingBox()).toMatchObject({ width: 170, height: 170 });
  const today = page.getByRole('region', { name: "Only Today's" });
  for (const tick of ['0%', '20%', '40%', '60%', '80%', '100%']) {
    expect(await today.getByText(tick, { exact: true }).count()).toBeGreaterThan(0);
  }
});

test('Start shows Starting at once, with a pause instead of the play icon', async () => {
  const page = await open(monitoring);
  let respond = () => {};
  const held = new Promise<void>((done) => {
    respond = done;
  });
  await page.route('**/api/campaign/*/start', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const iconOf = (name: string) =>
    page.getByRole('button', { name, exact: true }).locator('svg').innerHTML();
  const play = await iconOf('Start');
  await start(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  expect(await page.getByRole('article').getByRole('status').first().textContent()).toBe(
    'Starting',
  );
  expect(await iconOf('Stop')).not.toBe(play);
  respond();
});

test.each([
  ['Stopped', 1, 'Start'],
  ['Starting', 2, 'Stop'],
  ['Running', 3, 'Stop'],
  ['Stopping', 4, 'Start'],
] as const)('%s has the icon of its button, play or pause', async (name, runStatus, button) => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'One', runStatus });
  const page = await open(monitoring, own);
  await page.getByRole('article').getByRole('status').getByText(name).waitFor();
  const icon = page.getByRole('button', { name: button, exact: true }).locator('svg');
  // Two bars are a pause, one triangle is play.
  const shapes = [await icon.locator('rect').count(), await icon.locator('path').count()];
  expect(shapes).toEqual(button === 'Stop' ? [2, 0] : [0, 1]);
});

test('the Reuse panel of a list whose campaign is gone asks for a campaign', async () => {
  const own = await makeClient(db);
  const gone = await makeCampaign(db, own.clientId, { name: 'Gone' });
  await makeCampaign(db, own.clientId, { name: 'Next' });
  await makeCallList(db, own.clientId, { campaignId: gone, name: 'Old', phones: 5, status: 6 });
  const manager = await console.signIn(own);
  expect((await manager.post(`/api/campaign/${gone}/delete`)).status).toBe(200);
  const page = await open('/main/calllist', own);
  await page.getByRole('button', { name: 'Reuse Old' }).click();
  await page.getByLabel('Contact List Name').fill('Again');
  await page.getByLabel('Contact List Name').press('Enter');
  await page.getByRole('paragraph').getByText('Campaign selection is required').waitFor();
  const reuse = page.getByRole('button', { name: 'Reuse', exact: true });
  expect(await reuse.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Next');
  expect(await reuse.getAttribute('aria-disabled')).toBeNull();
});

test('the status colours are the documented ones, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await openSignedIn(browser, console, client, monitoring, { dark });
    const colors = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const names = ['green', 'red', 'purple', 'grey'];
      return names.map((name) => style.getPropertyValue(`--status-${name}`).trim().toUpperCase());
    });
    expect(colors).toEqual(['#65DE99', '#FF7474', '#7E59F2', '#A1A0AE']);
  }
});

test('the file input of the upload says Max. size: 120 MB', async () => {
  const page = await open('/main/upload');
  await page.getByText('Max. size: 120 MB').waitFor();
  expect(browser.errors).toEqual([]);
});

test('Hide Caller Id warns that a sales call must show a number; the other types say nothing of it', async () => {
  const page = await open(`${callers}?campaignId=0`);
  const type = page.getByLabel('Caller ID type');
  const warning = page.getByText('A sales call must show a number at which the seller');
  await type.waitFor();
  for (const [name, warns] of [
    ['Single Caller Id', false],
    ['Hide Caller Id', true],
    ['None', false],
  ] as const) {
    await type.selectOption(name);
    expect([name, await warning.count()]).toEqual([name, warns ? 1 : 0]);
  }
  await type.selectOption('Hide Caller Id');
  expect(await axeFindings(page)).toEqual([]);
});
