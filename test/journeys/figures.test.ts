/** Every figure of Live Monitoring opens exactly what it counts: as many rows as it says. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { listCampaignNumbers } from '../../src/contract/campaign-numbers.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readAddress } from '../../src/web/features/call-record/report-address.ts';
import { toWire } from '../../src/web/features/call-record/report-filter.ts';
import { wantedOf } from '../../src/web/features/live-monitoring/numbers/wanted.ts';
import { makeLinkback, makeLinkbackEngine } from '../engine/linkback-world.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { makeTexting } from '../engine/text-world.ts';
import { afternoon, campaignState, makeList, vault } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openMonitoringPage } from './monitoring-page.ts';

const db = await freshDatabase();
const api = await testConsole(db, { now: () => new Date(afternoon), vault });
const browser = testBrowser();

/** A Linkback of two lists that ran to its end, with every kind of result. */
async function ranLinkback() {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaign = await makeLinkback(db, { clientId, agentCount: 6, callRatio: 3 });
  await makeList(db, campaign, { entries: 40 });
  await makeList(db, campaign, { entries: 20 });
  const profile = {
    ...{ person: 0.6, machine: 0.2, busy: 0.05, failed: 0.1 },
    ...{ pressesOne: 0.6, pressesNine: 0.2, talk: [3_000, 40_000] as const },
  };
  const { runUntil, engine } = makeLinkbackEngine(db, { profile });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await engine.stop();
  return own;
}

let client: TestClient;
beforeAll(async () => {
  client = await ranLinkback();
}, 60_000);

interface Opened {
  label: string;
  href: string;
  /** The figure. */
  says: number;
}

/** Every figure that is a link, wherever it stands: also the parts of ring and bars. */
function linksOf(page: Page): Promise<Opened[]> {
  return page
    .getByRole('article')
    .locator('a[href*="/main/reports/cdr"], a[href*="/main/numbers"]')
    .evaluateAll((links) =>
      links.map((link) => {
        const label = link.getAttribute('aria-label') ?? link.querySelector('title')?.textContent;
        const figure = /[\d,]+/.exec((label ?? '').replace(/^[^:]*: /, ''))?.[0] ?? '';
        return {
          label: label ?? '',
          href: link.getAttribute('href') ?? '',
          says: Number(figure.replaceAll(',', '')),
        };
      }),
    );
}

test('every figure that counts calls opens exactly those calls in the report', async () => {
  const page = await openMonitoringPage(browser, api, client);
  await page.getByRole('region', { name: 'Transfers' }).waitFor();
  await page.getByRole('region', { name: "Only Today's" }).getByText('of 40').waitFor();
  const links = (await linksOf(page)).filter(({ href }) => href.startsWith('/main/reports/cdr'));
  const labels = links.map(({ label }) => label);
  for (const kind of [
    ...[/^Called: /, /^Answered by person: /, /^Answered by machine: /, /^Not answered: /],
    ...[/^Failed: /, /^Transferred: /, /^Not Transferred: /, /customers?$/, / of List \d+$/],
  ]) {
    expect(
      labels.some((label) => kind.test(label)),
      String(kind),
    ).toBe(true);
  }
  // Ring, legend and figures share addresses: each is opened once, and each figure is compared.
  for (const href of new Set(links.map((link) => link.href))) {
    await page.goto(`${api.url}${href}`);
    const counted = page.getByText(/^[\d,]+ of [\d,]+ results$/);
    await counted.waitFor();
    const found = Number(/of ([\d,]+)/.exec((await counted.textContent()) ?? '')?.[1]);
    for (const { label, says } of links.filter((link) => link.href === href)) {
      expect({ label, found }).toEqual({ label, found: says });
    }
  }
  expect(browser.errors.splice(0)).toEqual([]);
});

/** A text campaign that was stopped on its way: some texted, some without a receipt, barred, waiting. */
async function stoppedTexts() {
  const own = await makeClient(db);
  const { clientId } = own;
  const manager = await api.signIn(own);
  const campaign = await makeTexting(db, { clientId, textPerMinute: 90 });
  const { campaignId } = campaign;
  const firstPhone = 12_123_450_000;
  const lists = [
    await makeList(db, campaign, { entries: 40, firstPhone }),
    await makeList(db, campaign, { entries: 20, firstPhone: firstPhone + 100 }),
    await makeList(db, campaign, { entries: 5, firstPhone: 18_083_450_000 }),
  ];
  for (const at of [1, 20, 33, 102]) {
    const phoneRestriction = String(firstPhone + at);
    const body = { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction };
    expect((await manager.post(`/api/donotcall/${clientId}/edit`, body)).status).toBe(200);
  }
  const textProfile = { rejected: 0.2, failed: 0.2, late: 0.3 };
  const { runUntil, engine } = makeEngine(db, { textProfile });
  await requestStart(db, clientId, campaignId);
  await runUntil(async () => (await attemptsOf(clientId)) >= 28, 500);
  await manager.post(`/api/campaign/${campaignId}/stop`, { campaignId });
  await runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 500);
  await engine.stop();
  expect((await manager.post(`/api/calllist/${lists[1]}/close`)).status).toBe(200);
  return { own, manager };
}

const attemptsOf = (clientId: number) =>
  asClient(db, clientId, (tx) => tx.run('SELECT FROM attempt WHERE client_id = $1', [clientId]));

/** What the screen behind a link asks the server for, and how many rows there are. */
async function rowsBehind(me: Caller, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, api.url);
  const search = Object.fromEntries(searchParams);
  if (pathname === '/main/reports/cdr') {
    const { address, ignored } = readAddress(search, new Date(afternoon));
    expect(ignored).toEqual([]);
    const filters = toWire(address.filters, new Date(afternoon));
    return Number((await me.post('/api/reports/cdrcount', { filters })).text);
  }
  const { campaignId, ...query } = wantedOf(search);
  let rows = 0;
  for (let after: string | null = ''; after !== null; ) {
    const wanted = Object.entries({ ...query, ...(after && { after }) });
    const asked = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)]));
    const response = await me.get(`/api/campaign/${campaignId}/numbers?${asked}`);
    const page = listCampaignNumbers.response.parse(response.json());
    rows += page.numbers.length;
    after = page.next;
  }
  return rows;
}

test('every figure of a text campaign opens as many texts or numbers as it says', async () => {
  const { own, manager } = await stoppedTexts();
  const page = await openMonitoringPage(browser, api, own);
  await page.getByRole('region', { name: 'Number status' }).getByText('Loaded').waitFor();
  await page.getByRole('region', { name: "Only Today's" }).getByText('of 40').waitFor();
  const links = await linksOf(page);
  const labels = links.map(({ label }) => label);
  for (const kind of [
    ...[/^Total: /, /^Sent: /, /^Delivered: /, /^Failed: /, /^Remaining: /, /^\d+ sent$/],
    ...[/^Texted: /, /^Waiting for a receipt: /, /^Loaded: /, /of the remaining numbers$/],
    ...[/^On the do-not-call list: /, /^Left in closed lists: /, / of List \d+$/],
  ]) {
    expect(
      labels.some((label) => kind.test(label)),
      `${kind} in ${labels.join('; ')}`,
    ).toBe(true);
  }
  for (const { label, href, says } of links) {
    expect({ label, rows: await rowsBehind(manager, href) }).toEqual({ label, rows: says });
  }
  expect(browser.errors.splice(0)).toEqual([]);
}, 60_000);

test('a figure is reached and opened with the keyboard, and Back returns to its campaign', async () => {
  const page = await openMonitoringPage(browser, api, client);
  const person = page
    .getByRole('region', { name: 'Results' })
    .getByRole('link', { name: /^Answered by person/ })
    .last();
  await person.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Call Detail Report' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Live Monitoring' }).waitFor();
});
