/** The server did what was asked for, and its response was lost: pressed again, it is done once. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { CallList } from '../../src/contract/call-list.ts';
import { asClient } from '../../src/db/database.ts';
import { makeList, makeCampaign as makeRunnable } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { endSession } from './screen.ts';
import { panel, save } from './text-message-screen.ts';
import { finish, finished, upload } from './upload-wizard.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

const later = { timeout: 30_000 };
const problemBody = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    code,
    title: code,
    detail: `Refused: ${code}.`,
    status,
    requestId: 'one',
    errors: [],
    type: `/errors/${code}`,
  }),
});

/** Does `tries` in turn with the requests to an address; the keys that they had. */
async function meet(page: Page, address: RegExp, tries: ((route: Route) => Promise<void>)[]) {
  const keys: (string | undefined)[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const meets = tries[keys.length] ?? ((one) => one.continue());
    keys.push(route.request().headers()['idempotency-key']);
    await meets(route);
  });
  return keys;
}

/** The server does it, and the page hears nothing. */
async function lose(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

async function listsOf(client: TestClient): Promise<CallList[]> {
  const manager = await api.signIn(client);
  return (await manager.get('/api/calllist')).json<CallList[]>();
}

test('an upload whose response was lost is loaded once, also after a refusal, and nobody says it was not kept', async () => {
  const client = await makeClient(db);
  await makeCampaign(db, client.clientId, { name: 'Reminders' });
  const page = await openSignedIn(browser, api, client, '/main/upload');
  const keys = await meet(page, /api\/calllist\/upload\?/, [
    lose,
    (route) => route.fulfill(problemBody(409, 'conflict')),
  ]);
  const file = { name: 'people.csv', mimeType: 'text/csv' };
  await upload(page, { ...file, buffer: Buffer.from('Phone\n3025550101\n') });
  const failed = page.getByRole('dialog', { name: 'Upload failed' });
  for (const sentence of ['The server did not respond.', 'Refused: conflict.']) {
    await failed.getByText(sentence).waitFor(later);
    await failed.getByText('The list may have been loaded.').waitFor();
    expect(await failed.getByText('No data from the file was kept.').count()).toBe(0);
    await failed.getByRole('button', { name: 'Ok' }).click();
    await finish(page);
  }
  await finished(page).waitFor(later);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  expect(await listsOf(client)).toHaveLength(1);
});

test('a save whose response was lost and that meets the end of the session is done once', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, api, client, '/main/messages/textmessages?messageId=0');
  await page.getByLabel(/^Message Name/).fill('Reminder');
  await panel(page)
    .getByLabel(/^Message\b(?! Name)/)
    .fill('Hello.');
  const keys = await meet(page, /api\/messagetext\/0\/edit/, [lose]);
  await save(page).click();
  await panel(page).getByText('The server did not respond.').waitFor(later);
  await endSession(page, api.url);
  await save(page).dispatchEvent('click');
  const again = page.getByRole('dialog', { name: 'Log in again' });
  await again.getByLabel(/^Password/).fill(client.manager.password);
  await page.keyboard.press('Enter');
  await page.getByText('Reminder was saved.').waitFor(later);
  expect(new Set(keys).size).toBe(1);
  const made = await asClient(db, client.clientId, (tx) => tx.rows('SELECT 1 FROM text_message'));
  expect(made).toHaveLength(1);
});

test('Reuse pressed again after a lost response makes one list', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaign = await makeRunnable(db, { clientId });
  const callListId = await makeList(db, campaign, { entries: 2, firstPhone: 13_025_550_100 });
  const manager = await api.signIn(client);
  await manager.post(`/api/calllist/${callListId}/close`, {});
  const page = await openSignedIn(browser, api, client, '/main/calllist');
  const keys = await meet(page, /api\/calllist\/\d+\/renew/, [lose]);
  await page.getByRole('button', { name: /^Reuse / }).click(later);
  await page.getByLabel('Contact List Name').fill('Again');
  const reuse = page.getByRole('button', { name: 'Reuse', exact: true });
  await reuse.click();
  await page.getByText('The server did not respond.').first().waitFor(later);
  await reuse.click();
  await page.getByText('The contact list Again was created.').waitFor(later);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await listsOf(client)).toHaveLength(2);
});

test('an erasure whose response was lost may have been done, and is done once', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaign = await makeRunnable(db, { clientId });
  await makeList(db, campaign, { entries: 1, firstPhone: 12_025_550_143 });
  const page = await openSignedIn(browser, api, client, '/main/person');
  const keys = await meet(page, /api\/person\/\d+\/erase/, [lose]);
  await page.getByLabel(/^Phone Number/).fill('2025550143');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Erase' }).click(later);
  const dialog = page.getByRole('dialog', { name: 'Erase (202) 555-0143' });
  await dialog.getByLabel(/^The number again/).fill('2025550143');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByText('The number may have been erased.').waitFor(later);
  expect(await dialog.getByText('Nothing was erased.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog', { name: '(202) 555-0143 is erased' }).waitFor(later);
  expect(keys).toEqual([keys[0], keys[0]]);
  const receipts = await asClient(db, clientId, (tx) => tx.rows('SELECT 1 FROM erasure'));
  expect(receipts).toHaveLength(1);
});

test('no page threw an error', () => expect(browser.errors).toEqual([]));
