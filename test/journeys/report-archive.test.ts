import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
await testJobs(db);
const browser = testBrowser();
const exporter = await makeClient(db);
const reader = await makeClient(db);
const newcomer = await makeClient(db);

await addCallRecords(
  db,
  exporter.clientId,
  console.deps.vault,
  Array.from({ length: 30 }, (_, at) => ({
    startedAt: new Date(Date.parse('2026-11-20T15:00:00Z') + at * 1000).toISOString(),
    lastName: at < 4 ? 'Featherstonehaugh' : 'Okafor',
    ssn: '123-45-6789',
  })),
);

interface ArchiveFixture {
  status_id: number;
  file_name: string;
  created: string;
  number_of_records?: number;
  progress?: number;
  status_reason?: string;
  download_count?: number;
  last_download?: string;
}

/** Archives in every status, without files: no job looks at them. */
const everyStatus: ArchiveFixture[] = [
  { status_id: 1, file_name: 'starting.csv', created: '2026-11-20T15:00:06Z' },
  {
    status_id: 2,
    file_name: 'in-progress.csv',
    created: '2026-11-20T15:00:05Z',
    progress: 43.7,
    number_of_records: 48_213,
  },
  {
    status_id: 3,
    file_name: 'ready.csv',
    created: '2026-11-20T15:00:04Z',
    progress: 100,
    number_of_records: 1_204_981,
    download_count: 12,
    last_download: '2026-11-20T23:07:09Z',
  },
  {
    status_id: 4,
    file_name: 'error.csv',
    created: '2026-11-20T15:00:03Z',
    status_reason: 'There is no room to store the report.',
  },
  { status_id: 5, file_name: 'cancelled.csv', created: '2026-11-20T04:59:59Z' },
];

async function addArchives({ clientId, manager }: TestClient, archives: ArchiveFixture[]) {
  await asClient(db, clientId, async (tx) => {
    for (const archive of archives) {
      const row = { client_id: clientId, manager_id: manager.managerId, ...archive };
      const places = Object.keys(row).map((_, at) => `$${at + 1}`);
      await tx.run(
        `INSERT INTO report_archive (${Object.keys(row)}) VALUES (${places})`,
        Object.values(row),
      );
    }
  });
}
await addArchives(reader, everyStatus);

const path = '/main/reports/archive';
type Look = Parameters<typeof browser.newPage>[0];
const open = (who = reader, look: Look = {}) => openSignedIn(browser, console, who, path, look);
/** For a page that listens or answers before it is opened. */
async function signIn(page: Page, { code, manager }: TestClient): Promise<void> {
  const { username, password } = manager;
  const record = await console.stranger.post('/api/security/login', { code, username, password });
  await page.addInitScript((text) => localStorage.setItem('user', text), record.text);
}

const rowOf = (page: Page, status: string) =>
  page.getByRole('row').filter({ has: page.getByText(status, { exact: true }) });
const cells = async (page: Page, status: string) =>
  (await rowOf(page, status).getByRole('gridcell').allInnerTexts()).slice(0, 5);

async function downloaded(page: Page, press: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
  await press();
  const file = await waiting;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

describe('an export', () => {
  test('is started after a look at what it holds, comes up in the top bar and is downloaded there', async () => {
    const page = await openSignedIn(browser, console, exporter, '/main/reports/cdr');
    await page.getByText('25 of 30 results').waitFor();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('Add Filter').selectOption('Last Name');
    await page.getByLabel('Filter By Keyword').fill('feather');
    await page.keyboard.press('Enter');
    await page.getByText('4 of 4 results').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('4 call records that match the filters').waitFor();
    // The file has one offset, that of today: the table's times follow the clock changes.
    await dialog
      .getByText(/Every time in it is Eastern (Standard|Daylight) Time \(UTC-0[45]:00\)\./)
      .waitFor();
    expect(await dialog.getByLabel('Include full SSN').isChecked()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    const asked = page.waitForRequest('**/api/reports/export');
    await dialog.getByRole('button', { name: 'Export' }).click();
    expect((await asked).postDataJSON()).toEqual({
      clientId: exporter.clientId,
      filters: { lastName: 'feather' },
      utcOffset: expect.toSatisfy((offset) => offset === -300 || offset === -240),
      includeFullSsn: false,
    });
    await page.getByText('The export of 4 call records has started.').waitFor();
    await page.getByText('Export is ready: 4 call records.').waitFor();

    await page.getByRole('button', { name: 'Reports, 1 waiting' }).click();
    const list = page.getByRole('dialog', { name: 'Reports' });
    await list.getByText('READY', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const { name, text } = await downloaded(page, () =>
      list.getByRole('button', { name: /^Download/ }).click(),
    );
    expect(name).toMatch(/^call-detail-report-\d{4}-\d\d-\d\d-\d+\.csv$/);
    const rows = parseCsv(text.slice(1));
    expect(rows).toHaveLength(5);
    expect(rows[1]?.[1]).toMatch(/^2026-11-20 1[01]:00:03 AM$/);
    expect(rows[1]?.[17]).toBe('***-**-6789');
    // What was downloaded does not wait any more.
    await page.getByRole('button', { name: 'Reports', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await list.count()).toBe(0);
  });

  test('has full SSN only when that is ticked, and its notice downloads it', async () => {
    const page = await openSignedIn(browser, console, exporter, '/main/reports/cdr');
    await page.getByText('25 of 30 results').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Include full SSN').check();
    await page.keyboard.press('Enter');
    await page.getByText('Export is ready: 30 call records.').waitFor();
    const { text } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    );
    expect(parseCsv(text.slice(1))[1]?.[17]).toBe('123-45-6789');
  });

  test('that is refused says why and keeps the choice; nothing to export says so', async () => {
    const busy = await makeClient(db);
    await addCallRecords(db, busy.clientId, console.deps.vault, [{}]);
    const waits = (n: number) => ({ ...(everyStatus[0] as ArchiveFixture), file_name: `${n}.csv` });
    await addArchives(busy, [1, 2, 3].map(waits));
    const page = await openSignedIn(browser, console, busy, '/main/reports/cdr');
    await page.getByText('1 of 1 results').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Include full SSN').check();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText('Three exports are under way.').waitFor();
    expect(await dialog.getByLabel('Include full SSN').isChecked()).toBe(true);

    const empty = await openSignedIn(browser, console, newcomer, '/main/reports/cdr');
    await empty.getByText('No calls yet').waitFor();
    const button = empty.getByRole('button', { name: 'Export' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.focus();
    await empty.getByText('There is no call record to export.').first().waitFor();
  });
});

describe('report archives', () => {
  test('the table has the documented columns, statuses and times', async () => {
    const page = await open();
    await page.getByText('READY', { exact: true }).waitFor();
    const headers = await page.getByRole('columnheader').allInnerTexts();
    expect(headers.map((header) => header.trim()).slice(0, 5)).toEqual([
      'Export Status',
      'Number of Records',
      'Date Created',
      'Last Downloaded',
      'Number of Downloads',
    ]);
    // Eastern time, as the browser's zone is New York.
    expect(await cells(page, 'STARTING')).toEqual([
      'STARTING',
      '--',
      '2026-11-20 10:00:06',
      '--',
      '0',
    ]);
    expect((await cells(page, 'IN PROGRESS 43%')).slice(1, 3)).toEqual([
      '48,213',
      '2026-11-20 10:00:05',
    ]);
    expect(await cells(page, 'READY')).toEqual([
      'READY',
      '1,204,981',
      '2026-11-20 10:00:04',
      '2026-11-20 18:07:09',
      '12',
    ]);
    expect((await cells(page, 'ERROR'))[0]).toMatch(/^ERROR\s+There is no room/);
    expect((await cells(page, 'CANCELLED'))[2]).toBe('2026-11-19 23:59:59');
  });

  test('Download is there in each row and active only when the status is READY', async () => {
    const page = await open();
    await page.getByText('READY', { exact: true }).waitFor();
    for (const status of ['STARTING', 'IN PROGRESS 43%', 'ERROR', 'CANCELLED']) {
      const button = rowOf(page, status).getByRole('button', { name: /^Download/ });
      expect(await button.getAttribute('aria-disabled'), status).toBe('true');
    }
    const ready = rowOf(page, 'READY').getByRole('button', { name: /^Download/ });
    expect(await ready.getAttribute('aria-disabled')).toBeNull();

    await page.getByRole('button', { name: /^Reports/ }).click();
    const list = page.getByRole('dialog', { name: 'Reports' });
    const item = (text: string) => list.getByRole('listitem').filter({ hasText: text });
    const inactive = (text: string) => item(text).getByRole('button').getAttribute('aria-disabled');
    await item('ready.csv').waitFor();
    expect(await item('in-progress.csv').innerText()).toContain('IN PROGRESS 43%');
    for (const [name, status] of [
      ['starting.csv', 'STARTING'],
      ['error.csv', 'ERROR'],
      ['cancelled.csv', 'CANCELLED'],
    ] as const) {
      expect(await item(name).innerText()).toContain(status);
      expect(await inactive(name), name).toBe('true');
    }
    expect(await inactive('in-progress.csv')).toBe('true');
    expect(await inactive('ready.csv')).toBeNull();
  });

  test('any other status is «Invalid status for report!» and cannot be downloaded', async () => {
    const page = await browser.newPage();
    await page.route(`**/api/reports/${reader.clientId}/archive`, async (route) => {
      const answer = await route.fetch();
      const archives = (await answer.json()) as object[];
      const wrong = archives.map((one) => ({ ...one, reportStatusId: 9, reportStatusName: '?' }));
      await route.fulfill({ response: answer, json: wrong });
    });
    await signIn(page, reader);
    await page.goto(`${console.url}${path}`);
    await page.getByText('Invalid status for report!').first().waitFor();
    expect(await page.getByText('Invalid status for report!').count()).toBe(5);
    const buttons = await page.getByRole('button', { name: /^Download/ }).all();
    for (const button of buttons) expect(await button.getAttribute('aria-disabled')).toBe('true');
  });

  test('the list and the popover are asked anew every 15 seconds, with 25 as the body', async () => {
    const page = await browser.newPage();
    await page.clock.install();
    const bodies: string[] = [];
    let finished = 0;
    page.on('requestfinished', (request) => {
      if (/\/(archive|cdrprogress)$/.test(request.url()) && request.method() === 'POST')
        finished += 1;
    });
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/archive') && request.method() === 'POST') {
        bodies.push(`archive ${request.postData()}`);
      }
      if (pathname.endsWith('/cdrprogress')) bodies.push('progress');
    });
    await signIn(page, reader);
    await page.goto(`${console.url}${path}`);
    await page.getByText('READY', { exact: true }).waitFor();
    await expect.poll(() => bodies.toSorted()).toEqual(['archive 25', 'progress']);
    const answered = (round: number) => expect.poll(() => finished).toBe(2 * round);
    await answered(1);
    for (const round of [2, 3]) {
      await page.clock.runFor(14_000);
      expect(bodies).toHaveLength(2 * (round - 1));
      await page.clock.runFor(2_000);
      await answered(round);
      expect(bodies.slice(-2).toSorted()).toEqual(['archive 25', 'progress']);
    }
  });

  test('one that is being made can be cancelled, and is said to be', async () => {
    const other = await makeClient(db);
    await addArchives(other, everyStatus.slice(0, 1));
    const page = await open(other);
    await page.getByRole('button', { name: 'Actions for starting.csv' }).click();
    await page.getByRole('menuitem', { name: 'Cancel' }).click();
    await page.getByText('CANCELLED').waitFor();
    await page.getByRole('button', { name: 'Actions for starting.csv' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toHaveLength(1);
  });

  test('a file that is gone when it is asked for says so and leaves no download', async () => {
    const page = await open();
    await page.route('**/downloadreport', (route) => route.abort());
    await rowOf(page, 'READY')
      .getByRole('button', { name: /^Download/ })
      .click();
    await page.getByText('The server did not answer.').first().waitFor();
  });

  test('an empty list, a first load and a failed refresh each say what they are', async () => {
    const page = await browser.newPage();
    await signIn(page, newcomer);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/reports/*/archive`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${console.url}${path}`);
    await page.getByText('Loading ...').waitFor();
    answer();
    await page.getByText('No reports yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    const nothing = page.getByText('No reports yet. Export the Call Detail Report to make one.');
    await nothing.waitFor();
    await page.keyboard.press('Escape');
    await nothing.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Open the Call Detail Report' }).click();
    await page.getByRole('heading', { name: 'Call Detail Report', level: 1 }).waitFor();

    const failing = await open();
    await failing.getByText('READY', { exact: true }).waitFor();
    await failing.route('**/api/reports/**', (route) => route.abort());
    await failing.getByRole('button', { name: /^Reports/ }).click();
    await failing.getByText('The reports could not be refreshed.').waitFor();
    await failing.unroute('**/api/reports/**');
    await failing.getByRole('button', { name: 'Retry' }).click();
    await failing.getByText('The reports could not be refreshed.').waitFor({ state: 'detached' });
  });

  test('the table scrolls within 680 px on xl', async () => {
    const page = await open(reader, { width: 1920, height: 1400 });
    await page.getByText('READY', { exact: true }).waitFor();
    const height = await page
      .getByRole('grid')
      .evaluate((grid) => getComputedStyle(grid.parentElement as Element).maxHeight);
    expect(height).toBe('680px');
  });

  test.each([
    ['light', {}],
    ['dark', { dark: true }],
    ['on a narrow screen', { width: 390, height: 844 }],
  ])('has no axe findings, %s', async (_, look) => {
    const page = await open(reader, look);
    await page.getByText('READY', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Reports/ }).click();
    await page.getByRole('dialog', { name: 'Reports' }).getByText('ready.csv').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(browser.errors).toEqual([]);
  });
});
