/** An upload from «Upload and Finish» to its end, in a real browser against the real server. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { CallList } from '../../src/contract/call-list.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { leftovers } from '../imports/leftovers.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const folder = mkdtempSync(join(tmpdir(), 'carillon-upload-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A page at the wizard of a client of its own, and what the server knows of that client's lists. */
async function world() {
  const client = await makeClient(db);
  await makeCampaign(db, client.clientId, { name: 'Reminders' });
  const page = await openSignedIn(browser, api, client, '/main/upload');
  const manager = await api.signIn(client);
  const lists = async () => (await manager.get('/api/calllist')).json<CallList[]>();
  return { client, page, lists };
}

/** On the sign-in screen that stands there, without loading the console anew. */
async function signInAs(page: Page, { code, manager }: TestClient): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByLabel('Username').fill(manager.username);
  await page.getByLabel(/^Password/).fill(manager.password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

const data = (name: string) => fileURLToPath(new URL(`../data/${name}`, import.meta.url));
const next = (page: Page) => page.getByRole('button', { name: 'Next Step' });
const finished = (page: Page) => page.getByRole('dialog', { name: 'Upload Finished!' });
const running = (page: Page) => page.getByRole('dialog', { name: 'Upload Progress' });

/** Up to the last step with a list of that name, and on to its upload. */
async function upload(page: Page, path: string, given: { name?: string; phones?: string[] } = {}) {
  const { name = 'November', phones = ['Phone'] } = given;
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText(/Number of rows: [\d,]+/).waitFor();
  await next(page).click();
  for (const phone of phones) await page.getByRole('switch', { name: phone }).check();
  await next(page).click();
  await next(page).click();
  await page.getByLabel('Contact List Name').fill(name);
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Reminders');
  await page.getByRole('button', { name: 'Upload and Finish' }).click();
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const rows = (count: number) =>
  `Name,Phone\n${Array.from({ length: count }, (_, at) => `N${at},305${2_000_000 + at}\n`).join('')}`;

/** From now on the page sends so many kilobytes a second. */
async function slow(page: Page, kilobytes: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: kilobytes * 1024,
  });
}

test.each([
  ['contacts-semicolon-1252', 'Semicolon'],
  ['contacts-tab-utf16', 'Tab'],
])('%s through the browser ends with the expected counts', async (name, delimiter) => {
  const { page, lists } = await world();
  const { mapping, phoneColumns, expected } = JSON.parse(
    readFileSync(data(`${name}.expected.json`), 'utf8'),
  );
  await page.getByLabel('File Delimiter', { exact: true }).selectOption(delimiter);
  await page.locator('input[type=file]').setInputFiles(data(`${name}.csv`));
  await page.getByText(/Number of rows: [\d,]+/).waitFor();
  await next(page).click();
  for (const [field, column] of Object.entries<string>(mapping)) {
    await page.getByLabel(`Column for ${field}`, { exact: true }).selectOption(column);
  }
  for (const column of phoneColumns) await page.getByRole('switch', { name: column }).check();
  await next(page).click();
  await next(page).click();
  await page.getByLabel('Contact List Name').fill(name);
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Reminders');
  const answer = page.waitForResponse(/api\/calllist\/upload\?/);
  await page.getByRole('button', { name: 'Upload and Finish' }).click();
  await finished(page).waitFor();
  expect(await (await answer).json()).toMatchObject({
    ...expected,
    callListId: expect.any(Number),
  });
  const words = (await finished(page).innerText()).replace(/\s+/g, ' ');
  const n = (count: number) => count.toLocaleString('en-US');
  const accounts = expected.accountsTotal - expected.accountsNotImported;
  for (const sentence of [
    `Accounts imported ${n(accounts)} of ${n(expected.accountsTotal)}`,
    `${n(expected.accountPhonesImported)} of ${n(expected.accountPhonesTotal)}`,
  ]) {
    expect(words).toContain(sentence);
  }
  expect((await lists())[0]?.phoneCount).toBe(expected.accountPhonesImported);
});

test('a whole upload has no alert; a partial one says what was left out and offers the rejected rows', async () => {
  const whole = await world();
  await upload(whole.page, written('whole.csv', rows(3)));
  await finished(whole.page).getByText('3 of 3').first().waitFor();
  expect(await finished(whole.page).getByRole('listitem').count()).toBe(0);
  const rejected = 'Download Rejected Rows';
  expect(await finished(whole.page).getByRole('button', { name: rejected }).count()).toBe(0);

  const partial = await world();
  await upload(partial.page, written('partial.csv', `${rows(2)}Bo,12\nDi,3052000000\n`));
  await finished(partial.page).waitFor();
  expect(await finished(partial.page).getByRole('listitem').allInnerTexts()).toEqual([
    "1 Phone numbers didn't match the correct format",
    '1 Phone numbers had other restrictions',
  ]);

  const phoneless = await world();
  await upload(phoneless.page, written('phoneless.csv', `${rows(2)}Ed,\n`));
  await finished(phoneless.page).waitFor();
  const saved = phoneless.page.waitForEvent('download');
  await finished(phoneless.page).getByRole('button', { name: rejected }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toContain(
    '4,,,The account has no phone number.',
  );
});

test('progress says how much was sent, and Cancel in the middle of a file leaves nothing', async () => {
  const { client, page, lists } = await world();
  const path = written('large.csv', rows(60_000));
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('Number of rows: 60,000').waitFor();
  await slow(page, 200);
  await upload(page, path, { name: 'Cancelled' });
  await running(page).getByText('Processing contact list...').waitFor();
  await running(page)
    .getByText(/^Sending 0\.[1-9] of 1\.0 MB$/)
    .waitFor();
  await expect.poll(async () => (await lists())[0]?.callListStatusName).toBe('New');
  const share = Number(await running(page).getByRole('progressbar').getAttribute('aria-valuenow'));
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(25);
  await running(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(lists).toEqual([]);
  await expect
    .poll(() => leftovers(db, client.clientId))
    .toEqual({ lists: 0, entries: 0, rejected: 0, tables: 0 });
  expect(await page.getByLabel('Contact List Name').inputValue()).toBe('Cancelled');
});

/** Holds the server's answer to the upload back until it is let go. */
async function holdAnswer(page: Page): Promise<() => Promise<unknown>> {
  const line = await page.context().newCDPSession(page);
  const paused = new Promise<string>((resolve) => {
    line.on('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  await line.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/api/calllist/upload\\?*', requestStage: 'Response' }],
  });
  return async () => line.send('Fetch.continueRequest', { requestId: await paused });
}

test('a list that was ready before the cancellation arrived is said to be there', async () => {
  const { page, lists } = await world();
  await holdAnswer(page);
  await upload(page, written('late.csv', rows(5)), { name: 'Too late' });
  await expect.poll(async () => (await lists())[0]?.callListStatusName).toBe('Loaded');
  await running(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Too late was loaded before it could be cancelled.').waitFor();
});

test('a late word of progress does not bring back an upload that ended', async () => {
  const { page } = await world();
  const letGo = await holdAnswer(page);
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  await page.route('**/progress', async (route) => {
    const answer = await route.fetch();
    const progress = { ...(await answer.json()), stage: 'finishing' };
    asked.resolve();
    await told.promise;
    await route.fulfill({ json: progress }).catch(() => undefined);
  });
  await upload(page, written('raced.csv', rows(5)));
  await asked.promise;
  await letGo();
  await finished(page).waitFor();
  told.resolve();
  await page.waitForTimeout(700);
  expect(await finished(page).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: '1 in progress' }).count()).toBe(0);
});

test('a file that was changed after it was chosen is named as the reason, and can be chosen again', async () => {
  const { page, lists } = await world();
  const path = written('changing.csv', rows(5));
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('Number of rows: 5').waitFor();
  await next(page).click();
  await page.getByRole('switch', { name: 'Phone' }).check();
  writeFileSync(path, rows(7));
  // Browsers compare whole seconds.
  utimesSync(path, new Date(), Date.now() / 1000 + 60);
  await next(page).click();
  await next(page).click();
  await page.getByLabel('Contact List Name').fill('Changed');
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Reminders');
  await page.getByRole('button', { name: 'Upload and Finish' }).click();
  const failure = page.getByRole('dialog', { name: 'Upload failed' });
  await failure.getByText('The file was changed or moved after it was chosen.').waitFor();
  await failure.getByRole('button', { name: 'Ok' }).click();
  expect(await lists()).toEqual([]);
  await page.getByRole('button', { name: /Select file/ }).click();
  await upload(page, path, { name: 'Changed' });
  await finished(page).getByText('7 of 7').first().waitFor();
});

test('LOGOUT in the middle of an upload ends it, and the next manager hears nothing of it', async () => {
  const { client, page, lists } = await world();
  const path = written('secret.csv', rows(60_000));
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('Number of rows: 60,000').waitFor();
  await slow(page, 100);
  await upload(page, path, { name: 'Secret list' });
  await expect.poll(async () => (await lists())[0]?.callListStatusName).toBe('New');
  await running(page).getByRole('button', { name: 'Leave It Running' }).click();
  await page.getByRole('button', { name: '1 in progress' }).waitFor();
  await slow(page, -1 / 1024);
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitem', { name: 'LOGOUT' }).click();
  const other = await makeClient(db);
  await signInAs(page, other);
  await page.getByRole('button', { name: other.manager.name }).waitFor();
  expect(await page.getByRole('button', { name: '1 in progress' }).count()).toBe(0);
  await expect.poll(() => leftovers(db, client.clientId)).toMatchObject({ lists: 0, entries: 0 });
  expect(await page.getByText('Secret list').count()).toBe(0);
});

test('two tabs of one manager upload at the same time', async () => {
  const { page, lists } = await world();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await Promise.all([
    upload(page, written('one.csv', rows(3000)), { name: 'One' }),
    upload(second, written('two.csv', rows(2000)), { name: 'Two' }),
  ]);
  await finished(page).getByText('3,000 of 3,000').first().waitFor();
  await finished(second).getByText('2,000 of 2,000').first().waitFor();
  const counts = (await lists()).map(({ originalFileName, phoneCount }) => [
    originalFileName,
    phoneCount,
  ]);
  expect(counts.sort()).toEqual([
    ['One', 3000],
    ['Two', 2000],
  ]);
  expect(browser.errors).toEqual([]);
});
