/** What holds on every screen: one clock, its zone named once, whole words, straight columns. */
// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import {
  makeBucket,
  makeCallList,
  makeCampaign,
  makeVoiceMessage,
} from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts, makeTextCampaign, makeTextMessage } from '../harness/text-data.ts';
import { addArchives } from './archive-fixtures.ts';
import { consoleOfFarDay, farDay } from './clock-console.ts';
import { keepPicture, wideBoxes } from './screen.ts';
import { choose } from './upload-wizard.ts';

const db = await freshDatabase();
const start = farDay;
const console = await consoleOfFarDay(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const phone = '13025550148';
// Made in the order of a person who does not count: 10 before 2.
for (const n of [10, 2]) {
  await makeVoiceMessage(db, clientId, `Part ${n}`);
  await makeTextMessage(db, clientId, `Part ${n}`, 'Hello.');
  await makeBucket(db, clientId, `Part ${n}`);
  const campaignId = await makeCampaign(db, clientId, { name: `Part ${n}` });
  await makeCallList(db, clientId, { campaignId, name: `Part ${n}`, phones: 2 });
  await makeTextCampaign(db, clientId, { name: `Text ${n}` });
  await makeManager(db, clientId, { name: `Part ${n}` });
}
await asClient(db, clientId, async (tx) => {
  await optOut(tx, clientId, phone, 'key');
  for (const n of [10, 2]) {
    await tx.run(
      'INSERT INTO account_field (client_id, custom_index, name) VALUES ($1, $2::int, $3)',
      [clientId, n, `Part ${n}`],
    );
  }
});
const startedAt = start.toISOString();
await addInboundTexts(db, clientId, [{ message: 'Hello', phone, received: startedAt }]);
await addCallRecords(db, clientId, console.deps.vault, [
  { startedAt, answeredAt: startedAt, finishedAt: startedAt, phone },
]);
await asClient(db, clientId, (tx) =>
  tx.run(
    `INSERT INTO policy_rule (client_id, channel, terms, changed_at)
     VALUES ($1, 'any', '{"kind": "gap", "of": "number", "hours": 2}', $2)`,
    [clientId, startedAt],
  ),
);
await addArchives(db, client, [
  {
    ...{ status_id: 3, file_name: 'ready.csv', created: 'now' },
    ...{ progress: 100, number_of_records: 1, download_count: 1 },
    last_download: 'now',
  },
]);

type Look = Parameters<typeof browser.newPage>[0];
const open = (path: string, look: Look = {}) => openSignedIn(browser, console, client, path, look);
const wordsOf = (page: Page) => page.locator('main').innerText();

/** The screens with stamps, and how the first of today reads there. */
const stamps: Record<string, RegExp> = {
  '/main/messages/voicemessages': /May 4,?\s+11:\d\d AM/,
  '/main/messages/textmessages': /May 4,?\s+11:\d\d AM/,
  '/main/campaigns/dialer': /May 4,?\s+11:\d\d AM/,
  '/main/campaigns/texting': /May 4,?\s+11:\d\d AM/,
  '/main/rci': /May 4,?\s+11:\d\d AM/,
  '/main/calllist': /May 4,?\s+11:\d\d AM/,
  '/main/audit': /May 4,?\s+11:\d\d AM/,
  '/main/policy': /May 4,?\s+11:\d\d AM/,
  '/main/donotcall': /May 4,?\s+11:\d\d AM/,
  '/main/reports/cdr': /2031-05-04 11:00:00 AM/,
  '/main/reports/archive': /2031-05-04 11:\d\d:\d\d/,
  '/main/textmanager': /May 4, 11:00 AM \(ET\)/,
  '/main/number/$phone': /May 4/,
  '/main/user': /May 4,?\s+11:\d\d AM/,
  '/main/livemonitoring': /11:\d\d:\d\d AM/,
};
/** Its times are labeled one by one, as the documents have it. */
const labeled = ['/main/textmanager'];
/** Its days are of the database's real time, by which data is deleted. */
const realDays = ['/main/retention'];
/** Its times come with its rows, of which there are none here. */
const alsoNamed = ['/main/numbers', '/main/retention', '/main/forecasts'];

/** What is cut off in the page: words that do not fit into their box. */
const cutWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *, nav *, header *')]
      .filter((one) => one.childElementCount === 0 && one.clientWidth > 20)
      .filter((one) => getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  );

/** Columns whose header begins and ends elsewhere than their first cell. */
const crookedColumns = (page: Page) =>
  page.evaluate(() => {
    const edges = (cell: Element | undefined) => {
      const range = document.createRange();
      const texts = document.createTreeWalker(cell ?? document.body, NodeFilter.SHOW_TEXT);
      const first = texts.nextNode();
      if (!cell || !first) return undefined;
      range.selectNodeContents(cell);
      // What hangs in the margin, such as the dot of an unread text, is beside what must stand in line.
      const hanging = [...cell.querySelectorAll('.visually-hidden')]
        .flatMap((words) => [words, words.parentElement])
        .filter((one) => one && Number.parseFloat(getComputedStyle(one).marginLeft) < 0)
        .flatMap((one) => [...(one?.getClientRects() ?? [])].map(({ left }) => left));
      const boxes = [...range.getClientRects()].filter(
        ({ width, left }) => width > 0 && !hanging.includes(left),
      );
      const left = Math.min(...boxes.map((box) => box.left));
      return { left, right: Math.max(...boxes.map((box) => box.right)) };
    };
    const table = document.querySelector('main table');
    const cells = [...(table?.querySelectorAll('tbody tr[data-row] td') ?? [])];
    return [...(table?.querySelectorAll('thead th') ?? [])].flatMap((header, at) => {
      const name = header.textContent?.trim() ?? '';
      const above = edges(header);
      const below = edges(cells[at]);
      if (name === '' || !above || !below) return [];
      const apart = Math.min(
        Math.abs(above.left - below.left),
        Math.abs(above.right - below.right),
      );
      return apart > 6 ? [`${name}: ${Math.round(apart)} px`] : [];
    });
  });

test('every stamp on every screen is of the one clock, in Eastern Time, which each screen names once', async () => {
  const page = await open('/status', { zone: 'America/Los_Angeles' });
  for (const { path } of pageRoutes) {
    await page.goto(`${console.url}${path.replace('$phone', phone)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
    const stamp = stamps[path];
    if (stamp) await expect.poll(() => wordsOf(page), { message: path }).toMatch(stamp);
    const words = await wordsOf(page);
    // Nothing of the real day, and nothing of the browser's zone.
    const years = words.match(/\b20\d\d\b/g)?.filter((year) => year !== '2031') ?? [];
    expect(realDays.includes(path) ? [] : years, path).toEqual([]);
    expect(words.match(/\b(?!May)[A-Z][a-z]{2} \d{1,2}, \d+:\d\d/g) ?? [], path).toEqual([]);
    expect(words.match(/\b8:\d\d(:\d\d)? AM/g) ?? [], path).toEqual([]);
    const named = await page.getByText(/\b(Times|Other times) are in Eastern Time\./).count();
    const isNamed = (stamp && !labeled.includes(path)) || alsoNamed.includes(path);
    expect([path, named]).toEqual([path, isNamed ? 1 : 0]);
    const simulated = await page.getByText('Simulated carrier', { exact: true }).count();
    expect(simulated, path).toBeLessThanOrEqual(1);
  }
  expect(browser.errors.splice(0)).toEqual([]);
});

test('at 1280 px no word is cut, and every column stands under its header', async () => {
  const running = await makeCampaign(db, clientId, { name: 'Runs', type: 2, runStatus: 3 });
  const counts = { attempted: 12_345, person: 12_345 };
  await makeCallList(db, clientId, { campaignId: running, name: 'Runs', phones: 150_000, counts });
  const page = await open('/status', { width: 1280, height: 800 });
  for (const { path } of pageRoutes) {
    await page.goto(`${console.url}${path.replace('$phone', phone)}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
    expect([path, await cutWords(page)]).toEqual([path, []]);
    expect([path, await crookedColumns(page)]).toEqual([path, []]);
  }
  await page.goto(`${console.url}/main/campaigns/dialer`);
  await page.getByText('12,345 of 150,000. 1.5 calls per free agent.').waitFor();
  expect(await cutWords(page)).toEqual([]);
  await keepPicture(page, 'campaigns-1280-light');
  // Fewer columns instead of some below the one that stays in sight.
  await page.setViewportSize({ width: 768, height: 1_024 });
  for (const [path, last] of [
    ['/main/calllist', 'Campaign'],
    ['/main/textmanager', 'Opt out?'],
    ['/main/campaigns/dialer', 'Updated'],
    ['/main/messages/voicemessages', 'Preview'],
    ['/main/manager', 'Status'],
  ] as const) {
    await page.goto(`${console.url}${path}`);
    const table = page.getByRole('grid');
    await table.locator('tr[data-row]').first().waitFor();
    const named = await table.getByRole('columnheader').allInnerTexts();
    expect([path, named.at(-2)]).toEqual([path, last]);
    expect([path, await wideBoxes(page), await cutWords(page)]).toEqual([path, 0, []]);
    await keepPicture(page, `${path.slice(6)}-768-light`);
  }
  // Nothing makes the page itself scroll sideways on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/main/textmanager', '/main/reports/cdr']) {
    await page.goto(`${console.url}${path}`);
    await page.locator('tr[data-row]').first().waitFor();
    expect([path, await wideBoxes(page)]).toEqual([path, 0]);
  }
});

test('names are sorted as people do, 2 before 10, on every list', async () => {
  const page = await open('/status');
  for (const [path, name] of [
    ['/main/customfields', 'Part'],
    ['/main/messages/voicemessages', 'Part'],
    ['/main/messages/textmessages', 'Part'],
    ['/main/campaigns/dialer', 'Part'],
    ['/main/campaigns/texting', 'Text'],
    ['/main/rci', 'Part'],
    ['/main/calllist', 'Part'],
    ['/main/manager', 'Part'],
  ] as const) {
    await page.goto(`${console.url}${path}`);
    const first = page.getByRole('columnheader').filter({ hasText: 'Name' }).first();
    await first.waitFor().catch((error) => {
      throw new Error(`${path}: ${error.message}`);
    });
    for (let tries = 0; tries < 3; tries += 1) {
      if ((await first.getAttribute('aria-sort')) === 'ascending') break;
      await first.getByRole('button').click();
      await page.waitForTimeout(50);
    }
    const named = new RegExp(`${name} (2|10)\\b`);
    const names = async () => {
      const rows = await page.locator('tbody tr[data-row]').allInnerTexts();
      return rows.map((row) => named.exec(row)?.[0]).filter(Boolean);
    };
    await expect
      .poll(async () => [path, ...(await names())])
      .toEqual([path, `${name} 2`, `${name} 10`]);
  }
});

test('a file has the stamps of the same clock', async () => {
  const page = await open('/main/donotcall', { zone: 'America/Los_Angeles' });
  await page.getByRole('gridcell', { name: '(302) 555-0148', exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toContain('Added (ET)');
  expect(text).toMatch(/2031-05-04 11:\d\d/);
});

test('percentages add up and say 100 of nothing that has a remainder; one is one row and one download', async () => {
  const own = await makeClient(db);
  const campaignId = await makeCampaign(db, own.clientId, { name: 'Nearly all' });
  const counts = { person: 1, machine: 1, no_answer: 5_997 };
  await makeCallList(db, own.clientId, { campaignId, name: 'All', phones: 6_000, counts });
  const page = await openSignedIn(browser, console, own, '/main/livemonitoring');
  const figure = (label: string) =>
    page.locator('dl > div').filter({ hasText: label }).first().locator('dd').innerText();
  await page.getByText('5,999 of 6,000').waitFor();
  expect((await figure('Called')).replace(/\s+/g, ' ')).toBe('5,999 >99%');
  expect((await figure('Remaining')).replace(/\s+/g, ' ')).toBe('1 <1%');
  const words = (await wordsOf(page)).split('\n');
  // Of the whole alone.
  expect(words.filter((line) => line.includes('100%'))).toEqual(['100%']);
  const results = page.getByRole('region', { name: 'Results' });
  expect(await results.getByRole('definition').allTextContents()).toEqual([
    ...['1', '<1%', '1', '<1%', '5,997', '>99%', '0', '0%'],
  ]);

  // One chart of calls and texts: each part is named for what it counts.
  await addCallRecords(db, own.clientId, console.deps.vault, [
    { startedAt, result: 'person' },
    ...Array.from({ length: 2 }, () => ({
      ...{ startedAt, callType: 'Text' as const, result: 'delivered' as const },
    })),
  ]);
  await page.goto(`${console.url}/main/reports/cdr`);
  const chart = page.getByRole('region', { name: 'Calls and texts over time' });
  await chart.getByText('Calls and texts in 5 minutes. Drag to filter by time.').waitFor();
  const heads = await chart.getByRole('columnheader').allInnerTexts();
  expect(heads).toEqual(['From', 'Person or delivered', 'Machine', 'Not answered', 'Failed']);
  expect(await chart.getByRole('cell').allInnerTexts()).toEqual(['3', '0', '0', '0']);
  const totals = page.getByRole('region', { name: 'All results' });
  const shown = (await totals.innerText()).replace(/\s+/g, ' ');
  expect(shown).toMatch(/Persons 1 .*Delivered 2 /);

  await page.goto(`${console.url}/main/upload`);
  const buffer = Buffer.from('First,Phone\nAnn,302 555 0148\n');
  await choose(page, { name: 'one.csv', mimeType: 'text/csv', buffer });
  await page.getByText(/\b1 row, 2 columns/).waitFor();
  const narrow = await open('/main/reports/archive', { width: 390, height: 844 });
  await narrow.getByText(/^1 record, created /).waitFor();
  await narrow.getByText(/^1 download, last /).waitFor();
});
