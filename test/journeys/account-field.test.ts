import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const full = await makeClient(db);
const newcomer = await makeClient(db);
const longName =
  'Balance that was due at the end of the quarter before the insurance paid its part';

async function makeFields(clientId: number, names: readonly string[]) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO account_field (client_id, custom_index, name)
       SELECT $1, n, name FROM unnest($2::text[]) WITH ORDINALITY AS f (name, n)`,
      [clientId, names],
    ),
  );
}
await makeFields(client.clientId, ['Due Date', 'Amount', longName]);
await makeFields(
  full.clientId,
  Array.from({ length: 50 }, (_, at) => `Field ${at + 1}`),
);

type Look = Parameters<typeof browser.newPage>[0];
const open = (look: Look = {}, who = client) =>
  openSignedIn(browser, console, who, '/main/customfields', look);

test('a field is added and edited in the form above the table', async () => {
  const page = await open();
  const cells = (name: string) =>
    page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').allInnerTexts();
  await page.getByRole('button', { name: 'Add New' }).click();
  const name = page.getByLabel(/^Name/);
  const save = page.getByRole('button', { name: 'Save' });
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await name.fill('   ');
  await name.press('Enter');
  await page.getByText('Name is Required').first().waitFor();
  await name.fill('amount');
  await page.getByText('An account field with this name already exists.').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // Only the server knows the names of the fixed fields.
  await name.fill('First Name');
  await save.click();
  await page.getByText('An account field with this name already exists.').first().waitFor();
  await name.fill('Branch');
  await page.getByRole('switch', { name: 'Available' }).uncheck();
  await name.press('Enter');
  await page.getByText('Branch was saved.').waitFor();
  await expect.poll(() => page.getByLabel(/^Name/).count()).toBe(0);
  await expect
    .poll(async () => (await cells('Branch')).slice(0, 3))
    .toEqual(['Branch', 'No', 'No']);

  await page.getByRole('gridcell', { name: 'Branch', exact: true }).dblclick();
  expect(await name.inputValue()).toBe('Branch');
  expect(await page.getByRole('switch', { name: 'Available' }).isChecked()).toBe(false);
  await page.getByRole('switch', { name: 'Available' }).check();
  await name.fill('Branch Office');
  await save.click();
  await page.getByText('Branch Office was saved.').waitFor();
  await expect
    .poll(async () => (await cells('Branch Office')).slice(0, 3))
    .toEqual(['Branch Office', 'Yes', 'No']);
});

test('the table has the documented columns and sorts none, up, down, none', async () => {
  const page = await open();
  await page.getByRole('gridcell', { name: 'Due Date', exact: true }).waitFor();
  const headers = await page.getByRole('columnheader').allInnerTexts();
  expect(headers.map((text) => text.trim()).filter(Boolean)).toEqual([
    'Name',
    'Available',
    'In Use',
    'Actions',
  ]);
  const first = () => page.getByRole('gridcell').first().innerText();
  const sort = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  expect(await first()).toBe('Due Date');
  await sort.click();
  expect(await first()).toBe('Amount');
  await sort.click();
  expect(await first()).toBe('Due Date');
  await sort.click();
  await expect.poll(first).toBe('Due Date');
});

test('Escape leaves a form that holds nothing new, and asks before it drops what was typed', async () => {
  const page = await open();
  const name = page.getByLabel(/^Name/);
  await page.getByRole('button', { name: 'Add New' }).click();
  await name.press('Escape');
  await expect.poll(() => name.count()).toBe(0);
  await page.getByRole('button', { name: 'Add New' }).click();
  await name.fill('Half a na');
  await name.press('Escape');
  await page.getByText('Discard your changes?').waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await name.inputValue()).toBe('Half a na');
  await page.getByRole('link', { name: 'Contact Lists' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/main/calllist');
});

test('a save that finds no server keeps what was typed', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add New' }).click();
  await page.getByLabel(/^Name/).fill('Kept');
  await page.route('**/edit**', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server did not respond.').waitFor();
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Kept');
  expect(await axeFindings(page)).toEqual([]);
});

test('a 51st field is refused in a sentence', async () => {
  const page = await open({}, full);
  await page
    .getByRole('paragraph')
    .getByText('There are already 50 account fields. No more can be added.')
    .waitFor();
  const add = page.getByRole('button', { name: 'Add New' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  // It is off with a reason, and can still be pressed.
  await add.press('Enter');
  expect(await page.getByLabel(/^Name/).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('a field whose number is none is named on the card that replaces the page', async () => {
  const page = await openSignedIn(browser, console, client, '/status');
  await page.route('**/api/customfield**', (route) =>
    route.fulfill({
      json: [{ id: 1, clientId: 1, customIndex: 'second', name: 'A', messageEnabled: 1, used: 0 }],
    }),
  );
  await page.goto(`${console.url}/main/customfields`);
  const sentence = 'could not pick customIndex: Expected a valid number but got NaN';
  await page.getByText('Something went wrong and the page could not be loaded').waitFor();
  await expect
    .poll(() =>
      page.getByRole('textbox').evaluateAll((all) => all.map((one) => Reflect.get(one, 'value'))),
    )
    .toContainEqual(expect.stringContaining(sentence));
});

test('Loading ... stands where the rows will be', async () => {
  const page = await openSignedIn(browser, console, client, '/status');
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/customfield**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${console.url}/main/customfields`);
  await page.getByText('Loading ...', { exact: true }).waitFor();
  release();
  await page.getByRole('gridcell', { name: 'Due Date', exact: true }).waitFor();
});

test('without any field it says what one is for', async () => {
  const page = await open({}, newcomer);
  await page.getByText('No account fields yet').waitFor();
  await page.getByRole('button', { name: 'Add New' }).click();
  await page.getByLabel(/^Name/).fill('First of all');
  await page.getByLabel(/^Name/).press('Enter');
  await page.getByRole('gridcell', { name: 'First of all', exact: true }).waitFor();
});

test.each([
  ['light', {}],
  ['dark', { dark: true }],
  ['on a narrow screen', { width: 360, height: 740 }],
])('has no axe findings, %s', async (_, look) => {
  const page = await open(look);
  await page.getByText('Due Date').first().waitFor();
  await page.getByRole('button', { name: 'Add New' }).click();
  expect(await axeFindings(page)).toEqual([]);
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
  expect(browser.errors).toEqual([]);
});
