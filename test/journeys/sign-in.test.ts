import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startMailQueue } from '../../src/mail/mail-queue.ts';
import { mailServer } from '../../src/mail/smtp.ts';
import { quietMs } from '../../src/web/ui/press-guard.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, fillSignIn, signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testMailServer } from '../harness/mail-server.ts';
import { endSession, logOut, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const mails = await testMailServer();
const mail = startMailQueue(
  mailServer({ url: mails.url, from: 'carillon@example.com', needsTls: false }),
  { warn: () => undefined },
);
const console = await testConsole(db, { mail });
// Known once it listens.
console.deps.publicUrl = console.url;
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
    expect(await scrollsSideways(page)).toBe(false);
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
  await fillSignIn(page, { ...client, manager: { ...client.manager, password: 'wrong' } });
  await page.keyboard.press('Enter');
  await page.getByText('The username or password you entered is incorrect.').waitFor();
  expect(await page.getByLabel('Code').inputValue()).toBe(client.code);
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getByLabel(/^Password/).getAttribute('type')).toBe('text');
  // Sooner it would be the second click of a double-click.
  await sleep(quietMs);
  await page.getByRole('button', { name: 'Hide password' }).click();
  expect(await page.getByLabel(/^Password/).getAttribute('type')).toBe('password');
  expect(await axeFindings(page)).toEqual([]);
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 390, height: 740 }],
])('a forgotten password is reset with a link by mail, %s', async (_, look) => {
  const client = await makeClient(db);
  const page = await browser.newPage(look);
  await page.goto(console.url);
  await page.getByLabel('Code').fill(client.code);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password?' });
  expect(await dialog.getByLabel('Code').inputValue()).toBe(client.code);
  await dialog.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await dialog.getByText('Please enter a valid email').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const address = `${client.manager.username}@example.com`;
  await dialog.getByLabel('Email').fill(address);
  await dialog.getByRole('button', { name: 'Send Link' }).click();
  await page
    .getByText(`If ${address} belongs to an account, a link is on its way to it.`)
    .waitFor();
  await page.getByRole('button', { name: 'Ok' }).click();
  const link = await mails.linkTo(address);
  expect(link).toMatch(new RegExp(`^${console.url}/reset#`));
  await page.goto(link);
  await page.getByText('It logs you out everywhere else.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByLabel(/^Password/).fill('plum kettle 4471 harbor');
  await page.getByLabel(/^Confirm Password/).fill('plum kettle 4471 harbor');
  await page.getByRole('button', { name: 'Save and Log In' }).click();
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .or(page.getByRole('heading', { name: 'Messages List' }))
    .first()
    .waitFor();
  expect(page.url()).toBe(home);
});

test('after too many tries the same banner says how long to wait', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await page.goto(console.url);
  await fillSignIn(page, { ...client, manager: { ...client.manager, password: 'wrong' } });
  const wait = page.getByText(/Too many attempts\. Try again in \d+ minutes?\./);
  for (let tries = 0; tries < 6 && !(await wait.isVisible()); tries += 1) {
    // Sooner it would be a second press of the first Enter.
    await sleep(quietMs);
    const responded = page.waitForResponse(/security\/login/);
    await page.keyboard.press('Enter');
    await responded;
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
  // The cookie of a known browser.
  const cookies = await page.context().cookies(`${console.url}/api/security/login`);
  expect(cookies).toMatchObject([
    { name: 'carillon_browser', path: '/', httpOnly: true, sameSite: 'Strict' },
  ]);
  const record = JSON.parse((await stored(page)) ?? '{}');
  expect(Object.keys(record).sort()).toEqual([
    'bearerToken',
    'clientId',
    // Beyond the documents.
    'fullSsn',
    'id',
    'isAuthenticated',
    'name',
    'role',
    'userName',
  ]);
  await page.reload();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();

  const farewell = page.waitForResponse(/security\/logout/);
  await logOut(page, client);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await stored(page)).toBeNull();
  expect((await farewell).ok()).toBe(true);
  const response = await fetch(`${console.url}/api/security/testtoken`, {
    headers: { authorization: `Bearer ${record.bearerToken}` },
  });
  expect(response.status).toBe(401);
});

/** The sign-in screen instead of `path`, after the server ended the session of this client. */
async function cutOffAt(path: string, client: TestClient): Promise<Page> {
  const page = await browser.newPage();
  await signInByHand(page, console.url, client);
  await page.goto(`${console.url}${path}`);
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  await endSession(page, console.url);
  await page.reload();
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await stored(page)).toBeNull();
  return page;
}

test('a session that the server ended is left at once, and a sign-in returns to the same screen', async () => {
  const client = await makeClient(db);
  const page = await cutOffAt('/main/campaigns/dialer', client);
  await fillSignIn(page, client);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  expect(page.url()).toBe(`${console.url}/main/campaigns/dialer`);
});

test('another manager who signs in where a session was ended begins at Voice messages', async () => {
  const page = await cutOffAt('/main/campaigns/dialer', await makeClient(db));
  await fillSignIn(page, await makeClient(db));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  expect(page.url()).toBe(home);
});

test('Log In sends nothing until Code, Username and Password are all filled', async () => {
  const page = await browser.newPage();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/security/login')) asked += 1;
  });
  await page.goto(console.url);
  const fields = [
    page.getByLabel('Code'),
    page.getByLabel('Username'),
    page.getByLabel(/^Password/),
  ];
  const press = () => page.getByRole('button', { name: 'Log In' }).click();
  for (const [at, missing] of fields.entries()) {
    for (const [other, field] of fields.entries()) await field.fill(other === at ? '' : 'filled');
    await press();
    expect(await missing.getAttribute('aria-invalid')).toBe('true');
  }
  expect(asked).toBe(0);
  await fields[2]?.fill('filled');
  await press();
  await page.getByText('The username or password you entered is incorrect.').waitFor();
  expect(asked).toBe(1);
});

test('LOGOUT in one tab signs the others out, and a sign-in in one signs them in', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await signInByHand(page, console.url, client);
  const other = await page.context().newPage();
  await other.goto(`${console.url}/main/donotcall`);
  await other.getByRole('heading', { name: 'Do Not Call' }).waitFor();
  await logOut(page, client);
  await other.getByRole('button', { name: 'Log In' }).waitFor();
  await other.getByRole('navigation', { name: 'Main menu' }).waitFor({ state: 'detached' });
  await signInByHand(page, console.url, await makeClient(db));
  await other.getByRole('heading', { name: 'Do Not Call' }).waitFor();
});

test('a tab that the server refuses before it hears of the LOGOUT in another one shows the login page', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await signInByHand(page, console.url, client);
  const other = await page.context().newPage();
  await other.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );
  await other.goto(`${console.url}/main/livemonitoring`);
  await other.getByRole('heading', { name: 'Live Monitoring' }).waitFor();
  const ended = page.waitForResponse((response) => response.url().endsWith('/security/logout'));
  await logOut(page, client);
  await ended;
  // Its next read is refused.
  await other.getByLabel('Code').waitFor();
  await other.getByRole('navigation', { name: 'Main menu' }).waitFor({ state: 'detached' });
  expect(await other.getByRole('dialog').count()).toBe(0);
});

test('LOGOUT while the network is down forgets the login here, and ends the session later', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await signInByHand(page, console.url, client);
  const { bearerToken } = JSON.parse((await stored(page)) ?? '{}');
  const good = async () => {
    const authorization = `Bearer ${bearerToken}`;
    const headers = { authorization };
    return (await fetch(`${console.url}/api/security/testtoken`, { headers })).status === 200;
  };
  await page.context().setOffline(true);
  await logOut(page, client);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(await stored(page)).toBeNull();
  expect(await good()).toBe(true);
  await page.context().setOffline(false);
  await expect.poll(good, { timeout: 20_000 }).toBe(false);
});

test('a login is kept when the session check at startup gets no response, and discarded when it is refused', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await signInByHand(page, console.url, client);
  await page.route('**/api/security/testtoken', (route) => route.abort());
  await page.reload();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  expect(await stored(page)).not.toBeNull();
  await page.unroute('**/api/security/testtoken');
  // A screen without other requests: only the check can detect it.
  await page.goto(`${console.url}/main/nowhere`);
  await endSession(page, console.url);
  await page.reload();
  await page.getByText('Your session has ended.').waitFor();
  expect(await stored(page)).toBeNull();
});

test('a late refusal of an old session does not end the one that began since', async () => {
  const client = await makeClient(db);
  const page = await browser.newPage();
  await signInByHand(page, console.url, client);
  const held = Promise.withResolvers<void>();
  // A save, because reads are aborted at LOGOUT.
  await page.route('**/api/donotcall/*/edit', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Do Not Call' }).click();
  await page.getByLabel(/^Phone Number/).fill('2125550199');
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await logOut(page, client);
  await fillSignIn(page, client);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  const late = page.waitForResponse((response) => response.status() === 401);
  held.resolve();
  await late;
  await page.getByRole('link', { name: 'Do Not Call' }).click();
  await page.getByText('No numbers yet').waitFor();
  expect(await stored(page)).not.toBeNull();
});

test('a stored record that is none leads to the sign-in screen', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => localStorage.setItem('user', '{"id": "x"}'));
  await page.goto(console.url);
  await page.getByRole('button', { name: 'Log In' }).waitFor();
  expect(browser.errors).toEqual([]);
});
