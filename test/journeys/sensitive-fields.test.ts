/** Marking custom account fields as sensitive, in the wizard and on their own screen. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture, rowOf, scrollsSideways } from './screen.ts';
import { chooseLines } from './upload-steps-world.ts';
import { finish, finished, nameList, next } from './upload-wizard.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

const lines = [
  'Name,Phone,Card,Remarks,Reference',
  'Ann,302 555 0148,4111 1111 1111 1111,tall,123-45-6789',
  'Bo,302 555 0149,5500-0000-0000-0004,short,234-56-7890',
  'Cy,302 555 0150,340000000000009,,345-67-8901',
];

async function clientWithFields() {
  const client = await makeClient(db);
  await makeCampaign(db, client.clientId, { name: 'Reminders' });
  const manager = await console.signIn(client);
  for (const name of ['Card', 'Remarks']) await manager.post('/api/customfield/0/edit', { name });
  return client;
}

test('the wizard proposes what looks sensitive, says what it means, and the upload marks it', async () => {
  const client = await clientWithFields();
  const page = await openSignedIn(browser, console, client, '/main/upload');
  await chooseLines(page, lines);
  await next(page).click();
  await page.getByText('Row 1 of 3').waitFor();
  const card = page.getByRole('checkbox', { name: 'Sensitive Card' });
  const remarks = page.getByRole('checkbox', { name: 'Sensitive Remarks' });
  await page.getByText('Looks like card numbers', { exact: true }).waitFor();
  expect([await card.isChecked(), await remarks.isChecked()]).toEqual([true, false]);
  await page.getByText('The upload makes 1 field sensitive: Card.').waitFor();
  await card.uncheck();
  await expect.poll(() => page.getByText('The upload makes').count()).toBe(0);
  await card.check();
  await remarks.check();
  await page.getByText('The upload makes 2 fields sensitive: Card, Remarks.').waitFor();
  // A fixed field that is kept in clear.
  await page.getByLabel('Column for External Id', { exact: true }).selectOption('Reference');
  await page.getByText('Looks like SSNs, but is not sealed here').waitFor();
  await page.getByLabel('Column for External Id', { exact: true }).selectOption('');
  await next(page).click();
  await next(page).click();
  await nameList(page, 'November');
  await finish(page);
  await finished(page).waitFor();

  const again = await openSignedIn(browser, console, client, '/main/upload');
  await chooseLines(again, lines);
  await next(again).click();
  const known = again.getByRole('checkbox', { name: 'Sensitive Card' });
  await known.click();
  expect(await known.isChecked()).toBe(true);
  expect(await again.getByText('The upload makes').count()).toBe(0);
});

test('on the screen of fields an administrator with the right takes the mark back, nobody else', async () => {
  const client = await clientWithFields();
  const page = await openSignedIn(browser, console, client, '/main/customfields');
  const box = (of: typeof page) => of.getByRole('switch', { name: 'Sensitive' });
  await page.getByRole('gridcell', { name: 'Remarks', exact: true }).dblclick();
  await box(page).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Remarks was saved.').waitFor();
  await rowOf(page, 'Remarks').getByText('Sensitive').waitFor();

  const weak = await makeManager(db, client.clientId, { role: 'manager', fullSsn: false });
  const other = await openSignedIn(
    browser,
    console,
    { ...client, manager: weak },
    '/main/customfields',
  );
  await other.getByRole('gridcell', { name: /^Remarks/ }).dblclick();
  await other.getByText('Only an administrator with the right to full SSNs').waitFor();
  await box(other).click();
  expect(await box(other).isChecked()).toBe(true);

  await page.getByRole('gridcell', { name: /^Remarks/ }).dblclick();
  await box(page).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => rowOf(page, 'Remarks').getByText('Sensitive').count()).toBe(0);
});

test('a narrow screen says which fields are sensitive', async () => {
  const client = await clientWithFields();
  await asClient(db, client.clientId, (tx) =>
    tx.run(`UPDATE account_field SET sensitive = true WHERE name = 'Card' AND client_id = $1`, [
      client.clientId,
    ]),
  );
  const look = { width: 390, height: 844 };
  const page = await openSignedIn(browser, console, client, '/main/customfields', look);
  await rowOf(page, 'Card').getByText('Sensitive').waitFor();
  expect(await rowOf(page, 'Remarks').getByText('Sensitive').count()).toBe(0);
  await keepPicture(page, 'sensitive-list-390');
});

test.each([
  { name: '1280-light', width: 1280, height: 800, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
])('the mark fits into the step and the form ($name)', async ({ name, ...look }) => {
  const client = await clientWithFields();
  const page = await openSignedIn(browser, console, client, '/main/upload', look);
  await chooseLines(page, lines);
  await next(page).click();
  const card = page.getByRole('checkbox', { name: 'Sensitive Card' });
  await page.getByLabel('Column for External Id', { exact: true }).selectOption('Reference');
  await card.scrollIntoViewIfNeeded();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, `sensitive-map-${name}`);
  const fields = await openSignedIn(browser, console, client, '/main/customfields?fieldId=0', look);
  await fields.getByText('Sealed in lists').waitFor();
  expect(await scrollsSideways(fields)).toBe(false);
  expect(await axeFindings(fields)).toEqual([]);
  await keepPicture(fields, `sensitive-field-${name}`);
});
