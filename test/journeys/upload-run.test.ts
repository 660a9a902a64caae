/** An upload from "Upload and Finish" to its end, in a real browser against the real server. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CallList } from '../../src/contract/call-list.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { fillSignIn, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { leftovers } from '../imports/leftovers.ts';
import { logOut } from './screen.ts';
import {
  choose,
  dataFile,
  delimiter,
  finish,
  finished,
  goOn,
  holdResponse,
  mapColumns,
  nameList,
  next,
  running,
  slow,
  upload,
} from './upload-wizard.ts';

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

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const rows = (count: number) =>
  `Name,Phone\n${Array.from({ length: count }, (_, at) => `N${at},305${2_000_000 + at}\n`).join('')}`;

test.each([
  ['contacts-semicolon-1252', 'Semicolon'],
  ['contacts-tab-utf16', 'Tab'],
])('%s through the browser ends with the expected counts', async (name, character) => {
  const { page, lists } = await world();
  const { mapping, phoneColumns, expected } = JSON.parse(
    readFileSync(dataFile(`${name}.expected.json`), 'utf8'),
  );
  await delimiter(page).selectOption(character);
  await choose(page, dataFile(`${name}.csv`));
  await page.getByText(/Number of rows: [\d,]+/).waitFor();
  await next(page).click();
  await mapColumns(page, mapping, phoneColumns);
  await goOn(page, 'Preview');
  await goOn(page, 'Upload');
  await nameList(page, name);
  const response = page.waitForResponse(/api\/calllist\/upload\?/);
  await finish(page);
  await finished(page).waitFor();
  expect(await (await response).json()).toMatchObject({
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
    `4,,,${reasonSentence({ code: 'account_without_number' })}`,
  );
});

test('progress says how much was sent, and Cancel in the middle of a file leaves nothing', async () => {
  const { client, page, lists } = await world();
  const path = written('large.csv', rows(60_000));
  await choose(page, path);
  await page.getByText('Number of rows: 60,000').waitFor();
  await slow(page, 200);
  await upload(page, path, { name: 'Canceled' });
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
  expect(await page.getByLabel('Contact List Name').inputValue()).toBe('Canceled');
});

test('a list that was ready before the cancellation arrived is said to be there', async () => {
  const { page, lists } = await world();
  await holdResponse(page);
  await upload(page, written('late.csv', rows(5)), { name: 'Too late' });
  await expect.poll(async () => (await lists())[0]?.callListStatusName).toBe('Loaded');
  await running(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Too late was loaded before it could be canceled.').waitFor();
});

test('a late word of progress does not bring back an upload that ended', async () => {
  const { page } = await world();
  const letGo = await holdResponse(page);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/progress', async (route) => {
    const response = await route.fetch();
    const progress = { ...(await response.json()), stage: 'finishing' };
    asked.resolve();
    await released.promise;
    await route.fulfill({ json: progress }).catch(() => undefined);
  });
  await upload(page, written('raced.csv', rows(5)));
  await asked.promise;
  await letGo();
  await finished(page).waitFor();
  released.resolve();
  await page.waitForTimeout(700);
  expect(await finished(page).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: '1 in progress' }).count()).toBe(0);
});

test('a file that was changed after it was chosen is named as the reason, and can be chosen again', async () => {
  const { page, lists } = await world();
  const path = written('changing.csv', rows(5));
  await choose(page, path);
  await page.getByText('Number of rows: 5').waitFor();
  await next(page).click();
  await page.getByRole('switch', { name: 'Phone' }).check();
  writeFileSync(path, rows(7));
  // Browsers compare whole seconds.
  utimesSync(path, new Date(), Date.now() / 1000 + 60);
  await goOn(page, 'Preview');
  await goOn(page, 'Upload');
  await nameList(page, 'Changed');
  await finish(page);
  const failure = page.getByRole('dialog', { name: 'Upload failed' });
  await failure.getByText('The file was changed or moved after it was chosen.').waitFor();
  await failure.getByRole('button', { name: 'Ok' }).click();
  expect(await lists()).toEqual([]);
  await page.getByRole('button', { name: /Select file/ }).click();
  await upload(page, path, { name: 'Changed' });
  await finished(page).getByText('7 of 7').first().waitFor();
});

test('LOGOUT in the middle of an upload ends it, and the next manager sees nothing of it', async () => {
  const { client, page, lists } = await world();
  const path = written('secret.csv', rows(60_000));
  await choose(page, path);
  await page.getByText('Number of rows: 60,000').waitFor();
  await slow(page, 100);
  await upload(page, path, { name: 'Secret list' });
  await expect.poll(async () => (await lists())[0]?.callListStatusName).toBe('New');
  await running(page).getByRole('button', { name: 'Run in Background' }).click();
  await page.getByRole('button', { name: '1 in progress' }).waitFor();
  await slow(page, -1 / 1024);
  await logOut(page, client);
  const other = await makeClient(db);
  await fillSignIn(page, other);
  await page.getByRole('button', { name: 'Log In' }).click();
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
