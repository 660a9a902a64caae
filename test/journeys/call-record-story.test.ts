/** The report beyond document 2: outcomes, order, address, chart, drawer, saved filters. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callRecordWorld } from './call-record-world.ts';

const { browser, report, campaigns } = await callRecordWorld();
/** The rows of the report: the chart has a table for readers. */
const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const heading = (name: string) => ({ name: new RegExp(`^${name}`) });

describe('the call detail report', () => {
  test('says how each call ended and finds calls by several outcomes', async () => {
    const { page, filters, add, apply, results } = await report();
    await results('25 of 60 results');
    await page.getByRole('gridcell', { name: 'No answer' }).first().waitFor();
    await filters.click();
    await add('Outcome');
    await page.getByRole('checkbox', { name: 'Abandoned' }).check();
    await page.getByRole('checkbox', { name: 'Failed' }).check();
    await apply();
    await results('24 of 24 results');
    const totals = page.getByRole('region', { name: 'All results' });
    expect(await totals.innerText()).toMatch(/Calls\s*24\s*Persons\s*12\s*50%/);
    expect(page.url()).toContain('outcome=failed%2Cabandoned');
    // A total opens what it counts, under the filter; Back takes that back.
    await totals.getByRole('link', { name: 'Persons: 12' }).click();
    await results('12 of 12 results');
    await page.goBack();
    await results('24 of 24 results');
    // A row can be opened in another tab.
    const link = page.getByRole('grid').getByRole('link').first();
    expect(await link.getAttribute('href')).toMatch(/outcome=failed.*&open=\d+-\d+-\d+/);
  });

  test('sorts over all records, not only those that are loaded', async () => {
    const { page, results } = await report();
    await results('25 of 60 results');
    const sort = page.getByRole('columnheader', heading('Duration')).getByRole('button');
    const first = rows(page).nth(1);
    await sort.click();
    await first.getByRole('gridcell', { name: '0 s' }).first().waitFor();
    await sort.click();
    // The longest call is the oldest one: the newest 25 are at most 24 s long.
    await first.getByRole('gridcell', { name: '59 s' }).first().waitFor();
    expect(page.url()).toContain('sort=-duration');
    // A click would scroll there first, which loads rows, too: then all 60 could be there at once.
    await page.getByRole('button', { name: 'Show more' }).dispatchEvent('click');
    await results('50 of 60 results');
    const durations = await page.getByRole('gridcell', { name: /^\d+ s$/ }).allInnerTexts();
    const longest = durations
      .map((text) => Number.parseInt(text, 10))
      .filter((_, at) => at % 2 === 0);
    expect(longest).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at));
  });

  test('is all in the address: another browser shows the same, and Back takes a filter back', async () => {
    const { page, filters, add, apply, results } = await report();
    await filters.click();
    await add('Campaigns');
    await page.getByRole('checkbox', { name: 'Spring' }).check();
    await apply();
    await page.getByLabel('Rows').selectOption('10');
    await results('10 of 30 results');
    const { search } = new URL(page.url());
    const other = await report({}, search);
    await other.results('10 of 30 results');
    await other.page.getByRole('button', { name: 'Campaigns Spring' }).waitFor();
    await page.goBack();
    await results('25 of 30 results');
    await page.goBack();
    await results('25 of 60 results');
  });

  test('takes what it understands from any address and names the rest', async () => {
    const search = `?campaigns=${campaigns.Spring}&nosuch=1&duration=long&ssn=6789`;
    const { page, results } = await report({}, search);
    await results('25 of 30 results');
    await page.getByText('nosuch, duration, ssn.').waitFor();
  });

  test('a window of the chart becomes a filter on Start Time, and Escape takes it back', async () => {
    const { page, results } = await report();
    await results('25 of 60 results');
    const chart = page.getByRole('slider', { name: 'Filter by time' });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    // Its first day has the 20 old calls.
    await results('20 of 20 results');
    await page.getByRole('button', { name: /^Start Time \d/ }).waitFor();
    await chart.press('Escape');
    await results('25 of 60 results');
    const box = await chart.boundingBox();
    if (!box) throw new Error('There is no chart.');
    await page.mouse.move(box.x + box.width - 4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 60, box.y + 20);
    await page.mouse.up();
    await results('25 of 40 results');
  });

  test('a row opens its story; J, K and the arrows step on, and its address opens it again', async () => {
    const { page, results } = await report();
    await results('25 of 60 results');
    await rows(page).nth(4).click();
    const drawer = page.getByRole('complementary', { name: 'Call record' });
    await drawer.getByText('Abandoned, pressed 1').waitFor();
    await page.keyboard.press('j');
    await drawer.getByText("Carrier's words: The trunk refused this call (SIP 403).").waitFor();
    await page.keyboard.press('k');
    await drawer.getByText('Abandoned, pressed 1').waitFor();
    await page.keyboard.press('ArrowDown');
    await drawer.getByText('The trunk refused this call').waitFor();
    await page.reload();
    await drawer.getByText('The trunk refused this call').waitFor();
    await drawer.getByRole('link', { name: 'All calls to it' }).click();
    await results('25 of 60 results');
    await page
      .getByRole('button', { name: /^Phone Number/ })
      .first()
      .waitFor();
    expect(browser.errors).toEqual([]);
  });

  test('filters are saved by name, found again, renamed and deleted', async () => {
    const { page, filters, add, apply, results } = await report();
    await filters.click();
    await add('Start Time');
    await page.getByRole('button', { name: 'Today' }).click();
    await apply();
    await results('25 of 40 results');
    await page.getByRole('button', { name: 'Save as...' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Of today');
    await page.keyboard.press('Enter');
    await page.getByLabel('Saved filters').waitFor();
    const again = await report();
    await again.filters.click();
    await again.page.getByLabel('Saved filters').selectOption('Of today');
    await again.results('25 of 40 results');
    await again.page.getByRole('button', { name: 'Start Time Today' }).waitFor();
    const more = again.page.getByRole('button', { name: /^Saved filter/ });
    await more.click();
    await again.page.getByRole('menuitem', { name: 'Rename' }).click();
    await again.page.getByRole('textbox', { name: 'Name' }).fill('Every day');
    await again.page.keyboard.press('Enter');
    await again.page.getByRole('option', { name: 'Every day' }).waitFor({ state: 'attached' });
    await more.click();
    await again.page.getByRole('menuitem', { name: 'Delete' }).click();
    await again.page.getByRole('button', { name: 'Yes, Delete' }).click();
    await again.page.getByLabel('Saved filters').waitFor({ state: 'detached' });
    expect(browser.errors).toEqual([]);
  });

  test('an SSN filter holds and never stands in the address', async () => {
    const { page, filters, add, apply, results } = await report();
    await filters.click();
    await add('SSN');
    await page.getByLabel('Filter By Keyword').fill('6789');
    await apply();
    await page.getByRole('button', { name: /^SSN/ }).waitFor();
    await results('25 of 60 results');
    expect(page.url()).not.toContain('6789');
  });
});
