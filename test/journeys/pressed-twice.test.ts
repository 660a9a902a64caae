/** The second of two presses does nothing that it was not aimed at, and nothing twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { quietMs } from '../../src/web/ui/press-guard.ts';
import { makeList, makeCampaign as makeRunnable } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { openMonitoringPage } from './monitoring-page.ts';
import { panel, save } from './text-message-screen.ts';

const db = await freshDatabase();
// 10 AM in New York: a started campaign may call.
const api = await testConsole(db, { now: () => new Date('2026-11-20T15:00:00Z') });
const browser = testBrowser();

/**
 * What has just come under the pointer takes no press, and on a busy machine a late read may still
 * move the button away from it.
 */
async function restOn(button: Locator): Promise<void> {
  for (let before: string | undefined, now = ''; before !== now; ) {
    before = now;
    await button.hover();
    await sleep(quietMs);
    now = JSON.stringify(await button.boundingBox());
  }
}

/** Two clicks at one point, as far apart as those of a hand. */
async function clickTwice(page: Page, button: Locator, apart = 140): Promise<void> {
  await restOn(button);
  for (const wait of [apart, 0]) {
    await page.mouse.down();
    await page.mouse.up();
    await sleep(wait);
  }
}

/** The starts, stops and saves, in the order in which the page sent them. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && /\/(start|stop|edit)$/.test(pathname)) sent.push(pathname);
  });
  return sent;
}

const runStatusOf = async (clientId: number) =>
  (
    await asClient(db, clientId, (tx) =>
      tx.row<{ run: number }>('SELECT run_status AS run FROM campaign WHERE client_id = $1', [
        clientId,
      ]),
    )
  )?.run;

test('two clicks on Stop, 140 ms apart, are one', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Runs', runStatus: 3 });
  const page = await openMonitoringPage(browser, api, own);
  const sent = sentBy(page);
  await clickTwice(
    page,
    page.getByRole('article').getByRole('button', { name: 'Stop', exact: true }),
  );
  await sleep(600);
  expect(sent.map((path) => path.split('/').at(-1))).toEqual(['stop']);
  // The second one does not even ask whether to start.
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => runStatusOf(own.clientId), { timeout: 10_000 }).toBe(4);
});

test('two clicks on Start, 140 ms apart, are one, and so are two on the yes that it asks for', async () => {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaign = await makeRunnable(db, { clientId });
  await makeList(db, campaign, { entries: 4, firstPhone: 13_025_550_100 });
  const page = await openMonitoringPage(browser, api, own);
  const sent = sentBy(page);
  const button = page.getByRole('article').getByRole('button', { name: 'Start', exact: true });
  await clickTwice(page, button);
  const question = page.getByRole('dialog', { name: /^Start / });
  await question.getByRole('term').first().waitFor();
  expect([await question.count(), sent]).toEqual([1, []]);
  await clickTwice(page, question.getByRole('button', { name: 'Start', exact: true }));
  await sleep(600);
  expect(sent.map((path) => path.split('/').at(-1))).toEqual(['start']);
  await expect.poll(() => runStatusOf(clientId), { timeout: 10_000 }).toBe(2);
});

test('Stop and then, on purpose, Start are two', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Runs', runStatus: 3 });
  const page = await openMonitoringPage(browser, api, own);
  const sent = sentBy(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await sleep(500);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  // It is asked for, as any other.
  await page.getByRole('dialog', { name: 'Start Runs?' }).waitFor();
  expect(sent).toHaveLength(1);
});

const texts = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ name: string }>('SELECT name FROM text_message WHERE deleted_at IS NULL'),
  );

async function openNewText() {
  const own = await makeClient(db);
  const page = await openSignedIn(browser, api, own, '/main/messages/textmessages?messageId=0');
  await page.getByLabel(/^Message Name/).fill('Reminder');
  await panel(page)
    .getByLabel(/^Message\b(?! Name)/)
    .fill('Hello.');
  return { own, page };
}

test.each([0, 140])('Save pressed twice, %i ms apart, makes one record', async (apart) => {
  const { own, page } = await openNewText();
  const sent = sentBy(page);
  await clickTwice(page, save(page), apart);
  await page.getByText('Reminder was saved.').waitFor();
  await sleep(300);
  expect(await texts(own.clientId)).toHaveLength(1);
  expect(sent).toEqual(['/api/messagetext/0/edit']);
});

test.each([0, 140])('Export pressed twice, %i ms apart, makes one report', async (apart) => {
  const own = await makeClient(db);
  await addCallRecords(db, own.clientId, api.deps.vault, [{}]);
  const page = await openSignedIn(browser, api, own, '/main/reports/cdr');
  await page.getByText('1 of 1 results').waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await clickTwice(page, dialog.getByRole('button', { name: 'Export' }), apart);
  await page.getByText('The export of 1 call record has started.').waitFor();
  await sleep(300);
  const reports = await asClient(db, own.clientId, (tx) =>
    tx.rows('SELECT 1 FROM report_archive WHERE client_id = $1', [own.clientId]),
  );
  expect(reports).toHaveLength(1);
  expect(await dialog.count()).toBe(0);
});

test('Enter pressed twice in a form makes one record', async () => {
  const { own, page } = await openNewText();
  await page.getByLabel(/^Message Name/).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('Reminder was saved.').waitFor();
  await sleep(300);
  expect(await texts(own.clientId)).toHaveLength(1);
});

test('Enter twice in the menu of a row does not answer the question that it opens', async () => {
  const own = await makeClient(db);
  await asClient(db, own.clientId, (tx) =>
    tx.run(`INSERT INTO text_message (client_id, name, message) VALUES ($1, 'Keep', 'Hello.')`, [
      own.clientId,
    ]),
  );
  const page = await openSignedIn(browser, api, own, '/main/messages/textmessages');
  await page.getByRole('button', { name: 'Actions for Keep' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
  await sleep(300);
  expect(await page.getByRole('dialog', { name: 'Are you sure?' }).count()).toBe(1);
  expect(await texts(own.clientId)).toHaveLength(1);
  // A third one, meant or not, presses the harmless button, which has the focus.
  await sleep(quietMs);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await texts(own.clientId)).toHaveLength(1);
});

test('a click that comes as a dialog opens under the pointer does not close it', async () => {
  const own = await makeClient(db);
  await asClient(db, own.clientId, (tx) =>
    tx.run(`INSERT INTO text_message (client_id, name, message) VALUES ($1, 'Keep', 'Hello.')`, [
      own.clientId,
    ]),
  );
  const page = await openSignedIn(browser, api, own, '/main/messages/textmessages');
  await page.getByRole('button', { name: 'Actions for Keep' }).click();
  await clickTwice(page, page.getByRole('menuitem', { name: 'Delete' }), 130);
  await sleep(300);
  await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
});

test('a save whose response was lost is repeated with its key, and made once', async () => {
  const { own, page } = await openNewText();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/messagetext/0/edit', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await save(page).click();
  await panel(page).getByText('The server did not respond.').waitFor();
  await sleep(450);
  await save(page).click();
  await page.getByText('Reminder was saved.').waitFor();
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await texts(own.clientId)).toHaveLength(1);
});

test('a draft that was edited after a lost response has another key', async () => {
  const { own, page } = await openNewText();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/messagetext/0/edit', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) await route.abort();
    else await route.continue();
  });
  await save(page).click();
  await panel(page).getByText('The server did not respond.').waitFor();
  await page.getByLabel(/^Message Name/).fill('Another');
  await sleep(450);
  await save(page).click();
  await page.getByText('Another was saved.').waitFor();
  expect(new Set(keys).size).toBe(2);
  expect(await texts(own.clientId)).toEqual([{ name: 'Another' }]);
});

test('no page threw an error', () => expect(browser.errors).toEqual([]));
