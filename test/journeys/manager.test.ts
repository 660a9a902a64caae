import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient, makeManager, type TestManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { chooseAction, cutTexts, maxHeightOf, rowOf, wideBoxes } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);

const open = (look: Parameters<typeof browser.newPage>[0] = {}, who = client) =>
  openSignedIn(browser, console, who, '/main/manager', look);

const colleague = (name: string) => makeManager(db, client.clientId, { name });

test('the table Other Managers has the four documented columns and the role, sorts by each, and leaves out oneself', async () => {
  const zed = await colleague('Zed Brown');
  const ann = await colleague('Ann Brown');
  const page = await open();
  await page.getByRole('heading', { name: 'Other Managers' }).waitFor();
  const headers = page.getByRole('columnheader');
  const words = ['ID', 'Name', 'Email', 'Status', 'Role'];
  await rowOf(page, 'Zed Brown').waitFor();
  const shownHeaders = (await headers.allInnerTexts()).map((text) => text.trim());
  expect(shownHeaders.slice(0, 5)).toEqual(words);
  expect(await headers.getByRole('button').count()).toBe(5);
  const oneself = page.getByRole('gridcell', { name: client.manager.name, exact: true });
  expect(await oneself.count()).toBe(0);
  const cells = [String(zed.managerId), 'Zed Brown', `${zed.username}@example.com`, 'Enabled'];
  cells.push('Administrator, full SSN');
  const shown = await rowOf(page, 'Zed Brown').getByRole('gridcell').allInnerTexts();
  expect(shown.slice(0, 5).map((text) => text.trim())).toEqual(cells);
  for (const word of words) {
    const header = page.getByRole('columnheader', { name: word });
    await header.getByRole('button').click();
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await header.getByRole('button').click();
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    await header.getByRole('button').click();
    expect(await header.getAttribute('aria-sort')).toBe('none');
  }
  const names = () => page.getByRole('gridcell', { name: /^\w+ Brown$/ }).allInnerTexts();
  expect(await names()).toEqual(['Zed Brown', 'Ann Brown']);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  expect(await names()).toEqual(['Ann Brown', 'Zed Brown']);
  expect(ann.managerId).toBeGreaterThan(zed.managerId);
});

test('the table scrolls within 350 pixels on small screens and 680 on xl', async () => {
  const heightAt = async (width: number, height: number) => {
    const page = await open({ width, height });
    return maxHeightOf(page.getByRole('grid', { name: 'Other Managers' }));
  };
  expect([await heightAt(800, 520), await heightAt(1280, 1600)]).toEqual(['350px', '680px']);
});

test('Add Manager opens an inline form that says what is missing, and adds one who can log in', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add Manager' }).click();
  const field = (name: string | RegExp) => page.getByLabel(name);
  const save = page.getByRole('button', { name: 'Save' });
  expect(await field(/^Name/).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Enter');
  for (const sentence of [
    'Name is Required',
    'Username is required!',
    'Please enter a valid email',
  ]) {
    await page.getByText(sentence).first().waitFor();
  }
  await field(/^Name/).fill('New-comer');
  await page.getByText('The name can contain only letters, digits and spaces.').first().waitFor();
  await field(/^Username/).fill('new comer');
  await page.getByText('Only letters, digits and underscores are allowed.').first().waitFor();
  await field(/^Email/).fill('newcomer@');
  expect(await field(/Password/).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);

  await field(/^Name/).fill('New Comer 2');
  await field(/^Username/).fill(client.manager.username.toUpperCase());
  await field(/^Email/).fill('newcomer@example.com');
  await field(/^Role/).selectOption('Reporter');
  await save.click();
  // Refused by the server; everything typed stays.
  await page.getByText('Another manager has this username.').waitFor();
  expect(await field(/^Email/).inputValue()).toBe('newcomer@example.com');
  await field(/^Username/).fill('newcomer');
  const sent = page.waitForRequest(/manager\/add$/);
  await save.click();
  await page.getByText('New Comer 2 was added.').waitFor();
  expect((await sent).postDataJSON()).toEqual({
    clientId: client.clientId,
    name: 'New Comer 2',
    email: 'newcomer@example.com',
    password: '',
    newPassword: '',
    username: 'newcomer',
    active: true,
    role: 'reporter',
    fullSsn: false,
  });
  await rowOf(page, 'New Comer 2').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Invitation link' });
  await dialog
    .getByText('Give this link to New Comer 2, who chooses a password with it.')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const link = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const status = rowOf(page, 'New Comer 2').getByText('Enabled, invited');
  await status.waitFor();
  expect(await cutTexts(page)).toEqual([]);
  const left = async (found: Locator) => (await found.boundingBox())?.x;
  const rule = page.getByRole('switch', { name: 'Require a second factor from every manager' });
  expect(await left(rule)).toBe(await left(page.getByRole('heading', { name: 'Other Managers' })));
  expect(await page.content()).not.toContain(link);
  await acceptInvitation(link);
  // The next form is empty again.
  await page.getByRole('button', { name: 'Add Manager' }).click();
  expect(await field(/^Name/).inputValue()).toBe('');
});

/** As the new manager, in a browser of their own. */
async function acceptInvitation(link: string): Promise<void> {
  expect(link).toMatch(new RegExp(`^${console.url}/invitation#[\\w-]{43}$`));
  const hers = await browser.newPage();
  const asked: string[] = [];
  hers.on('request', (request) => asked.push(request.url()));
  await hers.goto(link);
  await hers.getByText(`New Comer 2, you were invited to the account of ${client.name}.`).waitFor();
  expect(await hers.getByLabel('Username').inputValue()).toBe('newcomer');
  const password = hers.getByLabel(/^Password/);
  for (const [weak, sentence] of [
    ['kettle', 'The password needs at least 12 characters.'],
    ['Password-1234', 'This password is a frequent one, or extends one.'],
    ['newcomer.2026', 'This password is mostly a name that belongs to the account.'],
  ] as const) {
    await password.fill(weak);
    await password.press('Enter');
    await hers.getByText(sentence).first().waitFor();
  }
  await password.fill('four-green kettles');
  await hers.getByText('Strong.').waitFor();
  await hers.getByLabel(/^Confirm Password/).fill('four green kettles');
  await hers.getByText('The password does not match.').first().waitFor();
  await hers.getByLabel(/^Confirm Password/).fill('four-green kettles');
  expect(await axeFindings(hers)).toEqual([]);
  await hers.getByRole('button', { name: 'Save and Log In' }).click();
  await hers.getByRole('heading', { name: 'Messages List' }).waitFor();
  expect(
    asked.filter((url) => url.includes(new URL(link).hash.slice(1)) && !url.includes('#')),
  ).toEqual([]);
  await hers.goto('about:blank');
  await hers.goto(link);
  await hers.getByRole('heading', { name: 'The link has ended' }).waitFor();
  await hers.getByText('Ask an administrator for a new one.', { exact: false }).waitFor();
  expect(await hers.locator('main').innerText()).not.toContain('..');
  expect(await axeFindings(hers)).toEqual([]);
  await console.signIn(client, { username: 'newcomer', password: 'four-green kettles' });
}

/** Disable logs a colleague out, so it asks. */
const confirmDisabling = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name: `Disable ${name}` })
    .getByRole('button', { name: 'Disable' })
    .click();

test('the menu of a row offers Disable or Enable, Edit and Delete, and a double-click shuts nobody out', async () => {
  await colleague('Row Menu');
  const page = await open();
  const menuOf = async () => {
    await page.getByRole('button', { name: 'Actions for Row Menu' }).click();
    const entries = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    return entries.map((entry) => entry.split('\n')[0]);
  };
  expect(await menuOf()).toEqual(['Disable', 'Edit', 'Password Reset Link', 'Delete']);
  await rowOf(page, 'Row Menu').dblclick();
  await page.getByRole('form', { name: 'Edit Row Menu' }).waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'Row Menu').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('form', { name: 'Edit Row Menu' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, 'Row Menu').getByText('Enabled').waitFor();
  await chooseAction(page, 'Row Menu', 'Disable');
  await confirmDisabling(page, 'Row Menu');
  await rowOf(page, 'Row Menu').getByText('Disabled').waitFor();
  expect(await menuOf()).toEqual(['Enable', 'Edit', 'Password Reset Link', 'Delete']);
});

test('Edit changes a manager, asks before typed text is lost, and a link resets a forgotten password', async () => {
  const bob = await colleague('Bob Stone');
  const page = await open();
  await rowOf(page, 'Bob Stone').dblclick();
  const name = page.getByLabel(/^Name/);
  expect(await name.inputValue()).toBe('Bob Stone');
  expect(await page.getByLabel(/^Username/).inputValue()).toBe(bob.username);
  await name.fill('');
  await page.getByLabel(/^Email/).fill('bob');
  await page.keyboard.press('Enter');
  await page.getByText('Name is Required').first().waitFor();
  await page.getByText('Please enter a valid email').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('This manager has unsaved changes.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await name.count()).toBe(0);
  await rowOf(page, 'Bob Stone').waitFor();

  await chooseAction(page, 'Bob Stone', 'Edit');
  await name.fill('Bob Stone-Reyes');
  await page.keyboard.press('Enter');
  await page.getByText('Bob Stone-Reyes was saved.').waitFor();
  await rowOf(page, 'Bob Stone-Reyes').waitFor();
  await resetPassword(page, bob);
});

/**
 * Listens before the session ends, because a page also reads by itself: where that is refused
 * first, its question lies over the link that this presses.
 */
function isRefused(page: Page): (link: string) => Promise<void> {
  const response = page.waitForResponse((one) => one.status() === 401, { timeout: 120_000 });
  return async (link) => {
    const click = page.getByRole('link', { name: link }).click({ timeout: 120_000 });
    click.catch(() => undefined);
    await response;
  };
}

/** A link from the menu of the row, which the manager opens. */
async function resetPassword(page: Page, bob: TestManager): Promise<void> {
  const his = await openSignedIn(browser, console, { ...client, manager: bob }, '/main/calllist');
  await his.getByRole('heading', { name: 'Contact Lists' }).waitFor();
  await chooseAction(page, 'Bob Stone-Reyes', 'Password Reset Link');
  const dialog = page.getByRole('dialog', { name: 'Password reset link' });
  const link = await dialog.getByLabel('Link').inputValue();
  const elsewhere = await browser.newPage();
  await elsewhere.goto(link);
  await elsewhere.getByText('It logs you out everywhere else.').waitFor();
  await elsewhere.getByLabel(/^Password/).fill('plum kettle 4471 harbor');
  await elsewhere.getByLabel(/^Confirm Password/).fill('plum kettle 4471 harbor');
  const refused = isRefused(his);
  await elsewhere.keyboard.press('Enter');
  await elsewhere.getByRole('heading', { name: 'Messages List' }).waitFor();
  await refused('Do Not Call');
  await expect(console.signIn(client, bob)).rejects.toThrow('401');
}

test('a manager who is disabled is asked for the password at his next request, and Enable lets him in again', async () => {
  const eve = await colleague('Eve Moss');
  const hers = await openSignedIn(browser, console, { ...client, manager: eve }, '/main/calllist');
  await hers.getByRole('heading', { name: 'Contact Lists' }).waitFor();
  const page = await open();
  const refused = isRefused(hers);
  await chooseAction(page, 'Eve Moss', 'Disable');
  await confirmDisabling(page, 'Eve Moss');
  await page.getByText('Eve Moss can no longer log in.').waitFor();
  await rowOf(page, 'Eve Moss').getByText('Disabled').waitFor();
  await refused('Do Not Call');
  const again = hers.getByRole('dialog', { name: 'Log in again' });
  await again.getByText('Your session has ended.').waitFor();
  await again.getByLabel(/^Password/).fill(eve.password);
  await again.getByRole('button', { name: 'Log In' }).click();
  await again.getByText('The username or password you entered is incorrect.').waitFor();
  await again.getByRole('button', { name: 'Not you?' }).click();
  await again.getByRole('button', { name: 'Go to the login page' }).click();
  await hers.getByText('Log in to continue where you left off.').waitFor();
  expect(await hers.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await expect(console.signIn(client, eve)).rejects.toThrow('401');

  await chooseAction(page, 'Eve Moss', 'Enable');
  await page.getByText('Eve Moss can log in again.').waitFor();
  await rowOf(page, 'Eve Moss').getByText('Enabled').waitFor();
  await console.signIn(client, eve);
});

test('Disable does not undo what a colleague changed since the list was read', async () => {
  const old = await colleague('Old Name');
  const page = await open();
  await rowOf(page, 'Old Name').waitFor();
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE manager SET email = 'new@example.com' WHERE manager_id = $1`, [old.managerId]),
  );
  await chooseAction(page, 'Old Name', 'Disable');
  await confirmDisabling(page, 'Old Name');
  await rowOf(page, 'Old Name').getByText('Disabled').waitFor();
  await rowOf(page, 'Old Name').getByText('new@example.com').waitFor();
});

test('Delete asks first and takes the manager off the list', async () => {
  const ian = await colleague('Ian Gone');
  const page = await open();
  await chooseAction(page, 'Ian Gone', 'Delete');
  await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();
  await page.getByText('You wish to permanently delete Ian Gone?').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await console.signIn(client, ian);
  await chooseAction(page, 'Ian Gone', 'Delete');
  await page.getByRole('button', { name: 'Yes, Delete' }).click();
  await page.getByText('Ian Gone was deleted.').waitFor();
  await rowOf(page, 'Ian Gone').waitFor({ state: 'detached' });
  await expect(console.signIn(client, ian)).rejects.toThrow('401');
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('Managers has no axe findings and does not scroll sideways, %s', async (_, look) => {
  const page = await open(look);
  await page.getByText('Zed Brown').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Manager' }).click();
  await page.getByLabel(/^Email/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await wideBoxes(page)).toBe(0);
  expect(browser.errors).toEqual([]);
});

test('a client with one manager reads what to do', async () => {
  const page = await open({}, await makeClient(db));
  await page.getByText('No other managers yet').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Manager' }).click();
  await page.getByLabel(/^Username/).waitFor();
});
