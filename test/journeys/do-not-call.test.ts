import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const long = await makeClient(db);
const newcomer = await makeClient(db);
const numbers = Array.from({ length: 12_000 }, (_, at) => `1${3_025_550_000 + at}`);
await asClient(db, long.clientId, (tx) => importDoNotCall(tx, long.clientId, numbers));
await asClient(db, client.clientId, async (tx) => {
  await importDoNotCall(tx, client.clientId, numbers.slice(140, 155));
  await optOut(tx, client.clientId, '12125550149', 'text');
  await optOut(tx, client.clientId, '12125550148', 'key');
});

type Look = Parameters<typeof browser.newPage>[0];
const open = (look: Look = {}, who = client) =>
  openSignedIn(browser, console, who, '/main/donotcall', look);
const path = '**/api/donotcall**';

test('a number is added, may not be added again, is found by its digits and deleted after a question', async () => {
  const page = await open();
  const phone = page.getByLabel(/^Phone Number/);
  const add = page.getByRole('button', { name: 'Add Phone' });
  await page
    .getByText(
      "By Clicking 'Add Phone' you are automatically saving the number to the do not call list.",
    )
    .waitFor();
  await phone.fill('212555');
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await phone.press('Enter');
  await page.getByText('A phone number must have 10 digits').first().waitFor();
  await phone.fill('1025550199');
  await page.getByText('cannot start with 0 or 1').first().waitFor();
  await phone.fill('2125550199');
  expect(await phone.inputValue()).toBe('(212) 555-0199');
  await add.click();
  await page.getByText('(212) 555-0199 will no longer be called or texted.').waitFor();
  await page.getByRole('gridcell', { name: '(212) 555-0199', exact: true }).waitFor();
  expect(await phone.inputValue()).toBe('');

  await phone.fill('2125550199');
  await phone.press('Enter');
  await page.getByText('Phone number restriction must be unique!').waitFor();
  // A refused number stays in the field for correction.
  expect(await phone.inputValue()).toBe('(212) 555-0199');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByLabel('Find by digits').fill('212-555-0199');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Actions for (212) 555-0199' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('It stays barred in the lists where it was already barred.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('gridcell', { name: '(212) 555-0199', exact: true }).dblclick();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText("Couldn't find any records.").waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('gridcell', { name: '(212) 555-0148', exact: true }).waitFor();
  // The list that was kept from before the deletion shows first; the new one moves its rows up.
  const deleted = page.getByRole('gridcell', { name: '(212) 555-0199', exact: true });
  await deleted.waitFor({ state: 'detached' });
  // By keyboard, the row after a deleted one takes the focus.
  const rows = page.locator('tr[data-row]');
  const next = await rows.nth(4).locator('td').first().innerText();
  await rows.nth(3).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
    .toContain(next);
});

test('a number that a file had blocked is refused unchanged, and its account can be blocked', async () => {
  const page = await open();
  const phone = page.getByLabel(/^Phone Number/);
  await phone.fill(numbers[141]?.slice(1) ?? '');
  await phone.press('Enter');
  await page.getByText('Phone number restriction must be unique!').waitFor();
  await page.getByText('The other numbers of its account can still be called.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'donotcall-account-1280-light');
  await page.getByRole('button', { name: 'Block Account' }).click();
  await page.getByText(/^The account of .* will no longer be called or texted\.$/).waitFor();
  await phone.fill(numbers[141]?.slice(1) ?? '');
  await phone.press('Enter');
  await page.getByText('Phone number restriction must be unique!').waitFor();
  expect(await page.getByRole('button', { name: 'Block Account' }).count()).toBe(0);
});

test('a number that the person put there is deleted only with a reason, which stays to be read', async () => {
  const page = await open();
  await page.getByRole('gridcell', { name: 'Pressed 9 in a call', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions for (212) 555-0148' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('This person pressed 9 during a call to opt out.').waitFor();
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByRole('button', { name: 'Lifted opt-outs' }).count()).toBe(0);
  await page.getByRole('gridcell', { name: '(212) 555-0149', exact: true }).dblclick();
  await page.getByText('This person opted out by text.').waitFor();
  await page.getByLabel(/^Reason/).fill('She wrote that she wants the calls back.');
  await page.getByLabel(/^Reason/).press('Enter');
  await page.getByText('(212) 555-0149 was taken off the do-not-call list.').waitFor();
  await page.getByRole('button', { name: 'Lifted opt-outs' }).click();
  await page.getByText('She wrote that she wants the calls back.').waitFor();
  await page.getByText(/Opted out by text .*; lifted by/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByLabel('Find by digits').fill('0148');
  await page.getByRole('gridcell', { name: '(302) 555-0148', exact: true }).waitFor();
});

test('an addition that is refused changes nothing of how, when and by whom the number came there', async () => {
  await asClient(db, client.clientId, (tx) => optOut(tx, client.clientId, '12125550166', 'text'));
  const page = await open();
  const cells = page.getByRole('row').filter({ hasText: '(212) 555-0166' }).getByRole('gridcell');
  await cells.first().waitFor();
  const before = await cells.allInnerTexts();
  expect(before).toContain('Opt-out text');
  await page.getByLabel(/^Phone Number/).fill('2125550166');
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await page.getByText('Phone number restriction must be unique!').waitFor();
  await page.reload();
  await cells.first().waitFor();
  expect(await cells.allInnerTexts()).toEqual(before);
});

test('of a long list the newest are shown, with how many there are, and more when asked', async () => {
  const page = await open({}, long);
  await page.getByText('Newest 200 of 12,000 numbers').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('Newest 1,200 of 12,000 numbers').waitFor();
  // The server sorts, over all of them.
  const sort = page.getByRole('columnheader', { name: 'Phone Number' }).getByRole('button');
  const firstCell = () => page.getByRole('gridcell').first().innerText();
  await sort.click();
  await page.getByText('First 1,200 of 12,000 numbers').waitFor();
  await expect.poll(firstCell).toBe('(302) 555-0000');
  await page.getByLabel('Rows').selectOption('25 rows');
  await page.getByText('First 25 of 12,000 numbers').waitFor();
  expect(page.url()).toContain('sort=phone');
  await sort.click();
  await expect.poll(firstCell).toBe('(302) 556-1999');
  // Ascending, descending, and then the newest first again.
  await sort.click();
  await page.getByText('Newest 25 of 12,000 numbers').waitFor();
  await page.getByLabel('Find by digits').fill('302');
  await page.getByText('Newest 200 of more than 10,000 numbers').waitFor();
  await page.getByLabel('Find by digits').fill('nobody');
  await page.getByText("Couldn't find any records.").waitFor();
  await page.getByLabel('Find by digits').fill('555123');
  await sort.click();
  await expect.poll(() => page.getByRole('gridcell').first().innerText()).toBe('(302) 555-1230');
  await sort.click();
  await expect.poll(() => page.getByRole('gridcell').first().innerText()).toBe('(302) 555-5123');
});

test('when the server is unreachable the list stays, and what was typed too', async () => {
  const page = await open();
  await page.getByRole('gridcell', { name: '(212) 555-0148', exact: true }).waitFor();
  await page.route(path, (route) => route.abort());
  await page.getByLabel(/^Phone Number/).fill('2125550177');
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await page.getByText('The server did not respond.').first().waitFor();
  expect(await page.getByLabel(/^Phone Number/).inputValue()).toBe('(212) 555-0177');
  await page.getByLabel('Find by digits').fill('302');
  await page.getByText('The list could not be refreshed.').waitFor();
  await page.getByRole('gridcell', { name: '(212) 555-0148', exact: true }).waitFor();
  await page.unroute(path);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.getByRole('gridcell', { name: /^\(212\)/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await page.getByText('(212) 555-0177 will no longer be called or texted.').waitFor();
});

test('an empty list says how numbers come there, and leads to what comes first', async () => {
  const page = await open({}, newcomer);
  await page.getByText('No numbers yet').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Upload a file' }).click();
  await page.getByRole('dialog').waitFor();
});

test('on a narrow screen the panel covers the list until it is closed', async () => {
  const page = await open({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await page.getByLabel(/^Phone Number/).fill('2125550155');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add Phone' }).click();
  await page.getByText('(212) 555-0155 will no longer be called or texted.').waitFor();
  await page.getByRole('button', { name: 'Close Add a Number' }).click();
  await page.getByText('(212) 555-0155', { exact: true }).waitFor();
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('has no axe findings, %s', async (_, look) => {
  const page = await open(look);
  await page.getByText('(212) 555-0148').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  expect(browser.errors).toEqual([]);
});
