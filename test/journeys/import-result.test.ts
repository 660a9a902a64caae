/** The counts of an upload are kept with its list: nothing that a stray press does loses them. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { quietMs } from '../../src/web/ui/press-guard.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { chooseAction, rowOf } from './screen.ts';
import { choose, finished, goOn, nameList, running } from './upload-wizard.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
await makeCampaign(db, client.clientId, { name: 'Reminders' });

const result = (page: Page) => page.getByRole('dialog', { name: 'Import result' });
const wordsOf = async (page: Page) => (await result(page).innerText()).replace(/\s+/g, ' ');

/** The wizard at its last step, with a file of these lines. */
async function filledIn(name: string, lines: string[]): Promise<Page> {
  const page = await openSignedIn(browser, api, client, '/main/calllist');
  await page.getByRole('link', { name: 'Add New' }).first().click();
  const buffer = Buffer.from(['First,Phone', ...lines].join('\n'));
  await choose(page, { name: `${name}.csv`, mimeType: 'text/csv', buffer });
  for (const step of ['Map', 'Preview', 'Upload'] as const) await goOn(page, step);
  await nameList(page, name);
  return page;
}

const button = (page: Page) => page.getByRole('button', { name: 'Upload and Finish' });

test('neither a second click, nor Escape, nor a press beside it leaves the progress of an upload', async () => {
  const page = await filledIn('Strayed', ['Ann,302 555 0148', 'Bo,12', 'Cy,302 555 0148']);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/calllist/upload?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page).dblclick({ delay: 40 });
  await running(page).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.mouse.click(20, 400);
  // Where the buttons of the dialog are, at the moment at which it appears.
  const leave = page.getByRole('button', { name: 'Run in Background' });
  await leave.waitFor();
  expect(new URL(page.url()).pathname).toBe('/main/upload');
  expect(await axeFindings(page)).toEqual([]);
  held.resolve();
  await finished(page).getByText('1 of 3').first().waitFor();
  await finished(page)
    .getByText(reasonSentence({ code: 'number_duplicate' }))
    .waitFor();
});

test('two clicks on Upload and Finish, 140 ms apart, make one list and end in its counts', async () => {
  const page = await filledIn('Twice', ['Ann,302 555 0148', 'Bo,12']);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/calllist/upload?')) sent.push(request.url());
  });
  const box = await button(page).boundingBox();
  if (!box) throw new Error('The button is not on the screen.');
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await press();
  await sleep(140);
  await press();
  await finished(page).getByText('1 of 2').first().waitFor();
  expect([sent.length, new URL(page.url()).pathname]).toEqual([1, '/main/upload']);
});

test('an upload that is left by Back, or whose result is left by a press beside it or a reload, keeps its counts', async () => {
  const long = 'Cy'.repeat(150);
  const lines = ['Ann,302 555 0148', 'Bo,12', `${long},302 555 0149`, 'Ed,302 555 0148'];
  const counts = async (page: Page, name: string) => {
    await chooseAction(page, name, 'Import result');
    await result(page).getByText('Accounts imported').waitFor();
    const words = await wordsOf(page);
    expect(words).toContain('Accounts imported 2 of 4');
    expect(words).toContain("1 Phone numbers didn't match the correct format");
    expect(words).toContain('1 Account Fields were truncated');
    expect(words).toContain('1 Phone numbers had other restrictions');
    await result(page).getByRole('button', { name: 'Download Rejected Rows' }).waitFor();
  };
  const page = await filledIn('Left by Back', lines);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/calllist/upload?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page).click();
  await running(page).waitFor();
  // Out of the wizard, step by step.
  await page.evaluate(() => history.go(-3));
  await page.goBack();
  await page.waitForURL('**/main/calllist');
  held.resolve();
  await counts(page, 'Left by Back');

  const again = await filledIn('Left by a press', lines);
  await button(again).click();
  await finished(again).waitFor();
  await sleep(quietMs);
  await again.mouse.click(20, 400);
  await again.waitForURL('**/main/calllist');
  await counts(again, 'Left by a press');

  const third = await filledIn('Left by a reload', lines);
  await button(third).click();
  await finished(third).waitFor();
  await third.reload();
  await third.goto(`${api.url}/main/calllist`);
  await counts(third, 'Left by a reload');
  expect(browser.errors.splice(0)).toEqual([]);
});

test('the buttons of the progress do nothing in the moment at which they appear under the pointer', async () => {
  const page = await filledIn('Doubled', ['Ann,302 555 0148']);
  await page.route('**/api/calllist/upload?**', () => undefined);
  await button(page).click();
  const off = await page
    .getByRole('button', { name: 'Run in Background' })
    .evaluate((element) => element.matches(':disabled'));
  expect(off).toBe(true);
  await page.getByRole('button', { name: 'Run in Background' }).click();
  await page.waitForURL('**/main/calllist');
});

test('the import result is shown again from the row of the list, with its reasons and its rejected rows', async () => {
  const page = await filledIn('November', [
    ...['Ann,302 555 0148', 'Bo,12', 'Cy,302 555 0148', 'Di,', 'Ed,900 555 0148', 'Flo,13'],
  ]);
  await button(page).click();
  await finished(page).getByRole('button', { name: 'Ok' }).click();
  await rowOf(page, 'November').waitFor();
  await chooseAction(page, 'November', 'Import result');
  await result(page).getByText('Accounts imported').waitFor();
  const words = await wordsOf(page);
  expect(words).toContain(`November.csv, 7 lines, uploaded by ${client.manager.name} on `);
  expect(words).toContain('Accounts imported 1 of 6');
  expect(words).toContain('Phone numbers imported 1 of 5');
  expect(words).toContain("3 Phone numbers didn't match the correct format");
  expect(words).toContain('1 Phone numbers had other restrictions');
  for (const [code, count] of [
    ['number_malformed', 2],
    ['account_without_number', 1],
    ['number_premium', 1],
    ['number_duplicate', 1],
  ] as const) {
    expect(words).toContain(`${reasonSentence({ code })} ${count}`);
  }
  expect(await axeFindings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await result(page).getByRole('button', { name: 'Download Rejected Rows' }).click();
  expect(
    readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(6);
  // The address is that of the result: a reload and a link lead to it.
  await page.reload();
  await result(page).getByText('Accounts imported').waitFor();
  await result(page).getByRole('button', { name: 'Ok' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');

  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `UPDATE call_list SET contacts_deleted_at = '2026-11-20' WHERE client_id = $1 AND name = 'November'`,
      [client.clientId],
    ),
  );
  await page.reload();
  await chooseAction(page, 'November', 'Import result');
  await result(page)
    .getByText('The rejected rows were deleted when the retention period')
    .waitFor();
  expect(await wordsOf(page)).toContain('Phone numbers imported 1 of 5');
  expect(await result(page).getByRole('button', { name: 'Download' }).count()).toBe(0);
});

test('an upload that was left ends in a notice of its result, and says plainly when nothing was imported', async () => {
  const manager = await api.signIn(client);
  await manager.post(`/api/donotcall/${client.clientId}/edit`, {
    ...{ clientId: client.clientId, id: -1, doNotCallTypeId: 1 },
    phoneRestriction: '3025550199',
  });
  const page = await filledIn('All blocked', ['Ann,302 555 0199']);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/calllist/upload?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button(page).click();
  await page.getByRole('button', { name: 'Run in Background' }).click();
  await page.waitForURL('**/main/calllist');
  held.resolve();
  await page
    .getByText(
      'All blocked: The only phone number was not imported. This list has nothing to call.',
    )
    .waitFor();
  await page.getByRole('link', { name: 'Import result' }).click();
  await result(page).getByText('The only phone number was not imported.').waitFor();
  await result(page)
    .getByText(reasonSentence({ code: 'number_do_not_call' }))
    .waitFor();
  await result(page).getByRole('button', { name: 'Ok' }).click();
  await rowOf(page, 'All blocked').getByText('No numbers to call').waitFor();
  expect(browser.errors).toEqual([]);
});
