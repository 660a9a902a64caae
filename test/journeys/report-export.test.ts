import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { readSheets } from '../harness/workbook.ts';
import { type ArchiveFixture, addArchives, everyStatus } from './archive-fixtures.ts';

const db = await freshDatabase();
const console = await testConsole(db);
await testJobs(db);
const browser = testBrowser();
const exporter = await makeClient(db);
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
    // The file has one offset, today's: the table's times follow the clock changes.
    await dialog.getByText(/All times are in Eastern Time\./).waitFor();
    expect(await dialog.getByLabel('Include full SSN').isChecked()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    const asked = page.waitForRequest('**/api/reports/export');
    await dialog.getByRole('button', { name: 'Export' }).click();
    expect((await asked).postDataJSON()).toEqual({
      clientId: exporter.clientId,
      filters: { lastName: 'feather' },
      utcOffset: expect.toSatisfy((offset) => offset === -300 || offset === -240),
      timeZone: 'America/New_York',
      includeFullSsn: false,
      ...{ name: '', format: 'csv', filtersInFile: false },
    });
    await page.getByText('The export of 4 call records has started.').waitFor();
    await page.getByText('Export is ready: 4 call records.').waitFor();

    await page.getByRole('button', { name: 'Reports, 1 not downloaded' }).click();
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
    // A downloaded report no longer waits.
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
    // The manager signed in a while ago: the password is asked for over the dialog.
    await asPlatform(db, (tx) =>
      tx.run(`UPDATE session SET proven_at = now() - interval '6 minutes'`),
    );
    const proof = page.getByRole('dialog', { name: 'Enter your password' });
    await page.keyboard.press('Enter');
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('Enter your password to continue.').waitFor();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await proof.getByLabel('Your password').fill('wrong');
    await page.keyboard.press('Enter');
    await proof.getByText('The current password is not correct.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await proof.getByLabel('Your password').fill(exporter.manager.password);
    await page.keyboard.press('Enter');
    await page.getByText('Export is ready: 30 call records.').waitFor();
    const { text } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    );
    expect(parseCsv(text.slice(1))[1]?.[17]).toBe('123-45-6789');
  });

  test('is a workbook with a name, the columns of the screen and the filters, when that is chosen', async () => {
    const page = await openSignedIn(browser, console, exporter, '/main/reports/cdr');
    await page.getByText('25 of 30 results').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Name').fill('Calls, fall');
    await dialog.getByLabel('Columns').selectOption('As on the screen (12)');
    await dialog.getByLabel('Format').selectOption('xlsx');
    await dialog.getByText('The filters and the zone are on the last sheet.').waitFor();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await page.getByText('Export is ready: 30 call records.').waitFor();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/^Calls-fall-\d{4}-\d\d-\d\d-\d+\.xlsx$/);
    const sheets = await readSheets(readFileSync(await file.path()));
    const [records, filters] = sheets;
    expect(records?.rows).toHaveLength(31);
    expect(records?.rows[0]).toContain('Outcome');
    expect(filters?.rows).toEqual([
      ['Filters'],
      ['None: all call records.'],
      ['Times are in Eastern Time.'],
    ]);
    await page.goto(page.url().replace(/cdr.*/, 'archive'));
    const row = page.getByRole('row').filter({ hasText: 'Calls, fall' });
    await row.getByText('XLSX, by').waitFor();
  });

  test('that is refused says why and keeps the choice; nothing to export says so', async () => {
    const busy = await makeClient(db);
    await addCallRecords(db, busy.clientId, console.deps.vault, [{}]);
    const waits = (n: number) => ({ ...(everyStatus[0] as ArchiveFixture), file_name: `${n}.csv` });
    await addArchives(db, busy, [1, 2, 3].map(waits));
    const page = await openSignedIn(browser, console, busy, '/main/reports/cdr');
    await page.getByText('1 of 1 results').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByLabel('Include full SSN').check();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText('Three exports are in progress.').waitFor();
    expect(await dialog.getByLabel('Include full SSN').isChecked()).toBe(true);

    const empty = await openSignedIn(browser, console, newcomer, '/main/reports/cdr');
    await empty.getByText('No calls yet').waitFor();
    const button = empty.getByRole('button', { name: 'Export' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await button.focus();
    await empty.getByText('There are no call records to export.').first().waitFor();
  });
});
