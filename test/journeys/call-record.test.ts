import { describe, expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const newcomer = await makeClient(db);
const campaigns = {
  Spring: await makeCampaign(db, client.clientId, { name: 'Spring' }),
  Autumn: await makeCampaign(db, client.clientId, { name: 'Autumn' }),
};
// The browser of the journeys is in New York: noon of its day, which begins hours after UTC's.
const today = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York' }).format();
const noon = new Date(`${today}T17:00:00Z`);
const minutesBefore = (minutes: number) =>
  new Date(noon.getTime() - minutes * 60_000).toISOString();
await addCallRecords(
  db,
  client.clientId,
  console.deps.vault,
  Array.from({ length: 60 }, (_, at) => ({
    // 40 calls of today, 20 of ten days ago.
    startedAt: minutesBefore(at < 40 ? at : at + 14_400),
    answeredAt: at === 0 ? null : minutesBefore(at),
    duration: at,
    cost: at * 1000,
    campaignId: at % 2 === 0 ? campaigns.Spring : campaigns.Autumn,
    campaignName: at % 2 === 0 ? 'Spring' : 'Autumn',
    callListName: at < 5 ? 'First list' : 'Second list',
    lastName: at === 7 ? 'Featherstonehaugh-Cholmondeley of Wolverhampton' : 'Okafor',
    ssn: '123-45-6789',
  })),
);

async function report(look: Parameters<typeof browser.newPage>[0] = {}, search = '') {
  const page = await openSignedIn(browser, console, client, `/main/reports/cdr${search}`, look);
  const filters = page.getByRole('button', { name: /^Filters/ });
  const add = async (column: string) => page.getByLabel('Add Filter').selectOption(column);
  const apply = () => page.getByRole('button', { name: 'Apply' }).click();
  const results = (text: string) => page.getByText(text, { exact: true }).waitFor();
  return { page, filters, add, apply, results };
}

/** Holds what is asked for until it is let go, one at a time. */
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
    const headers = await page.getByRole('columnheader').allInnerTexts();
    expect(headers.map((header) => header.trim())).toEqual([
      'Phone Number',
      'Start Time',
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
    const cells = await page.getByRole('row').nth(1).getByRole('gridcell').allInnerTexts();
    expect(cells[1]).toMatch(/^\d{4}-\d\d-\d\d (11|12|01):00:00 [AP]M$/);
    expect(cells[2]).toBe('');
  });

  test('a date and a campaign filter narrow it, and each can be removed again', async () => {
    const { page, filters, add, apply, results } = await report();
    await filters.click();
    await add('Start Time');
    expect(await page.getByLabel('Start time', { exact: true }).inputValue()).toBe('00:00:00');
    expect(await page.getByLabel('End time', { exact: true }).inputValue()).toBe('23:59:59');
    await apply();
    await results('25 of 40 results');
    await add('Campaigns');
    await page.getByRole('checkbox', { name: 'Spring' }).check();
    await apply();
    await results('20 of 20 results');
    expect(await filters.innerText()).toMatch(/2/);
    await page.getByRole('button', { name: 'Remove the filter Start Time' }).click();
    await results('25 of 30 results');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await results('25 of 60 results');
  });

  test('a range is edited in its chip; an incomplete one cannot be applied', async () => {
    const { page, filters, add, apply, results } = await report();
    await filters.click();
    await add('Duration');
    await page.getByLabel('From').fill('10');
    expect(await page.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await page.getByLabel('To').fill('19');
    await page.keyboard.press('Enter');
    await results('10 of 10 results');
    await page.getByRole('button', { name: 'Duration 10 to 19 seconds' }).click();
    await page.getByLabel('To').fill('11');
    await apply();
    await results('2 of 2 results');
    await add('Cost');
    await page.getByLabel('From').fill('0.011');
    await page.getByLabel('To').fill('0.011');
    await apply();
    await results('1 of 1 results');
  });

  test('Choose filter... lists what is not filtered yet, and never the constrained names', async () => {
    const { page, filters, add, apply, results } = await report();
    await filters.click();
    await add('Last Name');
    await page.getByLabel('Filter By Keyword').fill('feather');
    await apply();
    await results('1 of 1 results');
    const offered = await page.getByLabel('Add Filter').locator('option').allInnerTexts();
    expect(offered[0]).toBe('Choose filter...');
    for (const name of ['Last Name', 'Call Type', 'Caller ID Type', 'Contact List', 'Campaign']) {
      expect(offered).not.toContain(name);
    }
  });

  test('the page size and the columns are chosen, and the columns are remembered', async () => {
    const { page, results } = await report();
    await page.getByLabel('Rows').selectOption('50');
    await results('50 of 60 results');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'SSN' }).check();
    await page.getByRole('checkbox', { name: 'Cost', exact: true }).uncheck();
    expect(await page.getByRole('gridcell', { name: '***-**-6789' }).count()).toBe(50);
    await page.reload();
    await results('25 of 60 results');
    const headers = await page.getByRole('columnheader').allInnerTexts();
    expect(headers.map((header) => header.trim())).toContain('SSN');
    expect(headers.map((header) => header.trim())).not.toContain('Cost');
  });

  test('each filter has its documented editor with Apply, and an applied one is replaced', async () => {
    const { page, filters, add, apply, results } = await report();
    await page.getByRole('heading', { name: 'CDR Preview' }).waitFor();
    await filters.click();
    const editor = page.getByRole('form', { name: 'Edit filter' });
    for (const [column, label] of [
      ['Last Name', 'Filter By Keyword'],
      ['Campaigns', 'Filter By Campaign'],
      ['Duration', 'Number Between'],
      ['Start Time', 'Date Between'],
      ['Cost', 'Number Between'],
    ] as const) {
      await add(column);
      await editor.getByText(label, { exact: true }).waitFor();
      expect(await editor.getByRole('button', { name: 'Apply' }).count(), column).toBe(1);
      await editor.getByRole('button', { name: 'Cancel' }).click();
    }
    await add('Duration');
    expect(await editor.innerText()).toContain('s\n');
    await page.getByLabel('From').fill('10.7');
    // A whole number of seconds: what follows the point is not taken.
    expect(await page.getByLabel('From').inputValue()).toBe('10');
    await page.getByLabel('From').fill('10');
    await page.getByLabel('To').fill('12');
    await apply();
    await results('3 of 3 results');
    await add('Cost');
    expect(await editor.innerText()).toContain('$');
    await page.getByLabel('From').fill('0.011');
    await page.getByLabel('To').fill('0.5');
    await apply();
    await results('2 of 2 results');
    await page.getByRole('button', { name: 'Duration 10 to 12 seconds' }).click();
    await page.getByLabel('From').fill('12');
    await apply();
    await results('1 of 1 results');
    const chips = await page.getByRole('button', { name: /^Remove the filter/ }).all();
    const names = await Promise.all(chips.map((chip) => chip.getAttribute('aria-label')));
    expect(names).toEqual(['Remove the filter Duration', 'Remove the filter Cost']);
  });

  test('campaigns are chosen from those of the client, and without any there is nothing to apply', async () => {
    const { page, filters, add } = await report();
    await filters.click();
    await add('Campaigns');
    await page.getByRole('checkbox', { name: 'Spring' }).waitFor();
    const offered = await page
      .getByRole('form', { name: 'Edit filter' })
      .getByRole('checkbox')
      .all();
    expect(offered).toHaveLength(2);
    const other = await openSignedIn(browser, console, newcomer, '/main/reports/cdr');
    await other.getByRole('button', { name: /^Filters/ }).click();
    await other.getByLabel('Add Filter').selectOption('Campaigns');
    await other.getByText('No campaign found.').waitFor();
    const apply = other.getByRole('button', { name: 'Apply' });
    expect(await apply.getAttribute('aria-disabled')).toBe('true');
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

  test('Rows offers the documented page sizes, Columns a checkbox for each of the 22', async () => {
    const { page, results } = await report({ width: 1920, height: 1400 });
    await results('25 of 60 results');
    const sizes = await page.getByLabel('Rows').locator('option').allInnerTexts();
    // Behind the placeholder, which is never shown.
    expect(sizes.slice(1)).toEqual(['10', '25', '50', '100', '250', '500']);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    const boxes = page.getByRole('group', { name: 'Shown columns' }).getByRole('checkbox');
    expect(await boxes.count()).toBe(22);
    for (const box of await boxes.all()) if (!(await box.isChecked())) await box.check();
    expect(await page.getByRole('columnheader').count()).toBe(22);
    const height = await page
      .getByRole('grid')
      .evaluate((grid) => getComputedStyle(grid.parentElement as Element).maxHeight);
    expect(height).toBe('680px');
  });

  test("a contact list's calls are a filter that can only be removed", async () => {
    const { page, filters, results } = await report({}, '?calllistName=First%20list');
    await results('5 of 5 results');
    await filters.click();
    await page.getByRole('button', { name: 'Contact List First list' }).click();
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the filter Contact List' }).click();
    await results('25 of 60 results');
  });

  test('says what to do when nothing matches and when there is nothing yet', async () => {
    const { page, filters, add, apply } = await report();
    await filters.click();
    await add('City');
    await page.getByLabel('Filter By Keyword').fill('Atlantis');
    await apply();
    await page.getByText('No call matches these filters').waitFor();
    const other = await openSignedIn(browser, console, newcomer, '/main/reports/cdr');
    await other.getByText('No calls yet').waitFor();
  });

  test('keeps the filters and offers Retry when the server does not answer', async () => {
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
    await page.getByRole('button', { name: 'Columns' }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(browser.errors).toEqual([]);
  });
});
