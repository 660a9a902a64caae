import { describe, expect, test } from 'vitest';
import { callRecordWorld } from './call-record-world.ts';

const { report, reportOfNewcomer } = await callRecordWorld();

describe('the call detail report', () => {
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
    // A filter that is given up has no chip for the focus to go to.
    await add('Cost');
    await page.getByLabel('From').press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
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
    // Whole seconds only: digits after the point are ignored.
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
    const other = await reportOfNewcomer();
    await other.getByRole('button', { name: /^Filters/ }).click();
    await other.getByLabel('Add Filter').selectOption('Campaigns');
    await other.getByText('No campaign found.').waitFor();
    const apply = other.getByRole('button', { name: 'Apply' });
    expect(await apply.getAttribute('aria-disabled')).toBe('true');
  });

  test("a contact list's calls are a filter that can only be removed", async () => {
    const { page, results } = await report({}, '?calllistName=First%20list');
    await results('5 of 5 results');
    await page.getByRole('button', { name: 'Contact List First list' }).click();
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the filter Contact List' }).click();
    await results('25 of 60 results');
  });
});
