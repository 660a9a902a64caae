/** "Call me" and "Text me" in a real browser: the phone is confirmed, then a message comes to it. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { managerCode } from '../../src/db/manager-code.ts';
import { managerWorld } from '../engine/manager-world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import {
  addContacts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
// 12:00 in the East: codes are sent in calling hours.
const api = await testConsole(db, { now: () => new Date('2026-11-18T17:00:00Z') });
const browser = testBrowser();
// An engine with a virtual clock, as fast as it can.
const world = managerWorld(db, { vault: api.deps.vault });
let stopped = false;
const loop = run();
async function run(): Promise<void> {
  while (!stopped) {
    await world.tick();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
afterAll(async () => {
  stopped = true;
  await loop;
  await world.engine.engine.stop();
});

async function someone() {
  const client = await makeClient(db);
  const { clientId } = client;
  await makeTextingNumber(db, clientId);
  const text = await makeTextMessage(db, clientId, 'Reminder', 'Hello [first_name], call us.');
  const voice = await makeVoiceMessage(db, clientId, 'Statement');
  const campaign = await makeCampaign(db, clientId, { name: 'Spring broadcast' });
  const list = await makeCallList(db, clientId, { campaignId: campaign, name: 'April', phones: 1 });
  const ann = { first_name: 'Ann', last_name: 'Lee', external_id: 'A-1' };
  await addContacts(db, clientId, list, [ann]);
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
       VALUES ($1, $2, 1, '[]', '', 4000)`,
      [clientId, voice],
    );
    await tx.run('UPDATE campaign SET customer_message_id = $2 WHERE campaign_id = $1', [
      campaign,
      voice,
    ]);
  });
  return { client, text, voice, campaign };
}

async function codeOf({ clientId }: TestClient): Promise<string> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ n: number }>(
      'SELECT carrier_number AS n FROM manager_contact ORDER BY manager_contact_id DESC LIMIT 1',
    ),
  );
  return managerCode(api.deps.vault, { clientId, carrierNumber: row?.n ?? 0 });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function confirmPhone(page: Page, client: TestClient, number: string): Promise<void> {
  await page.getByLabel('Phone number').fill(number);
  await button(page, 'Text me a code').click();
  await page.getByText(/A code is on its way to/).waitFor();
  await keepPicture(page, 'own-phone-code');
  await page.getByRole('textbox', { name: /^Code/ }).fill(await codeOf(client));
  await button(page, 'Confirm').click();
  await page.getByText(/^Confirmed /).waitFor();
}

test('a manager confirms a phone, reads a text on it with the values of an account, and hears a campaign', async () => {
  const { client, text, voice, campaign } = await someone();
  const page = await openSignedIn(browser, api, client, '/main/user');
  await confirmPhone(page, client, '3025550123');
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'own-phone');

  await page.goto(`${api.url}/main/messages/textmessages?messageId=${text}`);
  await button(page, 'Text me').click();
  const texting = dialog(page, 'Text me');
  await texting.getByText('(302) 555-0123').waitFor();
  await texting.getByLabel('Values').selectOption('first');
  await texting.getByLabel('Contact list').selectOption({ label: 'April' });
  await button(page, 'Text me').last().click();
  await texting.getByRole('status').filter({ hasText: 'Delivered.' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'text-me');

  await page.goto(`${api.url}/main/campaigns/dialer?campaignId=${campaign}`);
  await button(page, 'Call me').click();
  const calling = dialog(page, 'Call me');
  await calling.getByLabel('Message', { exact: true }).waitFor();
  await button(page, 'Call me').last().click();
  await calling.getByRole('status').filter({ hasText: 'The call has ended.' }).waitFor();
  await keepPicture(page, 'call-me-campaign');
  await button(page, 'Close').last().click();
  await keepPicture(page, 'try-it-campaign');

  const small = await openSignedIn(
    browser,
    api,
    client,
    `/main/messages/voicemessages?messageId=${voice}`,
    { width: 390, dark: true },
  );
  await button(small, 'Call me').click();
  await dialog(small, 'Call me').getByText('Your last tests').waitFor();
  expect(await scrollsSideways(small)).toBe(false);
  await keepPicture(small, 'call-me-narrow');
  await small.goto(`${api.url}/main/user`);
  await small.getByText(/^Confirmed /).waitFor();
  await keepPicture(small, 'own-phone-narrow');
});

test('beside a form with changes that are not saved, it says that they are not in it', async () => {
  const { client, text, campaign } = await someone();
  const { clientId } = client;
  const texts = await makeTextCampaign(db, clientId, { name: 'Spring texts' });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET text_message_id = $2 WHERE campaign_id = $1', [texts, text]),
  );
  for (const [route, id, title] of [
    ['dialer', campaign, 'Call me'],
    ['texting', texts, 'Text me'],
  ] as const) {
    const path = `/main/campaigns/${route}?campaignId=${id}`;
    const page = await openSignedIn(browser, api, client, path);
    const trial = dialog(page, title);
    const note = trial.getByText('Your changes since then are not in it.');
    await button(page, title).click();
    await trial.getByText('Your last tests').or(trial.getByText('Confirm your number')).waitFor();
    expect(await note.count()).toBe(0);
    await button(page, 'Close').last().click();
    await page.getByLabel(/^Name/).fill('Summer');
    await button(page, title).click();
    await note.waitFor({ timeout: 5_000 });
    await page.close();
  }
});

test('in the demo, whose carrier is simulated, the screen has the code and says that no phone rings', async () => {
  const { client, voice } = await someone();
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET demo = true WHERE client_id = $1', [client.clientId]),
  );
  const page = await openSignedIn(browser, api, client, '/main/user', { width: 390 });
  await page.getByLabel('Phone number').fill('3025550125');
  await button(page, 'Call me instead').click();
  const note = page.getByText('The carrier is simulated, so no phone gets it. The code is');
  const code = (await note.locator('strong').textContent()) ?? '';
  expect(code).toMatch(/^\d{6}$/);
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'own-phone-demo');
  await page.getByRole('textbox', { name: /^Code/ }).fill(code);
  await button(page, 'Confirm').click();
  await page.getByText(/^Confirmed /).waitFor();
  await page.goto(`${api.url}/main/messages/voicemessages?messageId=${voice}`);
  await button(page, 'Call me').click();
  await dialog(page, 'Call me').getByText('does not ring', { exact: false }).waitFor();
});
