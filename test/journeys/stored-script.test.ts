/**
 * Markup and scripts in everything that a client stores, read by a manager in a real browser: names,
 * texts of strangers, notes of carriers. Whatever column holds text is hostile without anyone naming
 * it, and every screen of the route table is opened.
 */
// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asOwner, type Tx } from '../../src/db/database.ts';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { makeRecords, type Records } from '../api/tenancy-fixtures.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeManager } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

const scripts = [
  `'"><img src=x onerror=ran()><script>ran()</script><svg onload=ran()>{{ran()}}\${ran()}`,
  // Where a column takes no more.
  '<img src=x onerror=ran()>',
];

interface Column {
  table: string;
  column: string;
}

/** Puts a script wherever the client's mark stands; returns how many columns took one. */
async function plantScripts({ ids, marks: [mark = ''] }: Records): Promise<Column[]> {
  const planted: Column[] = [];
  await asOwner(db, async (tx) => {
    const columns = await tx.rows<Column>(
      `SELECT c.table_name AS table, c.column_name AS column
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'text'
         AND c.column_name <> 'code' AND c.table_name NOT LIKE 'audit%'
         AND EXISTS (SELECT 1 FROM information_schema.columns k WHERE k.table_name = c.table_name
           AND k.table_schema = 'public' AND k.column_name = 'client_id')`,
    );
    for (const one of columns) {
      if (await took(tx, one, { client: ids.client, mark })) planted.push(one);
    }
  });
  return planted;
}

async function took(
  tx: Tx,
  { table, column }: Column,
  { client, mark }: { client: number; mark: string },
): Promise<boolean> {
  for (const script of scripts) {
    await tx.run('SAVEPOINT planting');
    try {
      const rows = await tx.rows(
        `UPDATE "${table}" SET "${column}" = replace("${column}", $2, $3)
         WHERE client_id = $1 AND "${column}" LIKE '%' || $2 || '%' RETURNING 1`,
        [client, mark, script],
      );
      if (rows.length > 0) return true;
    } catch {
      // A rule of the column: it cannot hold this.
      await tx.run('ROLLBACK TO SAVEPOINT planting');
    }
  }
  return false;
}

/** A page on which whatever runs is heard, and what the content policy stopped, too. */
async function listening(record: string) {
  const page = await browser.newPage();
  const heard: string[] = [];
  await page.exposeFunction('ran', () => heard.push(`a script ran at ${page.url()}`));
  page.on('dialog', (dialog) => {
    heard.push(`a dialog at ${page.url()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) heard.push(message.text());
  });
  await page.addInitScript((user) => localStorage.setItem('user', user), record);
  return { page, heard };
}

/** Elements that only markup of the stored texts makes. */
const markup = (page: Page) =>
  page.locator('img[src="x"], [onerror], [onload], script:not([src])').count();

test('no text that a client stores runs in the browser of who reads it, and every screen shows it as text', async () => {
  const own = await makeRecords(db);
  const { username, password } = await makeManager(db, own.ids.client);
  const code = `${own.marks[0]}c`;
  const signedIn = await api.stranger.post('/api/security/login', { code, username, password });
  const planted = await plantScripts(own);
  expect(planted.length).toBeGreaterThan(30);
  const { page, heard } = await listening(signedIn.text);
  const phone = own.marks[1] ?? '';
  const showing: string[] = [];
  for (const { path } of pageRoutes) {
    await page.goto(api.url + path.replace('$phone', phone));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
    expect(await markup(page), path).toBe(0);
    if ((await page.locator('body').innerText()).includes('onerror=ran()')) showing.push(path);
  }
  expect(showing.length).toBeGreaterThan(10);
  expect(heard).toEqual([]);
  expect(browser.errors).toEqual([]);
});

test('no address that a manager is led to runs anything', async () => {
  const own = await makeRecords(db);
  const { username, password } = await makeManager(db, own.ids.client);
  const code = `${own.marks[0]}c`;
  const signedIn = await api.stranger.post('/api/security/login', { code, username, password });
  const { page, heard } = await listening(signedIn.text);
  const script = encodeURIComponent(scripts[0] ?? '');
  for (const path of [
    ...[`/main/reports/cdr?firstName=${script}&sort=${script}`, `/main/calllist?search=${script}`],
    ...[`/main/numbers/${script}`, `/main/${script}`, `/oidc?error=${script}&state=${script}`],
    ...[
      `/invitation#${script}`,
      '/login?next=javascript:ran()',
      `/?to=javascript:ran()//${script}`,
    ],
    ...['//evil.example/main', '/main/upload?campaignId=javascript:ran()'],
  ]) {
    await page.goto(api.url + path);
    await page.locator('#root > *, body > *').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).origin, path).toBe(api.url);
    expect(await markup(page), path).toBe(0);
  }
  expect(heard).toEqual([]);
});
