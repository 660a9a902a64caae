/** What a screen that is empty says comes first, and where it leads. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { closeList } from '../../src/db/queries/call-list.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextMessage } from '../harness/text-data.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

const messageFirst = 'The message comes first.';
const campaignNext = 'Your messages are there: the campaign comes next.';

/** The screens that are empty until something was called. */
async function leads(page: Page, sentence: string, action: string, to: string): Promise<void> {
  for (const path of ['/main/reports/cdr', '/main/forecasts']) {
    await page.goto(`${console.url}${path}`);
    const empty = page.getByRole('gridcell').or(page.locator('td')).filter({ hasText: ' yet' });
    await empty.getByText(sentence).first().waitFor();
    const link = empty.getByRole('link', { name: action }).first();
    expect([path, await link.getAttribute('href')]).toEqual([path, to]);
  }
}

test('a list without campaigns says that the message comes first only where there is none', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/main/campaigns/dialer');
  await page.getByText(messageFirst).waitFor();
  await page.goto(`${console.url}/main/campaigns/texting`);
  await page.getByText(messageFirst).waitFor();

  await makeVoiceMessage(db, client.clientId, 'Payment reminder');
  await makeTextMessage(db, client.clientId, 'Payment reminder');
  await page.goto(`${console.url}/main/campaigns/dialer`);
  await page.getByText(campaignNext).waitFor();
  await page.goto(`${console.url}/main/campaigns/texting`);
  await page.getByText(campaignNext).waitFor();
  expect(await page.getByText(messageFirst).count()).toBe(0);
});

test('reports without calls lead to what truly comes first: campaign, list, start', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/status');
  await leads(page, 'Create a campaign first.', 'Open Campaigns', '/main/campaigns/dialer');
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
  const upload = 'Upload a contact list for your campaign first.';
  await leads(page, upload, 'Upload a list', '/main/upload');
  const list = { campaignId, name: 'November', phones: 3 };
  const callListId = await makeCallList(db, client.clientId, list);
  await leads(page, 'Start a campaign first.', 'Open Live Monitoring', '/main/livemonitoring');
  // A closed list is never called.
  await asClient(db, client.clientId, (tx) => closeList(tx, client.clientId, callListId));
  await leads(page, upload, 'Upload a list', '/main/upload');
});
