/** Document 2 on the screen of voice messages: its table, its editor, its rules, its dialogs. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Reason } from '../../src/contract/reason.ts';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

// No jobs run here: every message keeps the status that it is given.
const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const manager = await api.signIn(client);

async function opened(path = '', look: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage(look);
  const { username, password } = client.manager;
  const login = { code: client.code, username, password };
  const record = (await api.stranger.post('/api/security/login', login)).text;
  await page.addInitScript((user) => localStorage.setItem('user', user), record);
  await page.goto(`${api.url}/main/messages/voicemessages${path}`);
  return page;
}

/** A message with one spoken step in this status; with its sound if it is to be played. */
async function made(name: string, status: number, reason: Reason | null, sound = false) {
  const form = new FormData();
  const messageSteps = [{ messageStepType: 4, value: 'Hello.', ttsVoiceId: 4 }];
  form.set('message', JSON.stringify({ name, messageSteps }));
  const response = await manager.post('/api/message/0/edit', form);
  const id = Number(response.headers.get('content-location')?.split('/').at(-1));
  const { clientId } = client;
  const spoken = await manager.post('/api/message/speak', {
    text: 'Hello. This message is long enough to be stopped while it plays.',
    ttsVoiceId: 4,
  });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE voice_message SET status_id = $3, reason = $4, ready_version = 1
       WHERE client_id = $1 AND voice_message_id = $2`,
      [clientId, id, status, reason],
    );
    if (!sound) return;
    await tx.run(
      `INSERT INTO voice_message_rendering
         (client_id, voice_message_id, version, plan, preview, duration_ms)
       VALUES ($1, $2, 1, '[]', $3, 4000)`,
      [clientId, id, Buffer.from(spoken.bytes)],
    );
  });
}

await made('Waiting', 1, null);
await made('At work', 2, null);
await made('Ready one', 3, null, true);
await made('Lost sound', 3, null);
await made('Broken', 4, { code: 'nothing_to_speak', step: 1 });

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

test('the table of voice messages has the documented columns, heights and row actions', async () => {
  // Where there is less room, the created stamp goes before anything scrolls sideways.
  for (const [width, high, height, created] of [
    [1600, 900, '500px', ['Created']],
    [1000, 520, '350px', []],
  ] as const) {
    const page = await opened('', { width, height: high });
    await row(page, 'Ready one').waitFor();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.map((head) => head.trim())).toEqual([
      'Name',
      'Status',
      'Campaigns',
      ...created,
      'Updated',
      'Preview',
      // For screen readers, above the menus.
      'Actions',
    ]);
    const room = await page
      .getByRole('grid', { name: 'Voice messages' })
      .evaluate((grid) => getComputedStyle(grid.parentElement as Element).maxHeight);
    expect(room).toBe(height);
    await page.getByRole('button', { name: 'Actions for Ready one' }).click();
    const entries = await page.getByRole('menuitem').allInnerTexts();
    expect(entries.map((entry) => entry.split('\n')[0])).toEqual(['Edit', 'Duplicate', 'Delete']);
  }
});

test('the preview icon goes by the status, and a message that plays can be stopped', async () => {
  const page = await opened();
  await row(page, 'Waiting').getByRole('img', { name: 'Waiting to be rendered' }).waitFor();
  await row(page, 'At work').getByRole('img', { name: 'Being rendered' }).waitFor();
  await row(page, 'Broken')
    .getByRole('img', { name: reasonSentence({ code: 'nothing_to_speak', step: 1 }) })
    .waitFor();
  for (const name of ['Waiting', 'At work', 'Broken']) {
    expect(await row(page, name).getByRole('button', { name: /^Play/ }).count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Play Ready one' }).click();
  await page.getByRole('button', { name: 'Stop Ready one' }).click();
  await page.getByRole('button', { name: 'Play Ready one' }).waitFor();
});

test('a preview that returns 404 shows that in its dialog, and another failure its own message', async () => {
  const page = await opened();
  await page.getByRole('button', { name: 'Play Lost sound' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error on playing' });
  await dialog.getByText('The preview for this message was not generated yet.').waitFor();
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.route('**/preview**', (call) => call.abort());
  await page.getByRole('button', { name: 'Play Ready one' }).click();
  await dialog.getByText('The server did not respond.').waitFor();
});

const kinds = ['Phone recording', 'Sound file', 'Fixed text-to-speech', 'Field text-to-speech'];

test('the code of the editor comes by itself after the list, and an editor without it can be tried again', async () => {
  const editorCode = '**/assets/message-editor-*.js';
  const page = await opened();
  await page.getByRole('row', { name: /Ready one/ }).waitFor();
  const files = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .join();
  await expect.poll(() => page.evaluate(files)).toContain('/assets/message-editor-');

  const cut = await browser.newPage();
  await cut.route(editorCode, (route) => route.abort());
  await cut.addInitScript((user) => localStorage.setItem('user', user), await recordOf(page));
  await cut.goto(`${api.url}/main/messages/voicemessages?messageId=0`);
  await cut.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await cut.unroute(editorCode);
  await cut.getByRole('button', { name: 'Try again' }).click();
  await cut.getByRole('heading', { name: 'New Message' }).waitFor();
  await cut.getByLabel(/^Name/).waitFor();
});

const recordOf = (page: Page) => page.evaluate(() => localStorage.getItem('user') ?? '');

test('the editor goes from the list to a new message and to the four kinds of step, and back', async () => {
  const page = await opened();
  await page.getByRole('button', { name: 'Add Message' }).click();
  await page.getByRole('heading', { name: 'New Message' }).waitFor();
  for (const kind of kinds) {
    await page.getByRole('button', { name: kind, exact: true }).click();
    const panel = page.getByRole('complementary', { name: `New step, ${kind.toLowerCase()}` });
    await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
    await panel.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Ready one' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit Message' }).waitFor();
});

test('a spoken step is saved only with a text or a field, and a voice other than Select', async () => {
  const page = await opened('?messageId=0');
  const save = page.getByRole('button', { name: 'Save step' });
  const isOff = async (reason: string) => {
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await save.hover();
    await page.getByRole('tooltip', { name: reason }).first().waitFor();
    await page.mouse.move(0, 0);
  };
  const voice = page.getByRole('combobox', { name: 'Voice' });
  const first = (label: string) =>
    page
      .getByRole('combobox', { name: label })
      .locator('option:not([hidden])')
      .first()
      .evaluate((option) => [option.textContent, (option as HTMLOptionElement).value]);

  await page.getByRole('button', { name: 'Fixed text-to-speech' }).click();
  expect(await first('Voice')).toEqual(['Select', '0']);
  await isOff('The text to speak is required.');
  await page.getByRole('textbox', { name: 'Text' }).fill('   ');
  await isOff('The text to speak is required.');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello.');
  // The voice that the client used last is chosen already.
  await voice.selectOption('Select');
  await isOff('A voice is required.');
  await voice.selectOption('Susan, English (US), female');
  await save.click();
  await page.getByRole('button', { name: 'Field text-to-speech' }).click();
  expect(await first('Account field')).toEqual(['Select', '0']);
  await isOff('An account field is required.');
  await page.getByRole('combobox', { name: 'Account field' }).selectOption('First Name');
  await voice.selectOption('Select');
  await isOff('A voice is required.');
});

test('a message is saved only with a name and a step', async () => {
  const page = await opened('?messageId=0');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByRole('textbox', { name: 'Name' }).fill('Only a name');
  await save.hover();
  await page.getByRole('tooltip', { name: 'A message needs at least one step.' }).waitFor();
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Fixed text-to-speech' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello.');
  await page.getByRole('combobox', { name: 'Voice' }).selectOption('Susan, English (US), female');
  await page.getByRole('button', { name: 'Save step' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('  ');
  await save.hover();
  await page.getByRole('tooltip', { name: 'Name is Required' }).waitFor();
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('textbox', { name: 'Name' }).fill('Complete');
  expect(await save.getAttribute('aria-disabled')).toBe(null);
  expect(browser.errors).toEqual([]);
});
