import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { rememberMapping } from './remembered-mapping.ts';
import {
  choose,
  dataFile,
  delimiter,
  finish,
  finished,
  goOn,
  mapColumns,
  nameList,
  next,
} from './upload-wizard.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });

const file = dataFile('contacts-5k.csv');
const { mapping, phoneColumns, expected } = JSON.parse(
  readFileSync(dataFile('contacts-5k.expected.json'), 'utf8'),
);

await rememberMapping(await console.signIn(client), campaignId, file, { mapping, phoneColumns });

const wizard = (look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, '/main/upload', look);

/** Up to the last step, with a list of that name. */
async function fillIn(page: Page, name: string, given: { mapped?: boolean } = {}): Promise<void> {
  await choose(page, file);
  await page.getByText('Number of rows: 5,859').waitFor();
  await next(page).click();
  await page.getByText('Row 1 of 19').waitFor();
  if (!given.mapped) await mapColumns(page, mapping, phoneColumns);
  await next(page).click();
  await page.getByRole('columnheader', { name: 'Phone Number' }).waitFor();
  await goOn(page, 'Upload');
  await nameList(page, name);
}

const listCount = () =>
  asClient(
    db,
    client.clientId,
    async (tx) =>
      (
        await tx.row<{ n: number }>('SELECT count(*) AS n FROM call_list WHERE client_id = $1', [
          client.clientId,
        ])
      )?.n,
  );

test('a real file goes through the four steps and ends with the right counts', async () => {
  const page = await wizard();
  await fillIn(page, 'November');
  await finish(page);
  const dialog = finished(page);
  await dialog.waitFor();
  // However soon after the last step, which has read the lists without this one.
  await dialog.getByRole('button', { name: 'Start the campaign …' }).waitFor();
  const words = (await dialog.innerText()).replace(/\s+/g, ' ');
  const n = (count: number) => count.toLocaleString('en-US');
  const accounts = expected.accountsTotal - expected.accountsNotImported;
  expect(words).toContain(`Accounts imported ${n(accounts)} of ${n(expected.accountsTotal)}`);
  expect(words).toContain(
    `Phone numbers imported ${n(expected.accountPhonesImported)} of ${n(expected.accountPhonesTotal)}`,
  );
  expect(words).toContain(
    `${n(expected.wrongFormatPhoneNumbers)} Phone numbers didn't match the correct format`,
  );
  expect(words).toContain(`${n(expected.fieldsTrucated)} Account Fields were truncated`);
  expect(words).toContain(
    `${n(expected.restrictedPhoneNotCallable)} Phone numbers had other restrictions`,
  );
  // "TXLONG" and the like: not a state, and must not be recognized as one.
  expect(words).toContain('18 States were not recognized');
  expect(await axeFindings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Rejected Rows' }).click();
  expect((await download).suggestedFilename()).toBe('November rejected rows.csv');
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.waitForURL('**/main/calllist');
  const row = page.getByRole('row').filter({ hasText: 'November' });
  await row.getByText('Loaded').waitFor();
  expect(await row.innerText()).toContain(`of ${n(expected.accountPhonesImported)}`);
});

test('the mapping is remembered for these columns; going back to it starts it anew', async () => {
  const page = await wizard();
  await fillIn(page, 'Again', { mapped: true });
  await page.getByRole('button', { name: 'Previous Step' }).click();
  await page.getByRole('button', { name: 'Previous Step' }).click();
  await page.getByText('10 of 11 mapped, as in your last upload with these columns').waitFor();
  await page.getByLabel('Column for City').selectOption('');
  await page.getByText('9 of 11 mapped').waitFor();
  await next(page).click();
  await page.getByRole('button', { name: /^Map ?, done/ }).click();
  await page.getByText('10 of 11 mapped').waitFor();
});

test('Next says what a step lacks, and a step that cannot be opened does not open', async () => {
  const page = await wizard();
  const reason = async (text: string) => {
    const tip = page.getByRole('tooltip', { name: text });
    // A pointer that rests where it was says nothing anew.
    const says = async () => {
      await page.mouse.move(0, 0);
      await next(page).hover();
      return tip.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(says, { timeout: 20_000 }).toBe(true);
  };
  await reason('Choose a file first.');
  await delimiter(page).selectOption('Other');
  await page.getByLabel('New File Delimiter').fill('ab');
  await page.getByLabel('New File Delimiter').blur();
  await page
    .getByRole('paragraph')
    .getByText('The delimiter must be a special character')
    .waitFor();
  await delimiter(page).selectOption('Semicolon');
  await choose(page, {
    name: 'a.csv',
    mimeType: 'text/csv',
    // Names and values that nothing can be guessed from.
    buffer: Buffer.from('Alpha;Bravo\nAnn;302 555 0148\nBo;none'),
  });
  await page.getByText('Number of rows: 2').waitFor();
  await page.getByRole('button', { name: '4 Upload' }).click({ force: true });
  expect(await page.getByText('Number of rows').isVisible()).toBe(true);
  await next(page).click();
  await reason('Select at least one phone column.');
  await page.getByText('1 of 2 rows contain a phone number').waitFor();
  await page.getByLabel('Column for State').selectOption('Alpha');
  await page.getByText('Cut to 2 characters in 1 of 2 rows').waitFor();
  await page.getByRole('switch', { name: 'Bravo' }).check();
  await goOn(page, 'Preview');
  await goOn(page, 'Upload');
  expect(await page.getByLabel('Contact List Name').inputValue()).toBe('A');
  await page.getByLabel('Contact List Name').fill('');
  await page.getByRole('combobox', { name: 'Campaign' }).focus();
  await page.getByRole('paragraph').getByText('A name is required for the contact list').waitFor();
  await page.getByLabel('Contact List Name').press('Enter');
  await page.getByRole('paragraph').getByText('A campaign selection is required').waitFor();
});

test('a file that cannot be used says why, and the next one works', async () => {
  const page = await wizard();
  await choose(page, { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) });
  await page.getByRole('alert').getByText('The file is empty.').waitFor();
  await choose(page, {
    name: 'picture.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 0]),
  });
  await page.getByRole('alert').waitFor();
  await choose(page, {
    name: 'quote.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('First,Last,Phone\n"Ann,Lee,2125550123\nBob,Ray,2125550124\n'),
  });
  const unclosed = 'The quote that opens in line 2 is never closed.';
  await page.getByRole('alert').getByText(unclosed).waitFor();
  // Nothing beside it says that the file has rows, or none.
  const words = await page.locator('main').innerText();
  expect(words).not.toMatch(/Number of rows|no rows|\d rows/);
  await next(page).hover();
  await page.getByRole('tooltip', { name: unclosed }).waitFor();
  await choose(page, dataFile('contacts-tab-utf16.csv'));
  await delimiter(page).selectOption('Tab');
  await page.getByText(/13 columns, tab/).waitFor();
});

test('the dialog of progress has no axe findings, and its Cancel keeps what was typed', async () => {
  const page = await wizard();
  await fillIn(page, 'Never', { mapped: true });
  const before = await listCount();
  // Held back, so that there is time to cancel.
  await page.route('**/api/calllist/upload?**', () => undefined);
  await finish(page);
  await page.getByText('Processing contact list...').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByLabel('Contact List Name').inputValue()).toBe('Never');
  expect(await listCount()).toBe(before);
});

test('an upload can be left, is found again in the top bar, and ends in a notice', async () => {
  const page = await wizard();
  await fillIn(page, 'In the background', { mapped: true });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/calllist/upload?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await finish(page);
  await page.getByRole('button', { name: 'Run in Background' }).click();
  await page.waitForURL('**/main/calllist');
  await page.getByRole('button', { name: '1 in progress' }).click();
  await page.getByRole('link', { name: 'In the background' }).click();
  await page.getByText('Processing contact list...').waitFor();
  await page.getByRole('button', { name: 'Run in Background' }).click();
  held.resolve();
  await page.getByText('In the background is loaded with 7,626 phone numbers.').waitFor();
});

test('a failed upload says why and keeps everything', async () => {
  const page = await wizard();
  await fillIn(page, 'Refused', { mapped: true });
  await page.route('**/api/calllist/upload?**', (route) => route.abort());
  await finish(page);
  await page.getByRole('dialog', { name: 'Upload failed' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ok' }).click();
  expect(await page.getByLabel('Contact List Name').inputValue()).toBe('Refused');
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('has no axe findings on any step, %s', async (_, look) => {
  const page = await wizard(look);
  await page.getByText('Max. size: 120 MB').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await choose(page, file);
  await page.getByText('Number of rows: 5,859').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await next(page).click();
  await page.getByText('Row 1 of 19').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await next(page).click();
  await page.getByRole('columnheader', { name: 'Phone Number' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await goOn(page, 'Upload');
  await page.getByRole('switch', { name: /called since/ }).check();
  expect(await axeFindings(page)).toEqual([]);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  expect(browser.errors).toEqual([]);
});
