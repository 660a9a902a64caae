/** The choice of a voice, and how fields are said, in the editor of a message. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { insertSpeechEngine, removeSpeechEngine } from '../../src/db/queries/speech-engine.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
await manager.post('/api/customfield/0/edit', { name: 'Balance Due' });
const campaignId = await makeCampaign(db, clientId, { name: 'Calls' });
await asClient(db, clientId, async (tx) => {
  const list = await tx.row<{ id: number }>(
    `INSERT INTO call_list (client_id, campaign_id, name, status_id, mapped_fields)
     VALUES ($1, $2, 'Harbor Regional, November', 4, '{0,1,12}') RETURNING call_list_id AS id`,
    [clientId, campaignId],
  );
  await tx.run(
    `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, custom)
     VALUES ($1, $2, 1, 2, '13025550148', 'Bo', '{"1": "12.00"}'),
       ($1, $2, 2, 3, '13025550149', 'Maximiliana', '{"1": "1,204.50"}'), ($1, $2, 3, 4, '13025550150', NULL, NULL)`,
    [clientId, list?.id],
  );
});
await asPlatform(db, (tx) =>
  insertSpeechEngine(tx, api.deps.vault, {
    ...{
      name: 'kokoro',
      kind: 'openai',
      settings: { address: 'http://127.0.0.1:9', private: 'yes' },
    },
    sendsTo: 'speech.example.net',
    voices: [{ engineName: 'af_bella', name: 'Bella, English (US), female' }],
  }),
);
const form = new FormData();
const messageSteps = [
  { messageStepType: 4, value: 'Your balance is', ttsVoiceId: 3, stepOrder: 0 },
  { messageStepType: 5, ttsFieldId: 12, ttsVoiceId: 3, stepOrder: 1 },
];
form.set('message', JSON.stringify({ name: 'Balance', messageSteps }));
await manager.post('/api/message/0/edit', form);

async function atNewMessage(look: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage(look);
  const { username, password } = client.manager;
  const login = { code: client.code, username, password };
  const record = (await api.stranger.post('/api/security/login', login)).text;
  await page.addInitScript((user) => localStorage.setItem('user', user), record);
  await page.goto(`${api.url}/main/messages/voicemessages?messageId=0`);
  await page.getByRole('button', { name: 'Field text-to-speech' }).click();
  return page;
}
const select = (page: Page, name: string) => page.getByRole('combobox', { name });

test("a manager hears a voice, changes how a field is said, and hears a list's worst rows", async () => {
  const page = await atNewMessage({ width: 1280 });
  const voice = select(page, 'Voice');
  expect(await voice.inputValue()).toBe('3');
  const heard = page.waitForResponse((response) => response.url().endsWith('/api/message/speak'));
  await page.getByRole('button', { name: 'Hear Robert' }).click();
  expect((await heard).status()).toBe(200);

  await select(page, 'Account field').selectOption('Balance Due');
  const said = select(page, 'Said as');
  await page.getByText('509.24 is "five hundred nine dollars and twenty-four cents"').waitFor();
  expect(await said.locator('option:checked').innerText()).toBe('Amount of money (guessed)');
  await select(page, 'Values in the preview').selectOption('Worst rows of a list');
  await select(page, 'Contact list').selectOption('Harbor Regional, November');
  await page.getByText('Maximiliana, (302) 555-0149').waitFor();
  await page.getByText('one thousand two hundred four dollars and fifty cents').waitFor();
  await keepPicture(page, 'voices-1280');

  await said.selectOption('Digit by digit');
  await page.getByText('Balance Due is now said as: Digit by digit.').first().waitFor();
  await page.getByText('one, two zero four point five zero').waitFor();
  await select(page, 'Row').selectOption('Most blank values');
  await page.getByText('An account without a name, (302) 555-0150').waitFor();
  await said.selectOption('');
  await page.getByText('Balance Due is now said as it is guessed.').first().waitFor();
});

test('where texts leave the machine, the choice of the voice says so, on a narrow dark screen, too', async () => {
  const page = await atNewMessage({ width: 390, dark: true });
  await select(page, 'Account field').selectOption('State');
  await page.getByText('MO is "Missouri"').waitFor();
  await select(page, 'Voice').selectOption('Bella, English (US), female');
  await page
    .getByText('are sent to speech.example.net, a server that your operator added')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'voices-390-dark');
  expect(browser.errors).toEqual([]);
});

test('a step whose voice was removed says so in its row, in its form, and where the message is saved', async () => {
  const added = (await manager.get('/api/ttsvoice')).json<{ id: number; name: string }[]>();
  const bella = added.find(({ name }) => name.startsWith('Bella'));
  const spoken = new FormData();
  const steps = [
    { messageStepType: 4, value: 'Hello', ttsVoiceId: 1, stepOrder: 0 },
    { messageStepType: 5, ttsFieldId: 1, ttsVoiceId: bella?.id, stepOrder: 1 },
  ];
  spoken.set('message', JSON.stringify({ name: 'By Bella', messageSteps: steps }));
  const saved = await manager.post('/api/message/0/edit', spoken);
  const id = saved.headers.get('content-location')?.split('/').at(-1);
  await asPlatform(db, (tx) => removeSpeechEngine(tx, 'kokoro'));
  const page = await atNewMessage({ width: 1280 });
  await page.goto(`${api.url}/main/messages/voicemessages?messageId=${id}`);
  const row = page.getByRole('listitem').filter({ hasText: 'First Name' });
  await row.getByText('Its voice was removed. Choose another one.').waitFor();
  await page
    .getByText('The voice of this step was removed: calls speak its values in the built-in voice')
    .waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByRole('textbox', { name: 'Name' }).fill('By Susan');
  const reason = await save.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${reason}"]`).textContent()).toBe(
    'Step 2: its voice was removed. Choose another one.',
  );
  await row.getByRole('button').first().click();
  expect(await select(page, 'Voice').inputValue()).toBe('0');
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'voices-removed-1280');
  await select(page, 'Voice').selectOption('Susan, English (US), female');
  await page.getByRole('button', { name: 'Save step' }).click();
  await save.click();
  await page.waitForURL((url) => !url.search.includes('messageId'));
  expect(browser.errors).toEqual([]);
});
