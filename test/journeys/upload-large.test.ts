/** The largest file that is taken, from the disk through a real browser into the list. */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { maxUploadBytes, type UploadProgress } from '../../src/contract/call-list-upload.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
await makeCampaign(db, client.clientId, { name: 'Reminders' });
const folder = mkdtempSync(join(tmpdir(), 'carillon-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of exactly the limit, no number in it twice; returns its rows. */
function writeLargest(path: string): number {
  const file = openSync(path, 'w');
  const bytesOfRow = 192;
  const header = `First,Street,Phone${' '.repeat(bytesOfRow - 19)}\n`;
  const rows = maxUploadBytes / bytesOfRow - 1;
  let text = header;
  for (let row = 0; row < rows; row += 1) {
    const phone = 2_012_000_000 + row;
    text += `Anne-Marie ${row},"${row} Main Street, Suite ${row}",${phone}`.padEnd(bytesOfRow - 1);
    text += '\n';
    if (text.length > 1 << 20) {
      writeSync(file, text);
      text = '';
    }
  }
  writeSync(file, text);
  closeSync(file);
  return rows;
}

interface Seen {
  /** Milliseconds of each time that the page did not respond. */
  longTasks: number[];
  /** The line of progress, each text once, in their order. */
  doing: string[];
  /** Percent of the bar, each value once. */
  percents: number[];
}

/** Notes from here on what the page shows and how long it is busy at a time. */
async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.evaluate(() => {
    const seen: Seen = { longTasks: [], doing: [], percents: [] };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    new MutationObserver(() => {
      const bar = document.querySelector('dialog [role=progressbar]');
      const doing = document.querySelector('dialog [role=status] span')?.textContent ?? '';
      const percent = Number(bar?.getAttribute('aria-valuenow') ?? 0);
      if (bar && seen.percents.at(-1) !== percent) seen.percents.push(percent);
      if (doing !== '' && seen.doing.at(-1) !== doing) seen.doing.push(doing);
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    Object.assign(window, { seen });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** Counts of rows that the server has named while it loads, in the order of their responses. */
function countsNamed(page: Page): number[] {
  const counts: number[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/progress')) return;
    // The page ends its last poll when the upload ends.
    const progress: UploadProgress | undefined = await response.json().catch(() => undefined);
    if (progress?.stage === 'loading') counts.push(progress.rowsLoaded);
  });
  return counts;
}

/** Keeps the page busy for a moment, to see that the watch notices. */
function stall(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          const until = performance.now() + 120;
          while (performance.now() < until);
          setTimeout(resolve, 500);
        });
      }),
  );
}

test('a file of 120 MB goes through the browser, whose page stays quick and says how far it is', async () => {
  const path = join(folder, 'contacts.csv');
  const rows = writeLargest(path);
  expect(statSync(path).size).toBe(maxUploadBytes);
  const page = await openSignedIn(browser, console, client, '/main/upload');
  await page.getByText('Max. size: 120 MB').waitFor();
  const seen = await watch(page);
  await stall(page);
  expect(Math.max(0, ...(await seen()).longTasks)).toBeGreaterThan(100);
  await page.evaluate(() => (window as unknown as { seen: Seen }).seen.longTasks.splice(0));
  const named = countsNamed(page);
  const began = performance.now();
  await page.locator('input[type=file]').setInputFiles(path);
  const next = page.getByRole('button', { name: 'Next Step' });
  await page.getByText(/Number of rows: [\d,]+/).waitFor();
  await next.click();
  await page.getByRole('switch', { name: 'Phone' }).check();
  await page.getByLabel('Column for First Name').selectOption('First');
  await next.click();
  await next.click();
  await page.getByLabel('Contact List Name').fill('All patients');
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Reminders');
  await page.getByRole('button', { name: 'Upload and Finish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Finished!' });
  await dialog.waitFor({ timeout: 110_000 });
  const taken = performance.now() - began;
  await dialog
    .getByText(`of ${rows.toLocaleString('en-US')}`)
    .first()
    .waitFor();

  const { longTasks, doing, percents } = await seen();
  const longest = Math.max(0, ...longTasks);
  process.stdout.write(
    `  120 MB in ${(taken / 1000).toFixed(1)} s, the page busy for at most ${longest} ms\n`,
  );
  // A share, because everything is slower on a busy machine; reading the file whole is a fifth.
  expect(longest).toBeLessThan(taken / 20);
  const sending = doing.map((text) =>
    Number(/^Sending ([\d.]+) of 1\d\d\.\d MB$/.exec(text)?.[1] ?? 0),
  );
  const loading = doing.flatMap((text) => {
    const count = /^Loading ([\d,]+) of [\d,]+ rows$/.exec(text)?.[1];
    return count === undefined ? [] : [Number(count.replaceAll(',', ''))];
  });
  expect(sending.filter((megabytes) => megabytes > 0 && megabytes < 119).length).toBeGreaterThan(1);
  // Polled twice a second: how often depends on the machine. The last poll may come after the end.
  expect(named).toEqual(expect.arrayContaining(loading));
  expect(loading).toEqual(expect.arrayContaining(named.slice(0, -1)));
  expect(loading).toEqual(loading.toSorted((a, b) => a - b));
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(browser.errors).toEqual([]);
}, 180_000);
