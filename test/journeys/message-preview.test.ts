/** A manager hears a message with one account's values, in the browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { unboundSeal } from '../harness/unbound-seal.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const campaignId = await makeCampaign(db, clientId, { name: 'Calls' });
await asClient(db, clientId, async (tx) => {
  const list = await tx.row<{ id: number }>(
    `INSERT INTO call_list (client_id, campaign_id, name, status_id)
     VALUES ($1, $2, 'Harbor Regional, November', 4) RETURNING call_list_id AS id`,
    [clientId, campaignId],
  );
  await tx.run(
    `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name,
       last_name, ssn)
     VALUES ($1, $2, 1, 2, '13025550148', 'Maximiliana', 'Okonkwo-Bell', $3)`,
    [clientId, list?.id, unboundSeal(api.deps.vault, '123-45-6789', { clientId, field: 'ssn' })],
  );
});
const form = new FormData();
const messageSteps = [
  { messageStepType: 4, value: 'Hello', ttsVoiceId: 4, stepOrder: 0 },
  { messageStepType: 5, ttsFieldId: 1, ttsVoiceId: 4, stepOrder: 1 },
  { messageStepType: 5, ttsFieldId: 5, ttsModeId: 2, ttsVoiceId: 4, stepOrder: 2 },
];
form.set('message', JSON.stringify({ name: 'Personal', messageSteps }));
const saved = await manager.post('/api/message/0/edit', form);
const messageId = saved.headers.get('content-location')?.split('/').at(-1);

async function atMessage(look: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage(look);
  const { username, password } = client.manager;
  const login = { code: client.code, username, password };
  const record = (await api.stranger.post('/api/security/login', login)).text;
  await page.addInitScript((user) => localStorage.setItem('user', user), record);
  await page.goto(`${api.url}/main/messages/voicemessages?messageId=${messageId}`);
  await page.getByText("In a call, each account's own values replace the field names.").waitFor();
  return page;
}

const choose = (page: Page, label: string) =>
  page.getByRole('combobox', { name: 'Values in the preview' }).selectOption(label);
const number = (page: Page) => page.getByRole('textbox', { name: 'Phone number of the account' });

/** The sounds that the server speaks for one play of the preview. */
async function played(page: Page, parts: number): Promise<number[]> {
  const lengths: number[] = [];
  const fetched = new Promise<void>((resolve) => {
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/message/speak')) return;
      lengths.push(decodeWav(await response.body()).samples.length);
      if (lengths.length === parts) resolve();
    });
  });
  await page.getByRole('button', { name: 'Play the message' }).click();
  await fetched;
  return lengths;
}

test('the preview speaks the values of the account whose number was given', async () => {
  const page = await atMessage();
  const [, firstName] = await played(page, 3);
  await page.getByRole('button', { name: 'Stop' }).click();

  await choose(page, 'For one account');
  await number(page).fill('3025550148');
  await page.getByText('Maximiliana Okonkwo-Bell, in the list Harbor Regional, November').waitFor();
  const words = page.locator('p', { hasText: 'Hello' }).last();
  await expect.poll(() => words.innerText(), { timeout: 20_000 }).toContain('***-**-6789');
  expect(await words.innerText()).toContain('Maximiliana');
  await page.getByText('only the last four digits of a Social Security number').waitFor();
  const [value] = await played(page, 2);
  expect(value).not.toBe(firstName);

  await choose(page, 'With field names');
  await page.getByText("In a call, each account's own values replace the field names.").waitFor();
  expect(await words.innerText()).toContain('First Name');
});

test('a number that no list contains has an error at its field, and field names stay', async () => {
  const page = await atMessage();
  await choose(page, 'For one account');
  await number(page).fill('3025550149');
  await page.getByText('None of your contact lists contains this number.').waitFor();
  expect(await page.locator('p', { hasText: 'Hello' }).last().innerText()).toContain('First Name');
});

test('axe finds nothing at the preview of an account, light and wide, dark and narrow', async () => {
  for (const look of [{ width: 1280 }, { dark: true, width: 390 }]) {
    const page = await atMessage(look);
    await choose(page, 'For one account');
    await number(page).fill('3025550148');
    await page.getByText('Maximiliana Okonkwo-Bell').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(browser.errors).toEqual([]);
});
