/** The first read of a screen fails: it says so under its header, and comes back by itself. */
// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import {
  addContacts,
  addInboundTexts,
  makeTextCampaign,
  makeTextMessage,
} from '../harness/text-data.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const messageId = await makeVoiceMessage(db, clientId, 'Reminder');
await makeTextMessage(db, clientId, 'Reminder', 'Hello.');
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
const callListId = await makeCallList(db, clientId, { campaignId, name: 'List', phones: 2 });
await addContacts(db, clientId, callListId, [{ first_name: 'Ann' }, { first_name: 'Bo' }]);
await asClient(db, clientId, (tx) =>
  tx.run(
    `INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, '12125550177', 'manager')`,
    [clientId],
  ),
);
await addInboundTexts(db, clientId, [{ message: 'Hello', phone: '12125550120' }]);
const textId = await makeTextCampaign(db, clientId, { name: 'Texts' });

const screens: [path: string, read: string, heading: string][] = [
  ['/main/messages/voicemessages', '/api/message?', 'Messages List'],
  [`/main/messages/voicemessages?messageId=${messageId}`, '/api/message/*/item', 'Edit Message'],
  ['/main/messages/textmessages', '/api/messagetext?', 'Text Messages'],
  ['/main/campaigns/dialer', '/api/campaign/dialer', 'Campaigns'],
  [`/main/campaigns/dialer?campaignId=${campaignId}`, '/api/rci', 'Edit Broadcast'],
  ['/main/campaigns/texting', '/api/campaigntext?', 'Text Campaign Configuration'],
  [`/main/campaigns/texting?campaignId=${textId}`, '/api/campaigntext/*/phone', 'Edit Campaign'],
  ['/main/customfields', '/api/customfield', 'Account Fields'],
  ['/main/calllist', '/api/calllist', 'Contact Lists'],
  ['/main/donotcall', '/api/donotcall', 'Do Not Call'],
  ['/main/livemonitoring', '/api/livemonitoring', 'Live Monitoring'],
  ['/main/policy', '/api/policy?', 'Policy'],
  ['/main/policy?view=presets', '/api/policy?', 'Policy'],
  ['/main/policy?view=checks', '/api/lint?', 'Policy'],
  ['/main/manager', '/api/manager?', 'Managers'],
  ['/main/audit', '/api/audit', 'Audit'],
  ['/main/retention', '/api/retention/kinds', 'Retention'],
  ['/main/forecasts', '/api/forecast?', 'Forecasts'],
  ['/main/reports/cdr', '/api/reports/cdr', 'Call Detail Report'],
  ['/main/reports/archive', '/api/reports/*/archive', 'Report Archives'],
  ['/main/rci', '/api/rci', 'Caller ID Buckets'],
  ['/main/textmanager', '/api/inboundmessagetext', 'Text Message Manager'],
  ['/main/user', '/api/manager/*/current', 'User Profile'],
  ['/main/upload', '/api/customfield', 'Upload Contact List'],
  [`/main/numbers?campaignId=${campaignId}`, '/api/campaign/*/numbers', 'Numbers'],
  ['/main/number/12125550120', '/api/number/12125550120', '(212) 555-0120'],
];

/** Nothing is read before a number is typed; its failure is in person.test.ts. */
const readsNothing = ['/main/person'];

test('no screen is missing in the walk of failed reads', () => {
  const walked = screens.map(([path]) => path.replace(/\?.*/, '').replace(/\/1\d{10}$/, '/$phone'));
  expect([...new Set([...walked, ...readsNothing])].toSorted()).toEqual(
    pageRoutes.map(({ path }) => path).toSorted(),
  );
});

test('every screen whose first read fails shows an error row with Retry under its header', async () => {
  const page = await openSignedIn(browser, console, client, '/status');
  for (const [path, read, heading] of screens) {
    const reads = `**${read}**`;
    // An answer that is none: unlike no answer it is not tried again before it is shown.
    await page.route(reads, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto(`${console.url}${path}`);
    const row = page
      .getByRole('alert')
      .filter({ has: page.getByRole('button', { name: 'Retry' }) });
    await row
      .first()
      .waitFor({ timeout: 10_000 })
      .catch((error) => {
        throw new Error(`${path}: ${error.message}`);
      });
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(await page.getByText('Something went wrong and the page').count(), path).toBe(0);
    await page.unroute(reads);
    await row.first().getByRole('button', { name: 'Retry' }).click();
    await row.first().waitFor({ state: 'detached' });
    await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
  }
  expect(await axeFindings(page)).toEqual([]);
});

test('a screen whose server was away comes back by itself', async () => {
  const page = await openSignedIn(browser, console, client, '/status');
  const reads = '**/api/messagetext?**';
  await page.route(reads, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.goto(`${console.url}/main/messages/textmessages`);
  await page.getByText('The list could not be loaded.').waitFor();
  await page.unroute(reads);
  await page.getByRole('gridcell', { name: 'Reminder', exact: true }).waitFor();
  expect(await page.getByText('The list could not be loaded.').count()).toBe(0);
});

test('a change of rows or filter that fails keeps the rows that were there, and comes back by itself', async () => {
  const own = await makeClient(db);
  const people = ['Lee', 'Roe'].map((lastName) => ({ lastName }));
  await addCallRecords(db, own.clientId, console.deps.vault, people);
  const page = await openSignedIn(browser, console, own, '/main/reports/cdr');
  const row = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await page.getByText('2 of 2 results').waitFor();
  const reads = '**/api/reports/cdr**';
  const failure = page.getByText('The call records could not be loaded.');
  const refused = { status: 500, body: 'no' };
  const fail = () => page.route(reads, (route) => route.fulfill(refused));
  const seen = Promise.withResolvers<void>();
  await page.route(reads, (route) => seen.promise.then(() => route.fulfill(refused)));
  await page.getByLabel('Rows').selectOption('100');
  // They stay while the others are on their way, too.
  await page.getByText('Loading ...').waitFor();
  expect(await row('Roe').count()).toBe(1);
  seen.resolve();
  await failure.waitFor();
  await row('Roe').waitFor();
  await page.unroute(reads);
  await failure.waitFor({ state: 'detached' });
  await fail();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByLabel('Add Filter').selectOption('Last Name');
  await page.getByLabel('Filter By Keyword').fill('lee');
  await page.keyboard.press('Enter');
  await failure.waitFor();
  await row('Roe').waitFor();
  await page.unroute(reads);
  await page.getByText('1 of 1 results').waitFor();
  await row('Lee').waitFor();
  expect([await failure.count(), await row('Roe').count()]).toEqual([0, 0]);
  expect(browser.errors).toEqual([]);
});

test.each([
  [`/main/numbers?campaignId=${campaignId}`, '**/numbers?**', 'Find by number or name'],
  ['/main/audit', '**/api/audit?**', 'Find by any word'],
  ['/main/donotcall', '**/api/donotcall?**', 'Find by digits'],
  ['/main/textmanager', '**/inboundmessagetext/desk?**', 'Find by number or words'],
])('a search of %s that fails keeps its rows', async (path, reads, find) => {
  const page = await openSignedIn(browser, console, client, path);
  const rows = page.locator('tbody tr[data-row]');
  await rows.first().waitFor();
  const before = await rows.count();
  const least = watchLeast(page);
  await page.route(reads, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('searchbox', { name: find }).fill('302555');
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect([await rows.count(), await least()]).toEqual([before, before]);
});

/** Counts the fewest rows that stood on the screen from now on. */
function watchLeast(page: Page): () => Promise<number> {
  const started = page.evaluate(() => {
    const count = () => document.querySelectorAll('tbody tr[data-row]').length;
    const seen = { least: count() };
    new MutationObserver(() => {
      seen.least = Math.min(seen.least, count());
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { seen });
  });
  return async () => {
    await started;
    return page.evaluate(() => (globalThis as unknown as { seen: { least: number } }).seen.least);
  };
}
