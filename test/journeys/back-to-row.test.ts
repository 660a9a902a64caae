/** Back to lists whose rows come in parts, or whose open record is in the address. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addContacts, addInboundTexts } from '../harness/text-data.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const people = Array.from({ length: 320 }, (_, at) => `Person ${at + 1}`);
const phoneOf = (at: number) => `1302555${String(at).padStart(4, '0')}`;
const campaignId = await makeCampaign(db, clientId, { name: 'East' });
const callListId = await makeCallList(db, clientId, { campaignId, name: 'People', phones: 320 });
await addContacts(
  db,
  clientId,
  callListId,
  people.map((last_name) => ({ last_name })),
);
await addCallRecords(
  db,
  clientId,
  console.deps.vault,
  people.slice(0, 60).map((lastName, at) => ({
    ...{ lastName, phone: phoneOf(at) },
    startedAt: new Date(Date.UTC(2026, 10, 20, 16, 0, -at)).toISOString(),
  })),
);
await addInboundTexts(
  db,
  clientId,
  people.slice(0, 60).map((message, at) => ({
    ...{ message, phone: phoneOf(at) },
    received: new Date(Date.UTC(2026, 10, 20, 16, -at)).toISOString(),
  })),
);

const open = (path: string) => openSignedIn(browser, console, client, path);
const rowWith = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: new RegExp(`${name}(?!\\d)`) });
const topOf = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollTop ?? 0);
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.textContent ?? '');

/** The table as it was left: the row is in sight and has the focus, and stays so. */
async function isAsLeft(page: Page, name: string, top: number): Promise<void> {
  await expect.poll(() => focused(page)).toMatch(new RegExp(`${name}(?!\\d)`));
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  expect(await topOf(page)).toBe(top);
}

test('Back returns to position and focus in numbers that come in several parts', async () => {
  const page = await open(`/main/numbers?campaignId=${campaignId}&part=all`);
  await page.getByText('320 numbers at').waitFor();
  const grid = page.getByRole('grid');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('321');
  // Of so many rows, only those in sight are drawn.
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 1_500));
  await rowWith(page, 'Person 30').waitFor();
  const top = await topOf(page);
  expect(top).toBeGreaterThan(500);
  await rowWith(page, 'Person 30').getByRole('link').first().click();
  await page.getByRole('heading', { name: '(302) 555-0148', level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('321');
  await isAsLeft(page, 'Person 30', top);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('Back returns to position and focus in the call detail report', async () => {
  const page = await open('/main/reports/cdr?rows=100');
  await rowWith(page, 'Person 50').scrollIntoViewIfNeeded();
  await rowWith(page, 'Person 50').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Why this number' }).waitFor();
  const top = await topOf(page);
  expect(top).toBeGreaterThan(500);
  await page.getByRole('link', { name: 'Why this number' }).click();
  await page.getByRole('heading', { name: '(302) 555-0049', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Why this number' }).waitFor();
  await isAsLeft(page, 'Person 50', top);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('Back from the number of an open text returns to position and focus in inbound texts', async () => {
  const page = await open('/main/textmanager');
  await rowWith(page, 'Person 40').scrollIntoViewIfNeeded();
  await rowWith(page, 'Person 40').getByRole('link').first().click();
  const panel = page.getByRole('complementary', { name: 'Text Message' });
  const why = panel.getByRole('link', { name: 'Why this number is or is not called' });
  await why.waitFor();
  const top = await topOf(page);
  expect(top).toBeGreaterThan(500);
  await why.click();
  await page.getByRole('heading', { name: '(302) 555-0039', level: 1 }).waitFor();
  await page.goBack();
  await why.waitFor();
  await isAsLeft(page, 'Person 40', top);
  expect(browser.errors.splice(0)).toEqual([]);
});
