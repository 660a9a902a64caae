/** What a reporter and a manager find in the console: nothing that the server would refuse. */
// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextMessage } from '../harness/text-data.ts';
import { rowOf } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
await makeTextMessage(db, clientId, 'Note', 'Hello.');
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders', customerMessageId });
await makeCallList(db, clientId, { campaignId, name: 'November', phones: 3 });
await addCallRecords(db, clientId, console.deps.vault, [
  { startedAt: '2026-11-20T15:00:00Z', ssn: '123-45-6789' },
]);

const ofRole = async (role: 'reporter' | 'manager') => ({
  ...client,
  manager: await makeManager(db, clientId, { role, fullSsn: false }),
});
const reporter = await ofRole('reporter');
const readOnly = 'Your account can read and export, but not change anything. Ask an administrator.';

async function offWithReason(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled'), String(name)).toBe('true');
}

test('a reporter opens every screen without a request that is refused', async () => {
  const page = await openSignedIn(browser, console, reporter, '/main/messages/voicemessages');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const { path } of pageRoutes.filter(({ ofRecord }) => !ofRecord)) {
    await page.goto(console.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
  }
  expect(refused).toEqual([]);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Do Not Call' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Managers' }).count()).toBe(0);
});

test('what changes something is off for a reporter, and says why', async () => {
  const page = await openSignedIn(browser, console, reporter, '/main/campaigns/dialer');
  await offWithReason(page, 'Add Campaign');
  const why = page.getByText(readOnly);
  // On a slow machine the band above the page comes now, and moves the button from under the pointer.
  const hovered = async () => {
    await page.getByRole('button', { name: 'Add Campaign' }).hover();
    return why.isVisible();
  };
  await expect.poll(hovered).toBe(true);
  await page.getByRole('button', { name: 'Actions for Reminders' }).click();
  for (const name of ['Start', 'Duplicate', 'Delete']) {
    const item = page.getByRole('menuitem', { name });
    expect(await item.getAttribute('aria-disabled'), name).toBe('true');
  }
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await offWithReason(page, 'Save');
  await page.goto(`${console.url}/main/livemonitoring?campaignId=${campaignId}`);
  await offWithReason(page, 'Start');
  await offWithReason(page, 'Stop all');
  await page.goto(`${console.url}/main/donotcall`);
  await offWithReason(page, 'Upload');
  await page.goto(`${console.url}/main/calllist`);
  await offWithReason(page, 'Add New');
  await page.goto(`${console.url}/main/upload`);
  await page.getByText(readOnly).waitFor();
  await page.goto(`${console.url}/main/manager`);
  await page.getByText('Only an administrator can do this.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('the palette offers a reporter screens and records, but no acts', async () => {
  const page = await openSignedIn(browser, console, reporter, '/main/calllist');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('reminders');
  const options = page.getByRole('option');
  await options.filter({ hasText: 'Broadcast' }).first().waitFor();
  const shown = await options.allInnerTexts();
  expect(shown.filter((text) => /^(Start|Stop|Duplicate|Upload to)/.test(text))).toEqual([]);
});

test('a reporter exports with masked SSNs only, and keeps the own profile', async () => {
  const page = await openSignedIn(browser, console, reporter, '/main/reports/cdr');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const full = dialog.getByRole('checkbox', { name: 'Include full SSN' });
  expect(await full.isDisabled()).toBe(true);
  await dialog.getByText('does not have the right to full SSNs').waitFor();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${console.url}/main/user`);
  await page.getByLabel(/^Name/).fill('Renamed Reporter');
  await page.getByLabel(/^Password/).fill(reporter.manager.password);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('saved', { exact: false }).first().waitFor();
});

test('a reporter with the right to full SSNs enters the password again and exports them', async () => {
  const manager = await makeManager(db, clientId, { role: 'reporter', fullSsn: true });
  const page = await openSignedIn(browser, console, { ...client, manager }, '/main/reports/cdr');
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE session SET proven_at = proven_at - interval '6 minutes' WHERE manager_id = $1`,
      [manager.managerId],
    ),
  );
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('checkbox', { name: 'Include full SSN' }).check();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel(/^Your password/).fill(manager.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('an administrator gives a role and the right to full SSNs in the form', async () => {
  await makeManager(db, clientId, { name: 'Pat Trial', role: 'reporter', fullSsn: false });
  const page = await openSignedIn(browser, console, client, '/main/manager');
  const row = rowOf(page, 'Pat Trial');
  await row.getByText('Reporter', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByLabel(/^Role/).selectOption('Manager');
  await page.getByLabel('Full SSN').check();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Manager, full SSN').waitFor();
});

test('an administrator reads who changed what, field by field, and who changed one campaign', async () => {
  const page = await openSignedIn(browser, console, client, '/main/manager');
  const boss = await console.signIn(client);
  const edited = await boss.post(`/api/manager/${reporter.manager.managerId}/edit`, {
    name: 'Renamed Reporter',
    username: reporter.manager.username,
    email: 'renamed@example.com',
  });
  expect(edited.status, edited.text).toBe(200);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  const row = rowOf(page, 'Change manager').first();
  await row.getByText('Renamed Reporter').waitFor();
  await row.click();
  const panel = page.getByRole('complementary', { name: 'Change manager' });
  await panel.getByText('renamed@example.com').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`${console.url}/main/calllist`);
  await page.getByRole('button', { name: 'Actions for November' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  expect(new URL(page.url()).search).toContain('thing=callList');
  await rowOf(page, 'Added').first().getByText('November').waitFor();
  expect(await page.getByText('Renamed Reporter').count()).toBe(0);
});

test('a reporter finds no audit log, and the server refuses it', async () => {
  const page = await openSignedIn(browser, console, reporter, '/main/audit');
  await page.getByText('Only an administrator can do this.').waitFor();
  const me = await console.signIn(reporter);
  expect((await me.get('/api/audit')).status).toBe(403);
});
