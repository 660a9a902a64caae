import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

const stored = async (page: Page) =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}');

test('the own name in the top bar opens the profile, which holds the stored name, username and email', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/main/calllist');
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitem', { name: client.manager.name }).click();
  await page.waitForURL(`${console.url}/main/user`);
  await page.getByRole('heading', { level: 1, name: 'User Profile' }).waitFor();
  expect(await page.getByLabel(/^Name/).inputValue()).toBe(client.manager.name);
  expect(await page.getByLabel(/^Username/).inputValue()).toBe(client.manager.username);
  expect(await page.getByLabel(/^Email/).inputValue()).toBe(
    `${client.manager.username}@example.com`,
  );
  const hidden = page.locator('input[type=password]');
  expect(await hidden.count()).toBe(3);
  for (const [at, label] of ['Password', 'New Password', 'Confirm Password'].entries()) {
    const name = new RegExp(`^${label}`);
    await page.getByLabel(name).fill('secret');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    expect(await page.getByLabel(name).getAttribute('type')).toBe('text');
    expect(await hidden.count()).toBe(2 - at);
  }
});

test('Save needs a valid email, matching passwords, the current password, a name and a username', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/main/user');
  const save = page.getByRole('button', { name: 'Save' });
  const off = () => save.getAttribute('aria-disabled');
  const password = page.getByLabel(/^Password/);
  await password.waitFor();
  expect(await off()).toBe('true');
  await password.fill(client.manager.password);
  expect(await off()).toBeNull();
  const good: [RegExp, string][] = [
    [/^Name/, 'Kim'],
    [/^Username/, 'kim'],
    [/^Email/, 'kim@example.com'],
    [/^Password/, client.manager.password],
    [/^Confirm Password/, ''],
  ];
  const wrong: [RegExp, string, string][] = [
    [/^Name/, '', 'Name is Required'],
    [/^Username/, ' ', 'Username is required!'],
    [/^Email/, 'kim@', 'Please enter a valid email'],
    [/^Password/, '', 'Password is required!'],
    [/^Confirm Password/, 'other', 'The password does not match.'],
  ];
  for (const [at, [label, value, sentence]] of wrong.entries()) {
    await page.getByLabel(label).fill(value);
    await page.keyboard.press('Enter');
    await page.getByText(sentence).first().waitFor();
    expect(await off()).toBe('true');
    await page.getByLabel(label).fill(good[at]?.[1] ?? '');
    expect(await off()).toBeNull();
  }
});

test('a saved profile says Saved, and menu, stored record and other tabs follow the new name', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/main/user');
  const before = await stored(page);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${console.url}/main/donotcall`);
  await otherTab.getByRole('button', { name: client.manager.name }).waitFor();
  await page.getByLabel(/^Name/).fill('Kim Novak-Reyes');
  await page.getByLabel(/^Username/).fill('kim.novak');
  await page.getByLabel(/^Email/).fill('kim@example.com');
  await page.getByLabel(/^Password/).fill(client.manager.password);
  const sent = page.waitForRequest(/manager\/\d+\/edit$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Saved' });
  await dialog.getByText('The modifications were saved successfully !').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect((await sent).postDataJSON()).toEqual({
    id: client.manager.managerId,
    clientId: client.clientId,
    name: 'Kim Novak-Reyes',
    username: 'kim.novak',
    email: 'kim@example.com',
    password: client.manager.password,
    newPassword: '',
    confirmPassword: '',
    version: 1,
  });
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await page.getByRole('button', { name: 'Kim Novak-Reyes' }).waitFor();
  expect(await stored(page)).toEqual({ ...before, name: 'Kim Novak-Reyes', userName: 'kim.novak' });
  expect(await page.getByLabel(/^Password/).inputValue()).toBe('');
  expect(await page.getByText('Password is required!').isVisible()).toBe(false);
  await otherTab.getByRole('button', { name: 'Kim Novak-Reyes' }).waitFor();
  await otherTab.goto(`${console.url}/main/user`);
  expect(await otherTab.getByLabel(/^Username/).inputValue()).toBe('kim.novak');
});

test('a wrong current password says so at its field, and nothing is changed', async () => {
  const client = await makeClient(db);
  const page = await openSignedIn(browser, console, client, '/main/user');
  await page.getByLabel(/^Name/).fill('Somebody Else');
  await page.getByLabel(/^Password/).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('The current password is not correct.').waitFor();
  const password = page.getByLabel(/^Password/);
  expect(await password.getAttribute('aria-invalid')).toBe('true');
  expect(await password.inputValue()).toBe('wrong');
  expect(await axeFindings(page)).toEqual([]);
  expect((await stored(page)).name).toBe(client.manager.name);
  // Leaving the screen asks first.
  await page.getByRole('link', { name: 'Do Not Call' }).click();
  await page.getByText('This profile has unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'Do Not Call' }).waitFor();
});

test('a new password keeps this session and ends the others', async () => {
  const client = await makeClient(db);
  const elsewhere = await openSignedIn(browser, console, client, '/main/calllist');
  const page = await openSignedIn(browser, console, client, '/main/user');
  await page.getByLabel(/^Password/).fill(client.manager.password);
  await page.getByLabel(/^New Password/).fill('another kettle!');
  await page.getByLabel(/^Confirm Password/).fill('another kettle!');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.getByRole('link', { name: 'Do Not Call' }).click();
  await page.getByText('No numbers yet').waitFor();
  // Its own polls may have met the end already, and the dialog is over the link.
  await elsewhere.getByRole('link', { name: 'Do Not Call' }).dispatchEvent('click');
  await elsewhere.getByRole('button', { name: 'Log In' }).waitFor();
  await console.signIn(client, { ...client.manager, password: 'another kettle!' });
  await expect(console.signIn(client)).rejects.toThrow('401');
});

test('the profile shows where one is logged in, and ends one session or all others', async () => {
  const client = await makeClient(db);
  const elsewhere = await openSignedIn(browser, console, client, '/main/calllist');
  await console.signIn(client);
  const page = await openSignedIn(browser, console, client, '/main/user');
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await rows.nth(2).waitFor();
  expect(await rows.count()).toBe(3);
  expect(await rows.first().innerText()).toMatch(/^node\n+From 127\.0\.0\.1\. .*In use here\.$/);
  expect(await axeFindings(page)).toEqual([]);
  await rows.nth(1).getByRole('button', { name: 'End the session in' }).click();
  await page.getByText(/^The session in .* has ended\.$/).waitFor();
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await rows.nth(1).waitFor({ state: 'detached' });
  // Its own polls may have met the end already, and the dialog is over the link.
  await elsewhere.getByRole('link', { name: 'Do Not Call' }).dispatchEvent('click');
  await elsewhere.getByRole('button', { name: 'Log In' }).waitFor();
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('User Profile has no axe findings, %s', async (_, look) => {
  const page = await openSignedIn(browser, console, await makeClient(db), '/main/user', look);
  await page.getByLabel(/^Confirm Password/).waitFor();
  await page.getByText('Simulated carrier').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  expect(browser.errors).toEqual([]);
});
