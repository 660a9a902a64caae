/** The platform's clock on the screens: one zone, named once, and a band that fits. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { consoleOfFarDay, farDay } from './clock-console.ts';
import { chooseAction } from './screen.ts';

const db = await freshDatabase();
const start = farDay;
const console = await consoleOfFarDay(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
await asClient(db, clientId, (tx) => optOut(tx, clientId, '13025550148', 'key'));
await addInboundTexts(db, clientId, [{ message: 'Hello', received: start.toISOString() }]);

type Look = Parameters<typeof browser.newPage>[0];
const open = (path: string, look: Look = {}) => openSignedIn(browser, console, client, path, look);

/** The cells of the first row. */
const cells = async (page: Page) => {
  await page.getByRole('row').nth(1).getByText('May 4').first().waitFor();
  return page.getByRole('row').nth(1).innerText();
};

test('an opt-out, a campaign and a text have the time of the clock in the band, in Eastern Time', async () => {
  const page = await open('/main/donotcall', { zone: 'America/Los_Angeles' });
  expect(await cells(page)).toMatch(/May 4, 11:0\d AM/);
  expect(await page.getByText('Times are in Eastern Time.').count()).toBe(1);
  await page.getByText(/^Simulation clock 11:0\d AM ET, speed 1×$/).waitFor();
  const campaigns = await open('/main/campaigns/dialer', { zone: 'America/Los_Angeles' });
  expect(await cells(campaigns)).toMatch(/May 4,?\s+11:0\d AM/);
  expect(await campaigns.getByText('Simulated carrier', { exact: true }).count()).toBe(1);
  const texts = await open('/main/textmanager', { zone: 'America/Los_Angeles' });
  expect(await cells(texts)).toContain('May 4, 11:00 AM (ET)');
  expect(browser.errors.splice(0)).toEqual([]);
});

test("each person can switch to the browser's zone, which is remembered; what is labeled (ET) stays", async () => {
  const page = await open('/main/donotcall', { zone: 'America/Los_Angeles' });
  await cells(page);
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitemradio', { name: /this browser's \(Pacific Time\)/ }).click();
  await page.getByText('Times are in Pacific Time.').waitFor();
  expect(await cells(page)).toMatch(/May 4, 8:0\d AM/);
  await page.getByText(/^Simulation clock 8:0\d AM PDT, speed 1×$/).waitFor();
  // After a reload no stamp waits for the platform's clock: the page before knew it.
  await page.route('**/api/simulation', () => undefined);
  await page.reload();
  expect(await cells(page)).toMatch(/May 4, 8:0\d AM/);
  await page.getByRole('link', { name: /^Text Message Manager/ }).click();
  await page.getByRole('gridcell', { name: 'Hello' }).waitFor();
  expect(await cells(page)).toContain('May 4, 11:00 AM (ET)');
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a stored clock that cannot be read is forgotten', async () => {
  for (const stored of ['{broken', '{"simulated":true}', '7']) {
    const page = await open('/main/donotcall');
    await cells(page);
    await page.evaluate((text) => localStorage.setItem('clock', text), stored);
    await page.reload();
    // Until the clock is known, a time has its year.
    await expect.poll(() => cells(page)).toMatch(/May 4, 11:0\d AM/);
    await page.close();
  }
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a screen names its zone once, below its title, and marks no time with it', async () => {
  const paths = [`/main/livemonitoring?campaignId=${campaignId}`];
  paths.push(`/main/numbers?campaignId=${campaignId}&part=all`, '/main/number/13025550148');
  for (const path of paths) {
    const page = await open(path);
    await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
    await page
      .getByText(/\d:\d\d:\d\d AM/)
      .first()
      .waitFor();
    const text = await page.getByRole('main').innerText();
    const named = text.match(/Times are in Eastern Time\.|\bET\b/g);
    expect([path, named]).toEqual([path, ['Times are in Eastern Time.']]);
    await page.close();
  }
  expect(browser.errors.splice(0)).toEqual([]);
});

test('the question before a start names the zone only where the screen below does not', async () => {
  const named = (page: Page) => page.getByText('Times are in Eastern Time.').count();
  const asked = (page: Page) => page.getByRole('dialog', { name: 'Start Reminders?' });
  const list = await open('/main/campaigns/dialer');
  await chooseAction(list, 'Reminders', 'Start');
  await asked(list).getByText('Can be called now').waitFor();
  expect(await named(list)).toBe(1);
  const without = await open('/main/customfields');
  await without.getByRole('heading', { name: 'Account Fields', exact: true }).waitFor();
  await without.keyboard.press('Control+k');
  await without.getByRole('combobox', { name: /^Find a screen/ }).fill('start reminders');
  await without.getByRole('option', { name: /^Start Reminders/ }).click();
  await asked(without).getByText('Can be called now').waitFor();
  expect(await asked(without).getByText('Times are in Eastern Time.').count()).toBe(1);
  expect(await named(without)).toBe(1);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('the band is cut nowhere, and says on focus how its clock runs', async () => {
  for (const width of [390, 768, 900, 1280]) {
    const page = await open('/main/donotcall', { width });
    const band = page.getByRole('complementary', { name: 'Simulation' });
    await band.getByText('No call leaves this machine.').waitFor();
    const cut = await band.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
        .map((part) => part.textContent),
    );
    expect([width, cut]).toEqual([width, []]);
    await page.close();
  }
  const page = await open('/main/donotcall');
  await page.getByRole('button', { name: /^Simulation clock/ }).focus();
  await page.getByText('It runs as fast as real time.').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});
