/** The editors of campaigns: what they refuse, ask and say while they are filled in. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const messageId = await makeVoiceMessage(db, clientId, 'Payment reminder');
await asClient(db, clientId, (tx) =>
  tx.run(
    `INSERT INTO voice_message_rendering
       (client_id, voice_message_id, version, plan, preview, duration_ms)
     VALUES ($1, $2, 1, '[]', '', 21000)`,
    [clientId, messageId],
  ),
);
const campaignId = await makeCampaign(db, clientId, {
  name: 'Statements',
  customerMessageId: messageId,
});
await makeCallList(db, clientId, {
  campaignId,
  name: 'November, A to K',
  phones: 11_402,
  status: 4,
});
const linkbackId = await makeCampaign(db, clientId, { name: 'With agents', type: 2 });
const textingNumberId = await makeTextingNumber(db, clientId, '13025550177');
const textMessageId = await makeTextMessage(db, clientId, 'Balance', 'Your balance is due.');
const textId = await makeTextCampaign(db, clientId, {
  name: 'Texts',
  ...{ textMessageId, textingNumberId },
});

const dialer = '/main/campaigns/dialer';
const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, path, look);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const words = (page: Page) => page.getByRole('region', { name: 'In words' });

test('a number field keeps what it cannot hold, says so, and Save is off', async () => {
  const page = await open(`${dialer}?campaignId=${campaignId}`);
  const rate = page.getByLabel('Calls per minute');
  const digits = 'The calls per minute must be a whole number in digits, such as 60.';
  for (const [typed, sentence] of [
    ['1.5', 'The calls per minute must be a whole number.'],
    ['1,5', digits],
    ['1e3', digits],
    ['60 calls', digits],
    ['-5', 'The calls per minute must be a number above 0.'],
    ['100001', 'The calls per minute can be at most 100,000.'],
  ] as const) {
    await rate.fill(typed);
    await rate.blur();
    await page.locator('form').getByText(sentence, { exact: true }).waitFor();
    expect(await rate.inputValue()).toBe(typed);
    expect(await save(page).getAttribute('aria-disabled'), typed).toBe('true');
  }
  await rate.fill(' 60 ');
  expect(await save(page).getAttribute('aria-disabled')).toBe(null);
  // Every other number of a campaign, too.
  await page.goto(`${console.url}${dialer}?campaignId=${linkbackId}`);
  for (const [label, typed, sentence] of [
    ['Call ratio', '1,5', 'The call ratio must be a number in digits, such as 1.5.'],
    ['Agent count', '2.5', 'The agent count must be a whole number.'],
  ] as const) {
    const field = page.getByLabel(label);
    await field.fill(typed);
    await field.blur();
    await page.locator('form').getByText(sentence).waitFor();
    expect(await field.inputValue()).toBe(typed);
  }
  await page.goto(`${console.url}/main/campaigns/texting?campaignId=${textId}`);
  await page.getByLabel('Texts per minute').fill('1,5');
  await page.getByLabel('Texts per minute').blur();
  await page.locator('form').getByText('must be a whole number, 0 or more.').waitFor();
});

test('time fields take 18:00, 6 PM and 600; a stop before the start and a run of 15 hours are questioned before a save', async () => {
  const page = await open(`${dialer}?campaignId=${campaignId}`);
  const start = page.getByLabel('Auto start time');
  await page.getByRole('group', { name: 'Auto start weekdays' }).getByLabel('Mon').check();
  await start.fill('600');
  await page.getByText('Read as 6:00 AM').waitFor();
  await start.blur();
  expect(await start.inputValue()).toBe('6:00');
  const stop = page.getByLabel('Auto stop time');
  await page.getByRole('group', { name: 'Auto stop weekdays' }).getByLabel('Mon').check();
  await stop.fill('5');
  await stop.blur();

  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/edit')) saves.push(request.url());
  });
  const question = page.getByRole('dialog', { name: 'Check the automatic times' });
  await save(page).click();
  await question
    .getByText('The stop at 5:00 AM lies before the start at 6:00 AM. The campaign would run for')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The harmless button has the focus: Enter by habit saves nothing.
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  expect(saves).toEqual([]);

  // More than 14 hours, although it stops after it started.
  await stop.fill('9 PM');
  await page.getByText('Read as 9:00 PM').waitFor();
  await stop.blur();
  await save(page).click();
  await question
    .getByText('The campaign would run for 15 hours, from Monday at 6:00 AM to Monday at 9:00 PM.')
    .waitFor();
  await question.getByRole('button', { name: 'No, let me fix that' }).click();

  await stop.fill('6 PM');
  await stop.blur();
  expect(await page.getByLabel('Auto stop AM or PM').inputValue()).toBe('PM');
  await stop.fill('18:00');
  await page.getByText('Read as 6:00 PM').waitFor();
  await stop.blur();
  expect(await page.getByLabel('Auto stop AM or PM').inputValue()).toBe('PM');
  await words(page).getByText('Mon 6 AM to 6 PM').waitFor();
  await save(page).click();
  await page.getByRole('link', { name: 'Statements', exact: true }).waitFor();
  expect(saves).toHaveLength(1);
});

test('a start without a stop is asked about, and then the message that is missing, each once', async () => {
  const page = await open(`${dialer}?campaignId=${linkbackId}`);
  await page.getByRole('group', { name: 'Auto start weekdays' }).getByLabel('Tue').check();
  await page.getByLabel('Auto start time').fill('9:00');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('never stops by itself').waitFor();
  await dialog.getByRole('button', { name: 'Yes, save these times' }).click();
  await dialog.getByText('does not have a message assigned').waitFor();
  await dialog.getByRole('button', { name: 'Yes, save my campaign' }).click();
  await page.getByRole('link', { name: 'With agents', exact: true }).waitFor();
});

test('the right half says in words what is typed, with each key, and what the campaign has', async () => {
  const page = await open(`${dialer}?campaignId=${campaignId}`, { width: 1440, height: 900 });
  await words(page).getByText('Calls 60 people a minute').waitFor();
  expect(await page.title()).toMatch(/^Statements - .* - Carillon$/);
  await words(page).getByText('playing Payment reminder, 0:21, to people').waitFor();
  await page.getByLabel('Calls per minute').fill('7');
  await words(page).getByText('Calls 7 people a minute').waitFor();
  await page.getByLabel('Calls per minute').fill('');
  await words(page).getByText('Calls people at no rate yet').waitFor();
  await page.getByLabel('Machine message').selectOption('');
  await words(page).getByText('no message yet to machines').waitFor();
  await page.getByRole('button', { name: 'Play Payment reminder' }).waitFor();
  const lists = page.getByRole('region', { name: 'Contact lists' });
  await lists.getByText('1 list, 11,402 numbers').waitFor();
  await lists.getByText('Can never be called').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await lists.getByRole('link', { name: 'November, A to K' }).click();
  // Something was typed.
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('gridcell', { name: 'November, A to K', exact: true }).waitFor();

  const texting = await open(`/main/campaigns/texting?campaignId=${textId}`, { dark: true });
  await words(texting).getByText('sending Balance, 1 segment.').waitFor();
  expect(await axeFindings(texting)).toEqual([]);
});

const editors = [
  `${dialer}?campaignId=${campaignId}`,
  `${dialer}?campaignId=${linkbackId}`,
  `/main/campaigns/texting?campaignId=${textId}`,
];

test('no editor scrolls out of the window, and the whole form of a Broadcast and of a text campaign is on a page of 900 px', async () => {
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [768, 1024],
    [390, 844],
  ] as const) {
    const page = await open(editors[0] ?? '', { width, height });
    for (const path of editors) {
      await page.goto(`${console.url}${path}`);
      await page.getByRole('form').waitFor();
      const over = await page.evaluate(() => {
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
        window.scrollTo(0, 10_000);
        const [frame] = document.querySelectorAll('#root > *');
        frame?.scrollTo(0, 10_000);
        const moved = scrollY + (frame?.scrollTop ?? 0);
        return [scrollHeight - clientHeight, scrollWidth - clientWidth, moved];
      });
      expect(over, `${path} at ${width}`).toEqual([0, 0, 0]);
      if (width !== 1440 || path.endsWith(`${linkbackId}`)) continue;
      const form = await page.getByRole('form').boundingBox();
      expect((form?.y ?? 0) + (form?.height ?? 0), `${path}, end of the form`).toBeLessThan(900);
    }
  }
});
