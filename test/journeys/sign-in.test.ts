import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const home = `${console.url}/main/messages/voicemessages`;

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('user'));

test('a stranger sees the sign-in screen at every address, and axe finds nothing wrong with it', async () => {
  for (const look of [{}, { dark: true }, { width: 360, height: 640 }]) {
    const page = await browser.newPage(look);
    await page.goto(`${console.url}/nowhere/at/all`);
    await page.getByPlaceholder('Type client code here').waitFor();
    await page.getByText('Simulated carrier').waitFor();
    expect(page.url()).toBe(home);
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(overflow).toBe(false);
  }
});

test('each field is asked for once it was left, and all of them at a try to log in', async () => {
  const page = await browser.newPage();
  await page.goto(console.url);
  await page.getByLabel('Code').focus();
  await page.keyboard.press('Tab');
  await page.getByText('Code is required!').waitFor();
  expect(await page.getByText('Username is required!').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText('Username is required!').waitFor();
  await page.getByText('Password is required!').waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('a wrong password shows the banner and keeps what was typed; the eye shows the password', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await page.goto(console.url);
  await page.getByLabel('Code').fill(client.code);
  await page.getByLabel('Username').fill(client.manager.username);
  await page.getByLabel(/^Password/).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('The username or password you entered is incorrect.').waitFor();
  expect(await page.getByLabel('Code').inputValue()).toBe(client.code);
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getByLabel(/^Password/).getAttribute('type')).toBe('text');
  expect(await axeFindings(page)).toEqual([]);
});

test('after too many tries the same banner says how long to wait', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await page.goto(console.url);
  await page.getByLabel('Code').fill(client.code);
  await page.getByLabel('Username').fill(client.manager.username);
  await page.getByLabel(/^Password/).fill('wrong');
  const wait = page.getByText(/Too many tries\. Try again in \d+ minutes?\./);
  for (let tries = 0; tries < 6 && !(await wait.isVisible()); tries += 1) {
    const answered = page.waitForResponse(/security\/login/);
    await page.keyboard.press('Enter');
    await answered;
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Log In', disabled: false }).waitFor();
  }
  await wait.waitFor();
  await page.getByText('The username or password you entered is incorrect.').waitFor();
});

test('a sign-in lands on Voice messages and is remembered; LOGOUT forgets it here and on the server', async () => {
  const page = await browser.newPage();
  const client = await makeClient(db);
  await page.goto(`${console.url}/main/nowhere`);
  await signInByHand(page, console.url, client);
  expect(page.url()).toBe(home);
  const record = JSON.parse((await stored(page)) ?? '{}');
  expect(Object.keys(record).sort()).toEqual([
    'bearerToken',
    'clientId',
    'id',
    'isAuthenticated',
    'name',
    'userName',
  ]);
  await page.reload();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();

  const farewell = page.waitForResponse(/security\/logout/);
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitem', { name: 'LOGOUT' }).click();
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await stored(page)).toBeNull();
  expect((await farewell).ok()).toBe(true);
  const answer = await fetch(`${console.url}/api/security/testtoken`, {
    headers: { authorization: `Bearer ${record.bearerToken}` },
  });
  expect(answer.status).toBe(401);
});

test('a session that the server ended is left at once, and a sign-in returns to the same screen', async () => {
  const page = await browser.newPage();
  const client = await makeClient(db);
  await signInByHand(page, console.url, client);
  const { bearerToken } = JSON.parse((await stored(page)) ?? '{}');
  await page.goto(`${console.url}/main/campaigns/dialer`);
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  await fetch(`${console.url}/api/security/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearerToken}` },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await stored(page)).toBeNull();
  await page.getByLabel('Code').fill(client.code);
  await page.getByLabel('Username').fill(client.manager.username);
  await page.getByLabel(/^Password/).fill(client.manager.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  expect(page.url()).toBe(`${console.url}/main/campaigns/dialer`);
});

test('a stored record that is none leads to the sign-in screen', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => localStorage.setItem('user', '{"id": "x"}'));
  await page.goto(console.url);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(browser.errors).toEqual([]);
});
