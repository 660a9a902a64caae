/** A manager puts a sound file into a voice message, in the browser. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { voiceMessageTexts } from '../../src/contract/voice-message.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { readWavFile } from '../../src/domain/sound/wav-file.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { int16, tone, wavFile } from '../sound-files/wav-files.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
await testJobs(db);

const sample = (name: string) => fileURLToPath(new URL(`../data/sounds/${name}`, import.meta.url));

/** Opens the editor of a new message with the form of a sound file. */
async function atFileStep(look: Parameters<typeof browser.newPage>[0] = {}): Promise<Page> {
  const page = await browser.newPage(look);
  const { username, password } = client.manager;
  const login = { code: client.code, username, password };
  const record = (await api.stranger.post('/api/security/login', login)).text;
  await page.addInitScript((user) => localStorage.setItem('user', user), record);
  await page.goto(`${api.url}/main/messages/voicemessages?messageId=0`);
  await page.getByRole('button', { name: 'Sound file' }).click();
  await page.getByText('Drop a file here or choose one').waitFor();
  return page;
}

const chooser = (page: Page) => page.locator('input[type="file"]');
const saveStep = (page: Page) => page.getByRole('button', { name: 'Save step' });
const off = (page: Page) => saveStep(page).getAttribute('aria-disabled');
/** The chosen file was read and can be saved. */
const ready = (page: Page) =>
  page.locator('button[type="submit"]:not([aria-disabled])', { hasText: 'Save step' }).waitFor();
const steps = (page: Page) => page.getByRole('list', { name: 'Steps in the order of the call' });

test('a sound file is chosen, heard, saved with its message and played from the list', async () => {
  const page = await atFileStep();
  expect(await chooser(page).getAttribute('accept')).toBe('.mp3,.mp4,.wav,.m4a');
  expect(await off(page)).toBe('true');
  await saveStep(page).hover();
  await page.getByRole('tooltip', { name: 'A sound file is required.' }).waitFor();

  await chooser(page).setInputFiles(sample('greeting.mp3'));
  await page.getByText('greeting.mp3').first().waitFor();
  await ready(page);
  await page.getByText('0:02', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Listen' }).click();
  await saveStep(page).click();
  await steps(page).getByText('greeting.mp3').waitFor();
  await page.getByText('1 step, about 2 seconds, played in this order').waitFor();

  await page.getByRole('button', { name: 'Fixed text-to-speech' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Goodbye.');
  await page.getByRole('combobox', { name: 'Voice' }).selectOption('Susan, English (US), female');
  await saveStep(page).click();
  await steps(page)
    .getByRole('button', { name: /greeting.mp3/ })
    .focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Step 1 is now step 2 of 2.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('With a file');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const play = page.getByRole('button', { name: 'Play With a file' });
  await play.waitFor();
  const response = page.waitForResponse((response) => response.url().includes('/preview'));
  await play.click();
  expect(decodeWav(await (await response).body()).samples.length).toBeGreaterThan(2.5 * 8000);
  await page.getByRole('button', { name: 'Stop With a file' }).waitFor();
});

test('a stored file is named, heard and replaced when its step is opened again', async () => {
  const page = await atFileStep();
  await page.goto(`${api.url}/main/messages/voicemessages`);
  await page.getByRole('button', { name: 'Actions for With a file' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await steps(page)
    .getByRole('button', { name: /greeting.mp3/ })
    .click();
  expect(await off(page)).toBe('true');
  const response = page.waitForResponse((response) => response.url().includes('/message/sound/'));
  await page.getByRole('button', { name: 'Listen' }).click();
  expect((await response).status()).toBe(200);

  await chooser(page).setInputFiles(sample('greeting.m4a'));
  await ready(page);
  await saveStep(page).click();
  await steps(page).getByText('greeting.m4a').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Play With a file' }).waitFor();
});

test('a file that is not audio, and one that is too long, is refused before it is saved', async () => {
  const page = await atFileStep();
  await chooser(page).setInputFiles({
    name: 'letter.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('Dear customer, this is no sound. '.repeat(200)),
  });
  await page
    .getByRole('alert')
    .getByText(`letter.mp3: ${reasonSentence({ code: 'sound_not_audio' })}`)
    .waitFor();
  expect(await off(page)).toBe('true');
  await chooser(page).setInputFiles({
    name: 'speech.wav',
    mimeType: 'audio/wav',
    buffer: wavFile({ kind: 1, bits: 16 }, tone(302, {}, int16)),
  });
  await page
    .getByRole('alert')
    .getByText(`speech.wav: ${reasonSentence({ code: 'sound_too_long' })}`)
    .waitFor();
  await chooser(page).setInputFiles(sample('greeting.wav'));
  await ready(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a file that is cut off, and audio under the name of a text, are refused before they are saved', async () => {
  const page = await atFileStep();
  const wav = readFileSync(sample('greeting.wav'));
  const refused = async (name: string, buffer: Buffer, sentence: string) => {
    await chooser(page).setInputFiles({ name, mimeType: 'audio/wav', buffer });
    await page.getByRole('alert').getByText(`${name}: ${sentence}`).waitFor();
    expect(await off(page)).toBe('true');
  };
  // Its header promises twice the sound that there is.
  const half = wav.subarray(0, wav.length / 2);
  await refused('half.wav', half, reasonSentence({ code: 'sound_cut_off' }));
  await refused('greeting.txt', wav, voiceMessageTexts.soundExtension);
});

test('WAV files of telephone systems are read, and a sound that is 40 dB too quiet is made louder', async () => {
  const page = await atFileStep();
  for (const name of ['greeting-gsm.wav', 'greeting-ima.wav', 'greeting-ms.wav']) {
    await chooser(page).setInputFiles(sample(name));
    await page.getByText(name).first().waitFor();
    await ready(page);
    expect(await page.getByRole('alert').count(), name).toBe(0);
  }
  const loud = readWavFile(readFileSync(sample('greeting.wav'))).samples;
  const data = Buffer.alloc(loud.length * 2);
  for (const [at, value] of loud.entries()) int16(data, at * 2, value / 100);
  const quiet = { name: 'quiet.wav', mimeType: 'audio/wav' };
  await chooser(page).setInputFiles({ ...quiet, buffer: wavFile({ kind: 1, bits: 16 }, data) });
  await page.getByText('quiet.wav').first().waitFor();
  await ready(page);
  await saveStep(page).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Was quiet');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const play = page.getByRole('button', { name: 'Play Was quiet' });
  await play.waitFor();
  const response = page.waitForResponse((response) => response.url().includes('/preview'));
  await play.click();
  const heard = decodeWav(await (await response).body()).samples;
  // As it was, no sample could be above 327.
  expect(Math.max(...heard)).toBeGreaterThan(3_000);
});

test('a large file shows how much of it was sent, and leaving the step gives it up', async () => {
  const page = await atFileStep();
  const session = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 };
  await session.send('Network.emulateNetworkConditions', slow);
  const sent = page.waitForEvent('requestfailed');
  await chooser(page).setInputFiles({
    name: 'long.wav',
    mimeType: 'audio/wav',
    buffer: wavFile({ kind: 1, bits: 16 }, tone(200, {}, int16)),
  });
  const bar = page.getByRole('progressbar', { name: 'Upload of long.wav' });
  await page.getByText(/^Sending, [1-9][0-9]?%$/).waitFor();
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  expect((await sent).url()).toContain('/api/message/sound');
});

test('axe finds nothing at a sound file that is missing, chosen or refused, light and wide, dark and narrow', async () => {
  for (const look of [{ width: 1280 }, { dark: true, width: 390 }]) {
    const page = await atFileStep(look);
    expect(await axeFindings(page)).toEqual([]);
    await chooser(page).setInputFiles(sample('picture-only.mp4'));
    await page.getByRole('alert').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await chooser(page).setInputFiles(sample('greeting.mp4'));
    await ready(page);
    expect(await axeFindings(page)).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(wider).toBe(false);
  }
  expect(browser.errors).toEqual([]);
});
