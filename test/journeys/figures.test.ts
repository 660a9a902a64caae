/** Every figure of Live Monitoring opens exactly what it counts: as many rows as it says. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { makeLinkback, makeLinkbackEngine } from '../engine/linkback-world.ts';
import { afternoon, campaignState, makeList, vault } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
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
