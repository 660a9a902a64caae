import { describe, expect, test } from 'vitest';
import { axeFindings } from '../harness/console.ts';
import { callRecordWorld } from './call-record-world.ts';
import { maxHeightOf } from './screen.ts';

const { browser, report, reportOfNewcomer } = await callRecordWorld();

/** Holds the requests until each is released. */
function holder() {
  let release: () => void = () => undefined;
  return {
    hold: () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
    go: () => release(),
  };
}

describe('the call detail report', () => {
  test('shows the newest 25 with the documented columns and times', async () => {
    const { page, results } = await report();
    await results('25 of 60 results');
    const headers = await page.getByRole('grid').getByRole('columnheader').allInnerTexts();
    expect(headers.map((header) => header.trim())).toEqual([
      'Phone Number',
      'Start Time',
      'Outcome',
      'Answer Time',
      'Finish Time',
      'Duration',
      'Billed Duration',
      'Minute Cost',
      'Cost',
      'Call Type',
      'First Name',
      'Last Name',
    ]);
    const cells = await page
      .getByRole('grid')
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .allInnerTexts();
    expect(cells[1]).toMatch(/^\d{4}-\d\d-\d\d (11|12|01):00:00 [AP]M$/);
    expect(cells[2]).toBe('Person');
    expect(cells[3]).toBe('');
  });

  test('the page size and the columns are chosen, and the columns are remembered', async () => {
    const { page, results } = await report();
    await page.getByLabel('Rows').selectOption('50');
    await results('50 of 60 results');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'SSN' }).check();
    await page.getByRole('checkbox', { name: 'Cost', exact: true }).uncheck();
    expect(await page.getByRole('gridcell', { name: '***-**-6789' }).count()).toBe(50);
    await page.goto(page.url().replace(/\?.*/, ''));
    await results('25 of 60 results');
    const headers = await page.getByRole('grid').getByRole('columnheader').allInnerTexts();
    expect(headers.map((header) => header.trim())).toContain('SSN');
    expect(headers.map((header) => header.trim())).not.toContain('Cost');
  });

  test('another filter and another page size show a loading placeholder until they are there', async () => {
    const { page, filters, add, results } = await report();
    await results('25 of 60 results');
    const { go, hold } = holder();
    await page.route('**/api/reports/cdr', async (route) => {
      await hold();
      await route.continue();
    });
    const loading = page.getByText('Loading ...');
    await page.getByLabel('Rows').selectOption('50');
    await loading.waitFor();
    go();
    await results('50 of 60 results');
    await loading.waitFor({ state: 'detached' });
    await filters.click();
    await add('Last Name');
    await page.getByLabel('Filter By Keyword').fill('feather');
    await page.keyboard.press('Enter');
    await loading.waitFor();
    go();
    await results('1 of 1 results');
    await loading.waitFor({ state: 'detached' });
  });

  test('Rows offers the documented page sizes, Columns a checkbox for each of the 22 and ours', async () => {
    const { page, results } = await report({ width: 1920, height: 1400 });
    await results('25 of 60 results');
    const sizes = await page.getByLabel('Rows').locator('option').allInnerTexts();
    // Behind the placeholder, which is never shown.
    expect(sizes.slice(1)).toEqual(['10', '25', '50', '100', '250', '500']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    const boxes = page.getByRole('group', { name: 'Shown columns' }).getByRole('checkbox');
    expect(await boxes.count()).toBe(26);
    for (const box of await boxes.all()) if (!(await box.isChecked())) await box.check();
    expect(await page.getByRole('grid').getByRole('columnheader').count()).toBe(26);
    const height = await maxHeightOf(page.getByRole('grid'));
    expect(height).toBe('680px');
  });

  test('says what to do when nothing matches and when there is nothing yet', async () => {
    const { page, filters, add, apply } = await report();
    await filters.click();
    await add('City');
    await page.getByLabel('Filter By Keyword').fill('Atlantis');
    await apply();
    await page.getByText('No calls match these filters').waitFor();
    const other = await reportOfNewcomer();
    await other.getByText('No calls yet').waitFor();
  });

  test('keeps the filters and offers Retry when the server does not respond', async () => {
    const { page, results } = await report();
    await results('25 of 60 results');
    await page.route('**/api/reports/cdr', (route) => route.abort());
    await page.getByLabel('Rows').selectOption('10');
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.unroute('**/api/reports/cdr');
    await page.getByRole('button', { name: 'Retry' }).click();
    await results('10 of 60 results');
  });

  test.each([
    ['light', {}],
    ['dark', { dark: true }],
    ['on a narrow screen', { width: 390, height: 844 }],
  ])('has no axe findings, %s', async (_, look) => {
    const { page, filters, add, results } = await report(look);
    await results('25 of 60 results');
    expect(await axeFindings(page)).toEqual([]);
    await filters.click();
    await add('Start Time');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('tr[data-row="1"]').click();
    await page.getByText('Why this number').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(browser.errors).toEqual([]);
  });
});
