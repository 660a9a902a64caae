import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { openSignedIn, signInPage } from '../harness/signed-in.ts';
import { addArchives, everyStatus } from './archive-fixtures.ts';
import { maxHeightOf } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
await testJobs(db);
const browser = testBrowser();
const reader = await makeClient(db);
const newcomer = await makeClient(db);

await addArchives(db, reader, everyStatus);

const path = '/main/reports/archive';
type Look = Parameters<typeof browser.newPage>[0];
const open = (who = reader, look: Look = {}) => openSignedIn(browser, console, who, path, look);

const rowOf = (page: Page, status: string) =>
  page.getByRole('row').filter({ has: page.getByText(status, { exact: true }) });
const cells = async (page: Page, status: string) =>
  (await rowOf(page, status).getByRole('gridcell').allInnerTexts()).slice(0, 5);

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
    const noRoom = reasonSentence({ code: 'report_no_room' });
    expect((await cells(page, 'ERROR'))[0]).toMatch(new RegExp(`^ERROR\\s+${noRoom}`));
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
      ['canceled.csv', 'CANCELLED'],
    ] as const) {
      expect(await item(name).innerText()).toContain(status);
      expect(await inactive(name), name).toBe('true');
    }
    expect(await inactive('in-progress.csv')).toBe('true');
    expect(await inactive('ready.csv')).toBeNull();
  });

  test('any other status is "Invalid status for report!" and cannot be downloaded', async () => {
    const page = await browser.newPage();
    await page.route(`**/api/reports/${reader.clientId}/archive`, async (route) => {
      const response = await route.fetch();
      const archives = (await response.json()) as object[];
      const wrong = archives.map((one) => ({ ...one, reportStatusId: 9, reportStatusName: '?' }));
      await route.fulfill({ response, json: wrong });
    });
    await signInPage(page, console, reader);
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
    await signInPage(page, console, reader);
    await page.goto(`${console.url}${path}`);
    await page.getByText('READY', { exact: true }).waitFor();
    await expect.poll(() => bodies.toSorted()).toEqual(['archive 25', 'progress']);
    const refreshed = (round: number) => expect.poll(() => finished).toBe(2 * round);
    await refreshed(1);
    for (const round of [2, 3]) {
      await page.clock.runFor(14_000);
      expect(bodies).toHaveLength(2 * (round - 1));
      await page.clock.runFor(2_000);
      await refreshed(round);
      expect(bodies.slice(-2).toSorted()).toEqual(['archive 25', 'progress']);
    }
  });

  test('one that is being made can be canceled, and is said to be', async () => {
    const other = await makeClient(db);
    await addArchives(db, other, everyStatus.slice(0, 1));
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
    await page.getByText('The server did not respond.').first().waitFor();
  });

  test('an empty list, a first load and a failed refresh each say what they are', async () => {
    const page = await browser.newPage();
    await signInPage(page, console, newcomer);
    let respond: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(`**/api/reports/*/archive`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${console.url}${path}`);
    await page.getByText('Loading ...').waitFor();
    respond();
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
    // The table behind it may fail and recover at the same time.
    const list = failing.getByRole('dialog', { name: 'Reports' });
    const failed = list.getByText('The reports could not be refreshed.');
    await failed.waitFor();
    await failing.unroute('**/api/reports/**');
    await list.getByRole('button', { name: 'Retry' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  test('the table scrolls within 680 px on xl', async () => {
    const page = await open(reader, { width: 1920, height: 1400 });
    await page.getByText('READY', { exact: true }).waitFor();
    const height = await maxHeightOf(page.getByRole('grid'));
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
