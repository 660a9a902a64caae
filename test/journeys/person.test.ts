/** An administrator answers a person who asks what is kept, wants it as a file, or wants it gone. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { addAttempt, addEntry, at, makeNumberWorld, minutesAgo } from '../api/number-world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { keepPicture, rowOf, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db, { now: () => at });
const browser = testBrowser();
const world = await makeNumberWorld(db);
const { client } = world;
const { clientId, manager } = client;
const phone = '12025550143';
const shownAs = '(202) 555-0143';

async function hold(number: string): Promise<void> {
  const callListId = await addEntry(db, world, { phone: number, name: 'Statements', state: 1 });
  const attemptedAt = minutesAgo(60);
  await addAttempt(db, world, { phone: number, callListId, attemptedAt, result: 'person' });
  await addEntry(db, world, { phone: number, name: 'Reminders' });
  await addInboundTexts(db, clientId, [{ message: 'Who is this?', phone: number }]);
  await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [number]));
}
await hold(phone);

const open = (look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, '/main/person', look);

async function show(page: Page, number = phone): Promise<void> {
  await page.getByLabel(/^Phone Number/).fill(number.slice(1));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
}

/** More than five minutes ago: the password is asked for again. */
const forgetProof = () =>
  asPlatform(db, (tx) =>
    tx.run(
      `UPDATE session SET proven_at = proven_at - interval '6 minutes' WHERE manager_id = $1`,
      [manager.managerId],
    ),
  );
async function prove(page: Page): Promise<void> {
  await page.getByLabel(/^Your password/).fill(manager.password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const looks = [
  { name: '1280-light', width: 1280, height: 800, dark: false },
  { name: '1280-dark', width: 1280, height: 800, dark: true },
  { name: '390-light', width: 390, height: 844, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
];

test('an administrator types a number and sees everything kept about it, place by place', async () => {
  const page = await open();
  await page.getByLabel(/^Phone Number/).press('Enter');
  await page.getByText('A phone number is required').first().waitFor();
  await show(page);
  const lists = page.getByRole('region', { name: 'Contact lists' });
  await lists.getByText('Statements').waitFor();
  expect(await lists.getByRole('heading').innerText()).toMatch(/^Contact lists\s+2$/);
  await page.getByRole('region', { name: 'Call records' }).getByText('Person').waitFor();
  await page.getByRole('region', { name: 'Texts received' }).getByText('Who is this?').waitFor();
  await page.getByRole('region', { name: 'Do Not Call' }).getByText('Operator').waitFor();
  // A number in an address would be in every log.
  expect(page.url()).not.toContain(phone.slice(1));
  expect(await axeFindings(page)).toEqual([]);
  // What is shown is never another number's than the one that stands in the field.
  await page.getByLabel(/^Phone Number/).fill('2025550199');
  expect(await lists.count()).toBe(0);
  await show(page, '12025550199');
  await page.getByText('Nothing is kept about this number.').waitFor();
  expect(await page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
  expect(browser.errors).toEqual([]);
});

test.each(looks)('the screen of a person fits, and its picture is kept ($name)', async (look) => {
  const page = await open({ width: look.width, height: look.height, dark: look.dark });
  await show(page);
  await page.getByRole('region', { name: 'Contact lists' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, `person-shown-${look.name}`);
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, `person-erase-${look.name}`);
});

test('a search that fails says why, and can be tried again at once', async () => {
  const page = await open();
  const reads = '**/api/person/*/show';
  await page.route(reads, (route) => route.fulfill({ status: 500, body: 'no' }));
  await show(page);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('region', { name: 'Contact lists' }).count()).toBe(0);
  // Once the server is well again, the same press brings what was asked for.
  await page.unroute(reads);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('region', { name: 'Contact lists' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('everything kept about a number is downloaded as one file, after the password', async () => {
  const page = await open();
  await forgetProof();
  await show(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await prove(page);
  const file = await saved;
  expect(file.suggestedFilename()).toBe('person 0143.json');
  const { phone: of, places } = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(of).toBe(phone);
  expect(places[0]).toMatchObject({ place: 'entries', total: 2 });
  await dialog.waitFor({ state: 'detached' });
});

test('a number in a call is not erased, and the dialog says why', async () => {
  const busy = '12025550177';
  const callListId = await addEntry(db, world, { phone: busy, state: 1 });
  await addAttempt(db, world, { phone: busy, callListId, attemptedAt: minutesAgo(1) });
  const page = await open();
  await show(page, busy);
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^The number again/).fill(busy.slice(1));
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await dialog
    .getByText('A call or text to this number is in progress. Erase it when that has ended.')
    .waitFor();
});

test('a number is erased only when it is typed again, and a receipt says what went', async () => {
  const page = await open();
  await forgetProof();
  await show(page);
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${shownAs}` });
  const again = dialog.getByLabel(/^The number again/);
  const erase = dialog.getByRole('button', { name: 'Erase' });
  await again.fill('2025550144');
  expect(await erase.getAttribute('aria-disabled')).toBe('true');
  await again.press('Enter');
  await dialog.getByText('Enter the same number once more.').first().waitFor();
  await again.fill(phone.slice(1));
  await erase.click();
  await prove(page);
  const done = page.getByRole('dialog', { name: `${shownAs} is erased` });
  await done.getByText('The do-not-call entry is kept as a keyed hash.').waitFor();
  await done.getByText('Contact lists').waitFor();
  await keepPicture(page, 'person-receipt-1280-light');
  await done.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('region', { name: 'Earlier erasures' }).waitFor();
  expect(await page.getByRole('region', { name: 'Texts received' }).count()).toBe(0);
});

test('the do-not-call list calls a keyed hash an erased number, without a link or a history', async () => {
  const page = await openSignedIn(browser, console, client, '/main/donotcall');
  const row = rowOf(page, 'Erased number');
  await row.waitFor();
  expect(await row.getByRole('link').count()).toBe(0);
  expect(await page.getByText(/#[0-9a-f]{8}/).count()).toBe(0);
  await row.getByRole('button', { name: /^Actions/ }).click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Delete/),
  ]);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(/Take an erased number off the do-not-call list\?/).waitFor();
  await page.getByText(/Nobody can see which number it is/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('who is no administrator reads why there is no screen of a person', async () => {
  const other = { ...client, manager: await makeManager(db, clientId, { role: 'manager' }) };
  const page = await openSignedIn(browser, console, other, '/main/person');
  await page.getByText('Only an administrator can do this.').waitFor();
  expect(await page.getByLabel(/^Phone Number/).count()).toBe(0);
});
