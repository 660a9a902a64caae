/** The four steps of the wizard as document 2 describes them, one by one. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixedFields } from '../../src/contract/account-field.ts';
import { localDay } from '../../src/web/lib/local-time.ts';
import { toUsDate } from '../../src/web/lib/us-date.ts';
import { chooseLines, contacts, headers, uploadStepsWorld } from './upload-steps-world.ts';
import { delimiter, goOn, next, tableOf } from './upload-wizard.ts';

const { browser, wizard, mapping } = await uploadStepsWorld();

const step = (page: Page, name: string) =>
  page.getByRole('list').getByRole('button', { name: new RegExp(name) });
const disabled = (page: Page) => next(page).getAttribute('aria-disabled');

test('the wizard has four steps, and Next waits for a file that was previewed', async () => {
  const page = await wizard();
  const steps = page.getByRole('list').filter({ has: page.locator('[aria-current=step]') });
  const names = (await steps.getByRole('button').allInnerTexts()).map((name) =>
    name.replace(/\s+/g, ' '),
  );
  expect(names).toEqual(['1 Select file', '2 Map', '3 Preview', '4 Upload']);
  expect(await disabled(page)).toBe('true');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/calllist/preview', async (route) => {
    await held.promise;
    await route.continue();
  });
  await chooseLines(page, ['Alpha,Bravo', 'Ann,302 555 0148']);
  await page.getByText('contacts.csv').waitFor();
  expect(await disabled(page)).toBe('true');
  held.resolve();
  await page.getByText('Number of rows: 1').waitFor();
  await expect.poll(() => disabled(page)).toBeNull();
});

test('a file is read with each of the delimiters, and a change of it reads the file anew', async () => {
  const page = await wizard();
  expect(await delimiter(page).locator('option:not([hidden])').allInnerTexts()).toEqual([
    'Comma',
    'Semicolon',
    'Pipe',
    'Tab',
    'Other',
  ]);
  await chooseLines(
    page,
    contacts.map((row) => row.join('~')),
  );
  // The tilde was guessed; what the manager chooses stays.
  await page.getByText(/3 columns/).waitFor();
  await page.getByText('Guessed from the file.').waitFor();
  await delimiter(page).selectOption('Comma');
  await page.getByText('Only one column was found. Check the delimiter.').waitFor();
  await page.getByRole('button', { name: 'Use ~' }).click();
  await page.getByText(/3 columns/).waitFor();
  for (const [name, character] of [
    ['Comma', ','],
    ['Semicolon', ';'],
    ['Pipe', '|'],
    ['Tab', '\t'],
    ['Other', '~'],
  ] as const) {
    await delimiter(page).selectOption(name);
    if (name === 'Other') await page.getByLabel('New File Delimiter').fill(character);
    await chooseLines(
      page,
      contacts.map((row) => row.join(character)),
    );
    await page.getByText(/3 columns/).waitFor();
    expect(await tableOf(page, 'First rows of the file')).toEqual([
      headers,
      ['Ann', '302 555 0148', '--'],
      ['Bo', '--', '302 555 0193'],
    ]);
  }
});

test('the row count is the line count minus 1, and the first 19 rows are shown', async () => {
  const page = await wizard();
  const lines = ['Alpha,Bravo', ...Array.from({ length: 40 }, (_, at) => `N${at},3025550148`)];
  await chooseLines(page, lines, '\r\n');
  await page.getByText('Number of rows: 40').waitFor();
  await page.getByText('The first 19 rows are shown.').waitFor();
  expect(await tableOf(page, 'First rows of the file')).toHaveLength(20);
  await chooseLines(page, [...lines.slice(0, 8), '']);
  await page.getByText('Number of rows: 7').waitFor();
  await page.getByText('The first 7 rows are shown.').waitFor();
});

test('step 2 has a dropdown for each account field and a switch for each file column', async () => {
  const page = await mapping();
  for (const header of ['Account Field Label', 'Uploaded File Field Label']) {
    await page.getByRole('columnheader', { name: header, exact: true }).waitFor();
  }
  const labels = [...fixedFields.map(({ label }) => label), 'Balance'];
  expect(labels.slice(0, 11)).toEqual([
    ...['First Name', 'Middle Name', 'Last Name', 'Date of Birth', 'SSN', 'Address', 'Address 2'],
    ...['City', 'State', 'Zip Code', 'External Id'],
  ]);
  for (const label of labels) {
    const column = page.getByLabel(`Column for ${label}`, { exact: true });
    expect(await column.inputValue()).toBe('');
    expect(await column.locator('option').allInnerTexts()).toEqual(['Select...', ...headers]);
  }
  const phones = page.getByRole('region', { name: 'Phone Numbers (Select all that apply)' });
  expect(await phones.getByRole('switch').count()).toBe(3);
  for (const column of headers) {
    expect(await phones.getByRole('switch', { name: column }).isChecked()).toBe(false);
  }
  expect(await disabled(page)).toBe('true');
  await phones.getByRole('switch', { name: 'Charlie' }).check();
  expect(await disabled(page)).toBeNull();
});

test('step 3 shows the mapped data: only chosen columns as phones, and -- where nothing is mapped', async () => {
  const page = await mapping();
  await page.getByLabel('Column for First Name').selectOption('Alpha');
  await page.getByRole('switch', { name: 'Bravo' }).check();
  await next(page).click();
  const [shown = [], ...rows] = await tableOf(page, 'Preview of the mapped data');
  expect(shown).toEqual(['Phone Number', ...fixedFields.map(({ label }) => label), 'Balance']);
  const unmapped = Array.from({ length: 11 }, () => '--');
  expect(rows).toEqual([
    ['302 555 0148', 'Ann', ...unmapped],
    ['--', 'Bo', ...unmapped],
  ]);
});

test('step 4 leaves duplicates out and called numbers in, by default, and dates are MM/DD/YYYY', async () => {
  const page = await mapping();
  await page.getByRole('switch', { name: 'Bravo' }).check();
  await goOn(page, 'Preview');
  await goOn(page, 'Upload');
  const finish = page.getByRole('button', { name: 'Upload and Finish' });
  const off = () => finish.getAttribute('aria-disabled');
  const called = page.getByRole('switch', {
    name: 'Filter out phone numbers called since the chosen date',
  });
  const date = page.getByRole('textbox', { name: 'Date', exact: true });
  const duplicates = 'Filter out duplicate phone numbers already on the list';
  expect(await page.getByRole('switch', { name: duplicates }).isChecked()).toBe(true);
  expect(await called.isChecked()).toBe(false);
  expect(await date.isDisabled()).toBe(true);
  expect(await off()).toBe('true');
  await page.getByLabel('Contact List Name').fill('november');
  // A second list may have the name, but not without the manager knowing.
  await page.getByText(/^Another contact list has this name: in Reminders, /).waitFor();
  expect(await off()).toBe('true');
  await page.getByRole('combobox', { name: 'Campaign' }).selectOption('Reminders');
  expect(await off()).toBeNull();

  await called.check();
  expect(await off()).toBe('true');
  const tomorrow = localDay(new Date(Date.now() + 2 * 86_400_000));
  await date.fill(toUsDate(tomorrow));
  await date.blur();
  await page.getByRole('paragraph').getByText('The date cannot be in the future.').waitFor();
  expect(await off()).toBe('true');
  await page.locator('input[type=date]').fill('2026-02-03');
  expect(await date.inputValue()).toBe('02/03/2026');
  expect(await off()).toBeNull();
});

test('the stepper leads to every step that is ready; its open step keeps the mapping', async () => {
  const page = await mapping();
  await page.getByRole('switch', { name: 'Bravo' }).check();
  await page.getByLabel('Column for First Name').selectOption('Alpha');
  await step(page, 'Map').click();
  expect(await page.getByRole('switch', { name: 'Bravo' }).isChecked()).toBe(true);
  await step(page, 'Upload').click();
  await page.getByLabel('Contact List Name').waitFor();
  await step(page, 'Preview').click();
  await page.getByRole('columnheader', { name: 'Phone Number' }).waitFor();
  await step(page, 'Select file').click();
  await page.getByText('Number of rows: 2').waitFor();
  await step(page, 'Upload').click();
  await page.getByLabel('Contact List Name').waitFor();
  await step(page, 'Map').click();
  await page.getByText('0 of 12 mapped').waitFor();
  expect(await page.getByRole('switch', { name: 'Bravo' }).isChecked()).toBe(false);
});

test('a remembered mapping that cannot be read is logged and taken as none', async () => {
  const page = await wizard();
  const logged: string[] = [];
  page.on('console', (line) => logged.push(line.text()));
  await page.route('**/api/calllist/mapping?**', (route) => route.abort());
  await chooseLines(page, ['Alpha,Bravo', 'Ann,302 555 0148']);
  await next(page).click();
  await page.getByText('0 of 12 mapped').waitFor();
  expect(logged.join()).toContain('could not read the saved mapping');
});

test('of a file of 1,000 columns only those lists hold all columns that are opened', async () => {
  const page = await wizard();
  const columns = (text: string) => Array.from({ length: 1000 }, (_, at) => `${text} ${at + 1}`);
  await chooseLines(page, [columns('Column').join(','), columns('value').join(',')]);
  await page.getByText('Number of rows: 1').waitFor();
  await next(page).click();
  await page.getByText('0 of 12 mapped').waitFor();
  expect(await page.locator('option').count()).toBeLessThan(100);
  const city = page.getByLabel('Column for City');
  await city.focus();
  await expect.poll(() => city.locator('option').count()).toBe(1001);
  await city.selectOption('Column 1000');
  await page.getByText('value 1000').first().waitFor();
  const zip = page.getByLabel('Column for Zip Code');
  await zip.dispatchEvent('pointerdown');
  await expect.poll(() => zip.locator('option').count()).toBe(1001);
  expect(await city.locator('option:checked').innerText()).toBe('Column 1000');
});

test('a preview without a response says so and can be asked for again', async () => {
  const page = await wizard();
  await page.route('**/api/calllist/preview', (route) => route.abort());
  await chooseLines(page, ['Alpha,Bravo', 'Ann,302 555 0148']);
  const refusal = page.getByRole('alert');
  await refusal.getByText('The server did not respond.').waitFor();
  expect(await disabled(page)).toBe('true');
  await page.unroute('**/api/calllist/preview');
  await refusal.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Number of rows: 1').waitFor();
  await expect.poll(() => disabled(page)).toBeNull();
  expect(browser.errors).toEqual([]);
});
