import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { restartableServer } from '../harness/restartable.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { untilPartsRead } from './monitoring-page.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const server = await restartableServer(console.deps);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
const campaignId = await makeCampaign(db, clientId, {
  name: 'Reminders',
  runStatus: 3,
  started: new Date().toISOString(),
  customerMessageId,
});
await makeCallList(db, clientId, { campaignId, name: 'Runs', phones: 400, counts: { person: 40 } });
const closing = await makeCallList(db, clientId, { campaignId, name: 'Ends', phones: 10 });
await makeCallList(db, clientId, { campaignId, name: 'Ended', phones: 10, status: 6 });

const noResponse = 'The server did not respond. Check that it is running, then try again.';
const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, { ...console, url: server.url }, client, path, look);
const card = (page: Page) =>
  page.getByRole('heading', { name: 'Something went wrong and the page could not be loaded' });

test('a page that cannot be loaded is a card with a link to the status page and the message to copy', async () => {
  for (const dark of [false, true]) {
    const page = await open('/main/upload', { dark });
    await page.getByRole('heading', { name: 'Upload Contact List' }).waitFor();
    await page.route('**/api/message?*', (route) => route.fulfill({ status: 200, body: 'no' }));
    await page.getByRole('link', { name: 'Voice', exact: true }).click();
    await card(page).waitFor();
    const message = page.getByLabel('Error message');
    expect(await message.inputValue()).toBe(
      'The server sent an unexpected response. Reload the page.',
    );
    expect(await message.getAttribute('readonly')).not.toBeNull();
    const status = page.getByRole('link', { name: 'status page' });
    expect(await status.getAttribute('href')).toBe('/status');
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/api/message?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No messages yet').or(page.getByRole('grid')).first().waitFor();
  }
});

test('a screen whose code cannot be fetched is a card too, and opens once the server is back', async () => {
  const page = await open('/main/calllist');
  await page.getByText('Ended').first().waitFor();
  await server.stop();
  await page.getByRole('link', { name: 'Live Monitoring' }).click();
  await card(page).waitFor();
  expect(await page.getByLabel('Error message').inputValue()).toBe(noResponse);
  await server.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Live Monitoring' }).waitFor();
  await card(page).waitFor({ state: 'detached' });
});

test('an operation that fails says so in a modal over the page, and Close resets it', async () => {
  const page = await open('/main/calllist');
  await page.getByRole('button', { name: 'Close Ends' }).click();
  await page.getByText('Close this contact list?').waitFor();
  // Somebody else deleted it first.
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = 6 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      closing,
    ]),
  );
  await page.getByRole('button', { name: 'Close List' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByText('Only a list that is New, Loaded or Open can be closed.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await modal.locator('footer, div').getByRole('button', { name: 'Close' }).last().click();
  await modal.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Reuse Ends' }).waitFor();
  expect(await card(page).count()).toBe(0);
});

test('the server goes away under an open campaign editor: nothing typed is lost, and the save works once it is back', async () => {
  const page = await open('/main/campaigns/dialer');
  await page.getByRole('button', { name: 'Add Campaign' }).click();
  await page.getByRole('button', { name: /^Broadcast/ }).click();
  const name = page.getByRole('textbox', { name: /^Name/ });
  const pace = page.getByLabel('Calls per minute');
  const number = page.getByLabel('Default caller ID number');
  await name.fill('Typed before the update');
  await pace.fill('42');
  await number.fill('3025550148');
  await page.getByLabel('Caller ID type').selectOption('Hide Caller Id');

  await server.stop();
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, save my campaign' }).click();
  };
  await save();
  await page.getByText(noResponse).waitFor();
  expect(await name.inputValue()).toBe('Typed before the update');
  expect(await pace.inputValue()).toBe('42');
  expect(await number.inputValue()).toBe('(302) 555-0148');

  await server.start();
  await save();
  await page.getByRole('link', { name: 'Typed before the update', exact: true }).waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('the server goes away under the Reuse panel: the name and the filters stay', async () => {
  const page = await open('/main/calllist');
  await page.getByRole('button', { name: 'Reuse Ended' }).click();
  await page.getByLabel('Contact List Name').fill('Once more');
  await page.getByRole('checkbox', { name: 'All Numbers not called' }).uncheck();
  await server.stop();
  await page.getByRole('button', { name: 'Reuse', exact: true }).click();
  await page.getByText(noResponse).waitFor();
  await page.getByText(/^Connection lost\./).waitFor();
  await server.start();
  await page.getByText(/^Live, updated/).waitFor();
  expect(await page.getByLabel('Contact List Name').inputValue()).toBe('Once more');
  const filter = page.getByRole('checkbox', { name: 'All Numbers not called' });
  expect(await filter.isChecked()).toBe(false);
});

test('the server goes away under Live Monitoring: the line says lost since when, the numbers stay, and it comes back by itself', async () => {
  const page = await open('/main/livemonitoring');
  await page.getByText('40 of 400').waitFor();
  await page.getByText(/^Live, updated/).waitFor();
  await untilPartsRead(page);
  await server.stop();
  await page.getByText(/^Connection lost\. These numbers are from .+ [AP]M\./).waitFor();
  await page.getByText('40 of 400').waitFor();
  // A press meanwhile is refused without leaving the screen.
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText(noResponse).waitFor();
  expect(await card(page).count()).toBe(0);
  await server.start();
  await page.getByText(/^Live, updated/).waitFor();
  await page.getByText('40 of 400').waitFor();
  expect(browser.errors).toEqual([]);
});
