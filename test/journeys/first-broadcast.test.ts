import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { signInByHand } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { demoPassword, startProgram } from '../harness/program.ts';
import { start } from './monitoring-page.ts';

const db = await freshDatabase();
const browser = testBrowser();
const contacts = fileURLToPath(new URL('../data/contacts-5k.csv', import.meta.url));
const { expected, mapping, phoneColumns } = JSON.parse(
  readFileSync(contacts.replace('.csv', '.expected.json'), 'utf8'),
) as { expected: Record<string, number>; mapping: Record<string, string>; phoneColumns: string[] };

const count = (name: string) => (expected[name] ?? 0).toLocaleString('en-US');

/** The demo client's manager, as far as signInByHand needs it. */
const demo = {
  clientId: 1,
  code: 'demo',
  name: 'Demo',
  manager: { managerId: 1, name: 'Manager', username: 'manager', password: demoPassword },
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).first().locator('dd');

/** The figure without the share in the element after it. */
async function figureNumber(page: Page, label: string): Promise<number> {
  const text = await figure(page, label).evaluate((cell) => cell.firstChild?.textContent ?? '');
  return Number(text.replaceAll(',', ''));
}

async function makeMessage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Message' }).first().click();
  await page.getByLabel('Name', { exact: false }).first().fill('November reminder');
  await page.getByRole('button', { name: 'Fixed text-to-speech' }).click();
  await page
    .getByLabel('Text', { exact: false })
    .last()
    .fill('This is a reminder about your statement.');
  await page.getByLabel('Voice', { exact: false }).last().selectOption('1');
  await button(page, 'Save step').click();
  await button(page, 'Save').click();
  await row(page, 'November reminder').waitFor();
}

async function playPreview(page: Page): Promise<void> {
  const sound = page.waitForResponse(/\/api\/message\/\d+\/preview/);
  await page.getByRole('button', { name: 'Play November reminder' }).click();
  const response = await sound;
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('audio/wav');
}

async function makeCampaign(page: Page): Promise<void> {
  await menu(page).getByRole('link', { name: 'Dialer' }).click();
  await page.getByRole('button', { name: 'Add Campaign' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Broadcast/ })
    .click();
  await page.getByLabel('Name', { exact: false }).first().fill('November statements');
  // Some 19 seconds for the list: a slow browser stops it in the middle, too.
  await page.getByLabel('Calls per minute').fill('400');
  await page.getByLabel('Caller ID type').selectOption('Single Caller Id');
  await page.getByLabel('Default caller ID number').fill('3025550148');
  await page.getByLabel('Customer message').selectOption('November reminder');
  await page.getByLabel('Machine message').selectOption('November reminder');
  await button(page, 'Save').click();
  await row(page, 'November statements').waitFor();
}

async function uploadList(page: Page): Promise<void> {
  await menu(page).getByRole('link', { name: 'Contact Lists' }).click();
  await page
    .getByRole('button', { name: 'Add New' })
    .or(page.getByRole('link', { name: 'Add New' }))
    .first()
    .click();
  await page.getByRole('heading', { name: 'Upload Contact List' }).waitFor();
  await page.getByLabel('File Delimiter').selectOption('Comma');
  await page.locator('input[type=file]').setInputFiles(contacts);
  await page.getByText('Number of rows').waitFor();
  await button(page, 'Next Step').click();
  for (const [field, column] of Object.entries(mapping)) {
    await page.getByLabel(`Column for ${field}`, { exact: true }).selectOption(column);
  }
  for (const column of phoneColumns) {
    await page.getByRole('switch', { name: column }).check();
  }
  await button(page, 'Next Step').click();
  await page.getByLabel('Preview of the mapped data').waitFor();
  await button(page, 'Next Step').click();
  await page.getByLabel('Contact List Name').fill('Statements, November');
  await page.getByLabel('Campaign', { exact: false }).last().selectOption('November statements');
  await button(page, 'Upload and Finish').click();
  const finished = page.getByRole('dialog', { name: 'Upload Finished!' });
  await finished.waitFor();
  const text = (await finished.textContent()) ?? '';
  expect(text).toContain(count('accountPhonesImported'));
  expect(text).toContain(count('accountPhonesTotal'));
  expect(text).toContain(
    `${count('wrongFormatPhoneNumbers')} Phone numbers didn't match the correct format`,
  );
  expect(text).toContain(`${count('fieldsTrucated')} Account Fields were truncated`);
  expect(text).toContain(
    `${count('restrictedPhoneNotCallable')} Phone numbers had other restrictions`,
  );
  await finished.getByRole('button', { name: 'Ok' }).click();
  await row(page, 'Statements, November').waitFor();
}

async function watch(page: Page): Promise<number> {
  await menu(page).getByRole('link', { name: 'Live Monitoring' }).click();
  await page
    .getByRole('region', { name: 'Campaigns' })
    .getByRole('button', { name: /November statements/ })
    .click();
  await page.evaluate(() => {
    document.title = 'not reloaded';
  });
  await start(page);
  await expect.poll(() => figureNumber(page, 'Called'), { timeout: 20_000 }).toBeGreaterThan(100);
  const bar = page.getByText(/^[\d,]+ of 7,626$/);
  const before = await bar.textContent();
  await expect.poll(() => bar.textContent(), { timeout: 10_000 }).not.toBe(before);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  const atStop = await figureNumber(page, 'Called');
  expect(atStop).toBeLessThan(7626);
  await start(page);
  await expect
    .poll(() => figureNumber(page, 'Called'), { timeout: 20_000 })
    .toBeGreaterThan(atStop);
  const chosen = page
    .getByRole('region', { name: 'Campaigns' })
    .getByRole('button', { name: /November statements/ });
  await chosen.getByText('Completed').waitFor({ timeout: 120_000 });
  // Who answered is called at no other number of the account.
  // The list of campaigns and the figures are read apart: one may be a moment older.
  let called = Number.NaN;
  const isSettled = async () => {
    const before = called;
    called = await figureNumber(page, 'Called');
    return called === before;
  };
  await expect.poll(isSettled, { interval: 2_000 }).toBe(true);
  expect(called).toBeLessThan(7626);
  expect(await page.title()).toBe('not reloaded');
  return called;
}

async function readCalls(page: Page, called: number): Promise<void> {
  const all = `25 of ${called.toLocaleString('en-US')} results`;
  await menu(page).getByRole('link', { name: 'Call Detail Report' }).click();
  await page.getByText(all).waitFor();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByLabel('Add Filter').selectOption('Start Time');
  await button(page, 'Apply').click();
  await page.getByText(all).waitFor();
  await page.getByLabel('Add Filter').selectOption('Campaigns');
  await page.getByRole('checkbox', { name: 'November statements' }).check();
  await button(page, 'Apply').click();
  await page.getByText(all).waitFor();
  await page.getByLabel('Add Filter').selectOption('State');
  await page.getByLabel('Filter By Keyword').fill('TX');
  await button(page, 'Apply').click();
  await expect.poll(() => page.getByText(/^25 of [\d,]+ results$/).textContent()).not.toBe(all);
}

test('a newcomer makes a message and a Broadcast, uploads a real list, runs, stops and resumes it, and reads its calls', async () => {
  const program = await startProgram(db, { speed: 60 });
  const page = await browser.newPage();
  await signInByHand(page, program.url, demo);
  expect(page.url()).toBe(`${program.url}/main/messages/voicemessages`);
  await makeMessage(page);
  await playPreview(page);
  await makeCampaign(page);
  await uploadList(page);
  const called = await watch(page);
  await readCalls(page, called);
  expect(browser.errors).toEqual([]);
  expect(await program.stop()).toBe(0);
}, 300_000);
