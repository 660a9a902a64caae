/** A session that ends while somebody works: the password is asked for over the page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { axeFindings, fillSignIn, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn, signInPage } from '../harness/signed-in.ts';
import { endSession, logOut, pressAfterEnd } from './screen.ts';
import { finish, finished, goOn, nameList } from './upload-wizard.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

const again = (page: Page) => page.getByRole('dialog', { name: 'Log in again' });
const nameField = (page: Page) => page.getByLabel(/^Name/).first();

async function enterPassword(page: Page, { manager }: Pick<TestClient, 'manager'>) {
  await again(page)
    .getByLabel(/^Password/)
    .fill(manager.password);
  await page.keyboard.press('Enter');
}

/** A campaign's editor with another name typed, and how the name is stored. */
async function editing() {
  const client = await makeClient(db);
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Before' });
  const path = `/main/campaigns/dialer?campaignId=${campaignId}`;
  const page = await openSignedIn(browser, api, client, path);
  await nameField(page).fill('Typed before the session ended');
  const storedName = () =>
    asPlatform(db, async (tx) => {
      const row = await tx.row<{ name: string }>(
        'SELECT name FROM campaign WHERE client_id = $1 AND campaign_id = $2',
        [client.clientId, campaignId],
      );
      return row?.name;
    });
  return { client, page, storedName };
}

test('a save at the end of a session waits for the password, and then saves every typed word', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, api, client, '/main/customfields');
  await page.getByRole('button', { name: 'Add New' }).first().click();
  await page.getByLabel(/^Name/).fill('Balance due');
  await pressAfterEnd(page, api.url, page.getByRole('button', { name: 'Save' }));
  await again(page)
    .getByText('Your session has ended. Everything you typed is still here.')
    .waitFor();
  await again(page).getByText(`${client.manager.username} at ${client.code}`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The page behind is as it was, and cannot be reached.
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Balance due');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await again(page)
    .getByLabel(/^Password/)
    .fill('wrong');
  await page.keyboard.press('Enter');
  await again(page).getByText('The username or password you entered is incorrect.').waitFor();
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain('wrong');
  await enterPassword(page, client);
  await page.getByText('Balance due was saved.').waitFor();
  expect(await again(page).count()).toBe(0);
});

test('a page that was only looked at asks too, and goes on with fresh figures', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, api, client, '/main/calllist');
  await page.getByText('No contact lists yet').waitFor();
  await asPlatform(db, (tx) =>
    tx.run('DELETE FROM session WHERE client_id = $1', [client.clientId]),
  );
  // The next poll.
  await again(page)
    .getByText('Your session has ended. The page is still as you left it.')
    .waitFor();
  await enterPassword(page, client);
  await page.waitForResponse(
    (response) => response.url().includes('/api/calllist') && response.ok(),
  );
  expect(await again(page).count()).toBe(0);
});

test('a page that nobody touches does not keep its session alive', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await signInPage(page, api, client);
  await page.clock.install();
  await page.goto(`${api.url}/main/manager`);
  await page.getByText('No other managers yet').waitFor();
  const poll = async (move: () => Promise<unknown>) => {
    const asked = page.waitForRequest(/\/api\/manager\?/);
    await move();
    return (await asked).headers()['carillon-unattended'];
  };
  expect(await poll(() => page.clock.runFor(61_000))).toBe('true');
  await page.keyboard.press('Shift');
  expect(await poll(() => page.reload())).toBeUndefined();
});

test('an upload after the end of the session is sent again once the password was entered', async () => {
  const client = await makeClient(db);
  await makeCampaign(db, client.clientId, { name: 'Reminders' });
  const page = await openSignedIn(browser, api, client, '/main/upload');
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'november.csv', mimeType: 'text/csv' },
    buffer: Buffer.from('First,Phone\nAnn,302 555 0148\n'),
  });
  for (const step of ['Map', 'Preview', 'Upload'] as const) await goOn(page, step);
  await nameList(page, 'November');
  await endSession(page, api.url);
  await finish(page);
  await again(page).waitFor();
  await enterPassword(page, client);
  await finished(page).getByText('1 of 1').first().waitFor();
});

test('somebody else is asked before what was typed is lost, and begins at the landing page', async () => {
  const { client, page, storedName } = await editing();
  await pressAfterEnd(page, api.url, page.getByRole('button', { name: 'Save' }));
  await again(page).getByRole('button', { name: 'Not you?' }).click();
  await again(page).getByText('What was typed here will be lost.').waitFor();
  await again(page).getByRole('button', { name: 'Stay' }).click();
  expect(await nameField(page).inputValue()).toBe('Typed before the session ended');
  await again(page).getByRole('button', { name: 'Not you?' }).click();
  await again(page).getByRole('button', { name: 'Go to the login page' }).click();
  await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
  const colleague = await makeManager(db, client.clientId, { name: 'Ann Lee' });
  await fillSignIn(page, { ...client, manager: colleague });
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  expect(await storedName()).toBe('Before');
});

test('LOGOUT in another tab hides a page with something typed, and keeps it for the same manager', async () => {
  const { client, page } = await editing();
  const other = await page.context().newPage();
  await other.goto(`${api.url}/main/donotcall`);
  await logOut(other, client);
  await again(page).getByText('You were logged out in another tab.').waitFor();
  expect(await nameField(page).isVisible()).toBe(false);
  await enterPassword(page, client);
  await again(page).waitFor({ state: 'detached' });
  expect(await nameField(page).inputValue()).toBe('Typed before the session ended');
  // The other tab is signed in again too.
  await other.getByRole('heading', { name: 'Do Not Call' }).waitFor();
});

test('a reload of such a page is a start of the console: the login is discarded, as documented', async () => {
  const { page, storedName } = await editing();
  await endSession(page, api.url);
  await page.reload();
  await page.getByText('Log in to continue where you left off.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  expect(await storedName()).toBe('Before');
  expect(browser.errors).toEqual([]);
});
