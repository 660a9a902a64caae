import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const manager = await api.signIn(client);
await testJobs(db);

/** Opens the landing page with a sign-in record, as a manager who was here before. */
async function signedIn(look: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage(look);
  const { username, password } = client.manager;
  const login = { code: client.code, username, password };
  const record = (await api.stranger.post('/api/security/login', login)).text;
  await page.addInitScript((user) => localStorage.setItem('user', user), record);
  await page.goto(api.url);
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  return page;
}

/** Creates a message through the API. */
async function made(name: string, texts: string[]): Promise<number> {
  const messageSteps = texts.map((value, stepOrder) => ({
    messageStepType: 4,
    value,
    ttsVoiceId: 4,
    stepOrder,
  }));
  const form = new FormData();
  form.set('message', JSON.stringify({ name, messageSteps }));
  const response = await manager.post('/api/message/0/edit', form);
  return Number(response.headers.get('content-location')?.split('/').at(-1));
}

/** The sound that a press requests from the server. */
async function soundAfter(page: Page, path: string, press: () => Promise<void>) {
  const response = page.waitForResponse((response) => response.url().includes(path));
  await press();
  const sound = decodeWav(await (await response).body());
  expect(sound.sampleRate).toBe(8000);
  return sound.samples;
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function rowMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a manager writes a message, hears it, saves it and plays its preview', async () => {
  const page = await signedIn();
  await page.getByRole('button', { name: 'Add Message' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('button', { name: 'Fixed text-to-speech' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('This is Harbor Regional Orthopedics.');
  await page.getByText('36 characters').waitFor();
  await page.getByRole('combobox', { name: 'Voice' }).selectOption('Susan, English (US), female');
  const spoken = await soundAfter(page, '/api/message/speak', () =>
    page.getByRole('button', { name: 'Listen' }).click(),
  );
  expect(Math.max(...spoken)).toBeGreaterThan(3000);
  await page.getByRole('button', { name: 'Save step' }).click();

  await page.getByRole('button', { name: 'Field text-to-speech' }).click();
  await page.getByRole('combobox', { name: 'Account field' }).selectOption('First Name');
  await page.getByText('Spell OFF').click();
  await page.getByText('Spell ON').waitFor();
  await page.getByRole('button', { name: 'Save step' }).click();
  const steps = page.getByRole('list', { name: 'Steps in the order of the call' });
  await steps.getByText('Field text-to-speech, voice Susan, spell ON').waitFor();

  await steps.getByRole('button', { name: /First Name/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('Step 2 is now step 1 of 2.').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Step 1 is now step 2 of 2.').waitFor();

  await page.getByRole('textbox', { name: 'Name' }).fill('Welcome');
  await save.click();
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  const play = page.getByRole('button', { name: 'Play Welcome' });
  await play.waitFor();
  const preview = await soundAfter(page, '/preview', () => play.click());
  expect(Math.max(...preview)).toBeGreaterThan(3000);
  expect(preview.length).toBeGreaterThan(spoken.length);
});

test('what was typed stays when a save fails, and leaving asks first', async () => {
  const page = await signedIn();
  await made('Kept', ['Hello.']);
  await page.reload();
  await rowMenu(page, 'Kept', 'Edit');
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await page.route('**/api/message/*/edit', (call) => call.abort());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The server did not respond.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Renamed');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Renamed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await row(page, 'Kept').waitFor();
});

test('Escape asks before a step that was typed in is lost, then leaves the step, then the page', async () => {
  await made('Escaped', ['Hello.']);
  const page = await signedIn();
  await rowMenu(page, 'Escaped', 'Edit');
  await page.getByRole('button', { name: /Hello/ }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('Good morning.');
  await page.keyboard.press('Escape');
  await page.getByText('This step has unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await text.inputValue()).toBe('Good morning.');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await text.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await text.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
});

test('a step is dragged to another position by its grip', async () => {
  await made('Dragged', ['One.', 'Two.', 'Three.']);
  const page = await signedIn();
  await rowMenu(page, 'Dragged', 'Edit');
  const rows = page.getByRole('list', { name: 'Steps in the order of the call' }).locator('li');
  await rows.nth(2).waitFor();
  const center = async (index: number) => {
    const box = await rows.nth(index).locator('[aria-hidden="true"]').first().boundingBox();
    if (!box) throw new Error('The step is not to be seen.');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  await page.mouse.move(...(await center(2)));
  await page.mouse.down();
  await page.mouse.move(...(await center(1)));
  await page.mouse.move(...(await center(0)));
  await page.mouse.up();
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([
      expect.stringContaining('Three.'),
      expect.stringContaining('One.'),
      expect.stringContaining('Two.'),
    ]);
});

test('a text that cannot be spoken shows its reason in the table', async () => {
  await made('Only signs', ['... !']);
  const page = await signedIn();
  const reason = reasonSentence({ code: 'nothing_to_speak', step: 1 });
  await page.getByText(reason).first().waitFor();
  await rowMenu(page, 'Only signs', 'Edit');
  await page.getByRole('alert').getByText(reason).waitFor();
});

test('a message in use by a campaign cannot be deleted; another one can', async () => {
  const used = await made('Used', ['Hello.']);
  await made('Unused', ['Hello.']);
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO campaign (client_id, name, campaign_type, customer_message_id, calls_per_minute)
       VALUES ($1, 'Q4', 1, $2, 60)`,
      [client.clientId, used],
    ),
  );
  const page = await signedIn();
  await rowMenu(page, 'Used', 'Delete');
  const refusal = page.getByRole('dialog', { name: 'Error deleting' });
  await refusal.getByText('A message belonging to a campaign cannot be deleted.').waitFor();
  await refusal.getByRole('button', { name: 'Ok' }).click();

  await rowMenu(page, 'Unused', 'Delete');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('You wish to permanently delete this message?').waitFor();
  await question.getByRole('button', { name: 'Yes, Delete' }).click();
  await row(page, 'Unused').waitFor({ state: 'detached' });
});

test('axe finds nothing in the list, the editor and an open step, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await signedIn({ dark });
    await row(page, 'Welcome').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await rowMenu(page, 'Welcome', 'Edit');
    await page.getByText('2 steps').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /Harbor/ }).click();
    await page.getByRole('button', { name: 'Listen' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('on a phone the step replaces the list, and nothing scrolls sideways', async () => {
  const page = await signedIn({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Play Welcome' }).waitFor();
  await rowMenu(page, 'Welcome', 'Edit');
  await page.getByRole('button', { name: /Harbor/ }).click();
  await page.getByRole('button', { name: 'Listen' }).waitFor();
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(wider).toBe(false);
  expect(browser.errors).toEqual([]);
});
