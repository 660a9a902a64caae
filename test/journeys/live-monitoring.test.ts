import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openMonitoringPage, untilPartsRead } from './monitoring-page.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

let client: TestClient;
/** Of the running campaign's first list. */
let listId: number;

beforeAll(async () => {
  client = await makeClient(db);
  const { clientId } = client;
  const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
  await makeCampaign(db, clientId, { name: 'All called', completed: true });
  await makeCampaign(db, clientId, { name: 'Bare', customerMessageId });
  const campaignId = await makeCampaign(db, clientId, {
    name: 'Q4 balance reminders, Harbor Regional Orthopedics',
    runStatus: 3,
    started: new Date().toISOString(),
    callsPerMinute: 42,
    customerMessageId,
  });
  const counts = {
    ...{ attempted: 100, person: 40, machine: 30, no_answer: 20, failed: 10 },
    answered_seconds: 2940,
  };
  for (let n = 1; n <= 6; n += 1) {
    await makeCallList(db, clientId, { campaignId, name: `Older list ${n}`, phones: 100 });
  }
  const first = { campaignId, name: 'Orthopedics statements', phones: 400, counts };
  listId = await makeCallList(db, clientId, first);
});

type Look = Parameters<typeof browser.newPage>[0];
const openMonitoring = (look: Look = {}, as = client) => openMonitoringPage(browser, api, as, look);

const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ hasText: label }).first().locator('dd');

test('the first campaign by status is chosen; its numbers add up and move without reloading', async () => {
  const page = await openMonitoring();
  const list = page.getByRole('region', { name: 'Campaigns' });
  const names = list.getByRole('button');
  await names.first().waitFor();
  expect((await names.allTextContents()).map((text) => text.slice(0, 4))).toEqual([
    'Q4 b',
    'Bare',
    'All ',
  ]);
  expect(await names.first().getAttribute('aria-current')).toBe('true');
  await page.getByText('Dialing 42 calls a minute.').waitFor();
  await page.getByText(/^Live, updated \d+:\d\d:\d\d [AP]M$/).waitFor();
  expect(await figure(page, 'Total').textContent()).toBe('1,000');
  expect(await figure(page, 'Called').textContent()).toBe('10010%');
  expect(await figure(page, 'Remaining').textContent()).toBe('90090%');
  expect(await figure(page, 'Average duration').textContent()).toBe('0:42');
  const results = page.getByRole('region', { name: 'Results' });
  expect(await results.getByRole('term').allTextContents()).toEqual([
    'Answered by person',
    'Answered by machine',
    'Not answered',
    'Failed',
  ]);
  expect(await results.getByRole('definition').allTextContents()).toEqual([
    '40',
    '40%',
    '30',
    '30%',
    '20',
    '20%',
    '10',
    '10%',
  ]);

  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE call_list_count SET person = person + 100 WHERE call_list_id = $1', [listId]),
  );
  await page.getByText('200 of 400').waitFor();
  expect(await figure(page, 'Called').textContent()).toBe('20020%');
  expect(browser.errors.splice(0)).toEqual([]);
});

test('the campaigns are one stop of the Tab key; arrows move among them', async () => {
  const page = await openMonitoring();
  const list = page.getByRole('region', { name: 'Campaigns' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await list.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toContain('Q4 balance reminders');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toContain('Bare');
  await page.getByRole('heading', { level: 2, name: 'Bare' }).waitFor();
  await page.keyboard.press('Tab');
  const article = page.getByRole('article');
  expect(await article.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toContain('Bare');
});

test('a Linkback shows its transfers, of those a person answered, and their average', async () => {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaignId = await makeCampaign(db, clientId, { name: 'Agents', type: 2 });
  const counts = {
    ...{ person: 300, machine: 350, no_answer: 340, failed: 10, transferred: 48 },
    ...{ abandoned: 5, answered_seconds: 27_300, transfer_seconds: 9_504 },
  };
  await makeCallList(db, clientId, { campaignId, name: 'Past due', phones: 4_000, counts });
  const page = await openMonitoring({}, own);
  const transfers = page.getByRole('region', { name: 'Transfers' });
  await transfers.getByText('Of 300 answered by person').waitFor();
  expect(await transfers.getByRole('term').allTextContents()).toEqual([
    'Transferred',
    'Not Transferred',
  ]);
  expect(await transfers.getByRole('definition').allTextContents()).toEqual([
    ...['48', '16%'],
    ...['252', '84%'],
  ]);
  await transfers.getByRole('img', { name: '16% transferred' }).waitFor();
  expect(await figure(page, 'Average transfer').textContent()).toBe('3:18');
  expect(await figure(page, 'Average duration').textContent()).toBe('0:42');
  expect(await figure(page, 'Remaining').textContent()).toBe('3,00075%');
  await transfers.getByText('5 customers pressed 1 when no agent was free.').waitFor();
  await page
    .getByText('Once started, it dials for 12 agents, 1.5 calls for each available agent.')
    .waitFor();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  expect(await start.getAttribute('aria-disabled')).toBeNull();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a running Linkback says how many of its agents are in a call', async () => {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaignId = await makeCampaign(db, clientId, { name: 'Agents', type: 2, runStatus: 3 });
  const listId = await makeCallList(db, clientId, { campaignId, name: 'Past due', phones: 40 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, agent_called_at)
       SELECT $1, $2, n, $3, (13025550100 + n)::text, gen_random_uuid(), now(),
         CASE WHEN n <= 7 THEN now() END
       FROM generate_series(1, 9) n`,
      [clientId, listId, campaignId],
    ),
  );
  const page = await openMonitoring({}, own);
  await page.getByText('7 are in a call or being called.').waitFor();
  await page.getByText('Dialing for 12 agents, 1.5 calls for each available agent.').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a text campaign shows total, sent, delivered, failed and remaining, also by list', async () => {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaignId = await makeCampaign(db, clientId, { name: 'Flu clinic', type: 3 });
  const counts = { attempted: 900, delivered: 800, failed: 70, unknown: 30 };
  await makeCallList(db, clientId, { campaignId, name: 'Kent', phones: 1_200, counts });
  const page = await openMonitoring({}, own);
  await page.getByRole('img', { name: 'Delivered 800, 89%; Failed 100, 11%' }).first().waitFor();
  const figures = page.locator('dl').first();
  expect(await figures.getByRole('term').allTextContents()).toEqual([
    ...['Total', 'Sent', 'Delivered', 'Failed', 'Remaining'],
  ]);
  expect(await figures.getByRole('definition').allTextContents()).toEqual([
    ...['1,200', '90075%', '800', '100', '30025%'],
  ]);
  const results = page.getByRole('region', { name: 'Results' });
  expect(await results.getByRole('definition').allTextContents()).toEqual([
    ...['800', '89%', '100', '11%'],
  ]);
  await page.getByRole('region', { name: "Only Today's" }).getByText('900 of 1,200').waitFor();
  await page.getByText('It is not sending.').waitFor();
  const start = page.getByRole('button', { name: 'Start', exact: true });
  expect(await start.getAttribute('aria-disabled')).toBeNull();
  expect(await page.getByRole('region', { name: 'Transfers' }).count()).toBe(0);
  expect(browser.errors.splice(0)).toEqual([]);
});

test("Only Today's shows five lists a page, with arrows", async () => {
  const page = await openMonitoring();
  const today = page.getByRole('region', { name: "Only Today's" });
  await today.getByText('Lists 1–5 of 7').waitFor();
  expect(await today.getByRole('listitem').count()).toBe(5);
  await today.getByRole('button', { name: 'Next lists' }).click();
  await today.getByText('Lists 6–7 of 7').waitFor();
  expect(await today.getByRole('listitem').count()).toBe(2);
  await today.getByRole('button', { name: 'Previous lists' }).click();
  await today.getByText('Lists 1–5 of 7').waitFor();
});

test('the screen asks once a second, not at all while its tab is hidden, and at once when it is back', async () => {
  const page = await openMonitoring();
  await page.getByText(/^Live, updated/).waitFor();
  await untilPartsRead(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.waitForTimeout(3_000);
  const calls = asked.filter((path) => path.startsWith('/api/'));
  expect(calls).toContain('/api/reads');
  expect(calls.length).toBeLessThanOrEqual(4);
  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await show('hidden');
  await page.waitForTimeout(1_000);
  asked.length = 0;
  await page.waitForTimeout(2_500);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await show('visible');
  await expect.poll(() => asked.length, { timeout: 800 }).toBeGreaterThanOrEqual(1);
});

test('a lost connection is said with the time of the numbers, and so is its return', async () => {
  const page = await openMonitoring();
  await page.getByText(/^Live, updated/).waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Connection lost\. These numbers are from/).waitFor();
  expect(await figure(page, 'Total').textContent()).toBe('1,000');
  // Nothing says what happens now.
  await page.getByText(/^At \d+:\d\d:\d\d [AP]M it was running\.$/).waitFor();
  expect(await page.getByText(/^Dialing/).count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText(/^Live, updated/).waitFor();
});

test('at 390 px the campaigns are a picker and Stop stands in the first screenful', async () => {
  const page = await openMonitoring();
  await page.setViewportSize({ width: 390, height: 844 });
  const picker = page.getByLabel('Campaign', { exact: true });
  await picker.waitFor();
  const stop = await page.getByRole('button', { name: 'Stop', exact: true }).boundingBox();
  expect((stop?.y ?? 844) + (stop?.height ?? 0)).toBeLessThan(844);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await picker.selectOption('Bare');
  await page.getByText('No contact lists for this campaign').waitFor();
});

test('many campaigns are found by typing at every width, and what was typed is in the address', async () => {
  const own = await makeClient(db);
  for (let n = 1; n <= 12; n += 1)
    await makeCampaign(db, own.clientId, { name: `East ${n}`, type: n === 12 ? 2 : 1 });
  const page = await openMonitoring({}, own);
  const list = page.getByRole('region', { name: 'Campaigns' });
  await list.getByLabel('Find by name').fill('east 1');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(4);
  await list.getByRole('button', { name: /^East 11/ }).click();
  await page.waitForURL(/find=east\+1/);
  await page.reload();
  await page.getByRole('heading', { name: 'East 11' }).waitFor();
  expect(await list.getByRole('listitem').count()).toBe(4);
  expect(await list.getByLabel('Find by name').inputValue()).toBe('east 1');
  await page.setViewportSize({ width: 390, height: 844 });
  const picker = page.getByRole('combobox', { name: 'Campaign' });
  await picker.click();
  await picker.fill('12');
  const choice = page.getByRole('option', { name: 'East 12 Linkback' });
  await choice.click();
  await page.getByText('Linkback', { exact: true }).first().waitFor();
  expect(await picker.inputValue()).toBe('East 12');
  expect(await axeFindings(page)).toEqual([]);
});

test('without campaigns it says so and leads to the first one', async () => {
  const page = await openMonitoring({}, await makeClient(db));
  await page.getByText('There is no campaign data to display').waitFor();
  await page.getByRole('link', { name: 'Add Campaign' }).click();
  await page.getByRole('heading', { name: 'New Broadcast' }).waitFor();
});

test.each([false, true])('axe finds nothing (dark: %s)', async (dark) => {
  const page = await openMonitoring({ dark });
  await page.getByText(/ of 400$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('a watched screen asks at most 60 times a minute, and its figures keep moving', async () => {
  const own = await makeClient(db);
  const campaignId = await makeCampaign(db, own.clientId, { name: 'Reminders', runStatus: 3 });
  await makeCallList(db, own.clientId, { campaignId, name: 'People', phones: 100 });
  const page = await openMonitoring({}, own);
  await page.getByText(/^Live, updated/).waitFor();
  await untilPartsRead(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname);
  });
  const updated = () => page.getByText(/^Live, updated/).innerText();
  const before = await updated();
  await page.waitForTimeout(12_000);
  expect(asked.length, asked.join()).toBeLessThanOrEqual(12);
  expect(asked.filter((path) => path !== '/api/reads').length, asked.join()).toBeLessThanOrEqual(2);
  expect(await updated()).not.toBe(before);
  expect(browser.errors).toEqual([]);
});
