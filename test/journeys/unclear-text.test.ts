import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { keepPicture } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

async function clientWithUnclear() {
  const client = await makeClient(db, { name: 'Harbor Regional Health, Orthopedics' });
  await addInboundTexts(db, client.clientId, [
    { message: 'Thank you', phone: '12125550120', received: '2026-11-20T15:40:00Z' },
    { message: 'Wrong number', phone: '12125550121', received: '2026-11-20T15:41:00Z', intent: 5 },
    {
      message:
        'You have the wrong person. My mother had this number before and I do not know where she lives now, so I cannot pay for her.',
      ...{ phone: '13125550122', received: '2026-11-20T15:42:00Z', intent: 5 },
    },
    {
      message: 'not interested',
      phone: '14155550123',
      received: '2026-11-20T15:43:00Z',
      intent: 5,
    },
    { message: 'STOP', phone: '16175550124', received: '2026-11-20T15:44:00Z', intent: 3 },
  ]);
  return client;
}

type Look = Parameters<typeof browser.newPage>[0];
const open = (who: TestClient, look: Look = {}) =>
  openSignedIn(browser, console, who, '/main/textmanager', look);

const deskOf = (page: Page) => page.getByRole('grid', { name: 'Unclear Texts' });
const rowOf = (page: Page, text: string) => deskOf(page).getByRole('row').filter({ hasText: text });

const decisions = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; decision: string | null; blocked: string | null }>(
      `SELECT r.phone, r.decision, d.source AS blocked FROM contact_rest r
       LEFT JOIN do_not_call d ON d.client_id = $1 AND d.phone = r.phone
       WHERE r.client_id = $1 ORDER BY r.phone`,
      [clientId],
    ),
  );

test('a manager decides on unclear texts with one key each, and the focus goes on to the next', async () => {
  const client = await clientWithUnclear();
  const page = await open(client);
  await page.getByRole('heading', { name: 'Unclear Texts 3' }).waitFor();
  // Those who wait longest come first.
  expect(await deskOf(page).getByRole('row').first().innerText()).toContain('Wrong number');
  await rowOf(page, 'Wrong number').focus();
  await page.keyboard.press('o');
  await page.getByText('(212) 555-0121 was opted out.').waitFor();
  await page.getByRole('heading', { name: 'Unclear Texts 2' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('You have the wrong person');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('K');
  await page
    .getByText('(415) 555-0123 was not opted out. Calls and texts resume within a minute.')
    .waitFor();
  await page.getByRole('heading', { name: 'Unclear Texts 1' }).waitFor();
  await rowOf(page, 'wrong person').getByRole('button', { name: 'Keep K (312) 555-0122' }).click();
  await deskOf(page).waitFor({ state: 'detached' });
  expect(await decisions(client.clientId)).toEqual([
    { phone: '12125550121', decision: 'optOut', blocked: 'text' },
    { phone: '13125550122', decision: 'keep', blocked: null },
    { phone: '14155550123', decision: 'keep', blocked: null },
  ]);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a key that is held, or pressed twice at once, decides on one text', async () => {
  const client = await clientWithUnclear();
  const page = await open(client);
  await rowOf(page, 'Wrong number').focus();
  await page.keyboard.down('k');
  await page.getByText('(212) 555-0121 was kept').waitFor();
  await page.getByRole('heading', { name: 'Unclear Texts 2' }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('You have the wrong person');
  // Held down, a key comes again and again.
  for (let again = 0; again < 10; again += 1) {
    await page.keyboard.down('k');
    await page.waitForTimeout(40);
  }
  await page.keyboard.up('k');
  await page.waitForTimeout(300);
  expect((await decisions(client.clientId)).map(({ decision }) => decision)).toEqual([
    ...['keep', null, null],
  ]);
  // Twice at once.
  await page.keyboard.press('o');
  await page.keyboard.press('o');
  await page.getByText('(312) 555-0122 was opted out.').waitFor();
  await page.getByRole('heading', { name: 'Unclear Texts 1' }).waitFor();
  await page.waitForTimeout(500);
  expect((await decisions(client.clientId)).map(({ decision }) => decision)).toEqual([
    ...['keep', 'optOut', null],
  ]);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('keys with Ctrl or outside of the list decide nothing; Enter opens the whole text', async () => {
  const client = await clientWithUnclear();
  const page = await open(client);
  await rowOf(page, 'Wrong number').focus();
  await page.keyboard.press('Control+o');
  await page.getByRole('grid', { name: 'Inbound Texts' }).getByRole('row').nth(1).focus();
  await page.keyboard.press('o');
  await rowOf(page, 'Wrong number').focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Text Message' });
  await panel.getByText('This message is unclear: it may be an opt-out.').waitFor();
  expect((await decisions(client.clientId)).every(({ decision }) => decision === null)).toBe(true);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a manager who decides second sees who was first, and the present list', async () => {
  const client = await clientWithUnclear();
  const grace = await makeManager(db, client.clientId);
  const [ann, second] = [await open(client), await open({ ...client, manager: grace })];
  // The second manager does not see the first decision before making another.
  await rowOf(second, 'not interested').waitFor();
  await second.route('**/api/inboundmessagetext/undecided**', (route) => route.abort());
  await rowOf(ann, 'not interested')
    .getByRole('button', { name: /^Opt out/ })
    .click();
  await rowOf(ann, 'not interested').waitFor({ state: 'detached' });
  await rowOf(second, 'not interested').focus();
  await second.keyboard.press('k');
  const sentence = second.getByText(`${client.manager.name} already decided on this text:`);
  await sentence.waitFor();
  expect(await sentence.innerText()).toMatch(/: opt out \(.* ET\)\.$/);
  await second.unroute('**/api/inboundmessagetext/undecided**');
  await rowOf(second, 'not interested').waitFor({ state: 'detached' });
  expect((await decisions(client.clientId)).at(-1)).toEqual({
    ...{ phone: '14155550123', decision: 'optOut', blocked: 'text' },
  });
  browser.errors.splice(0);
});

test('without unclear texts there is no list of them, and one that comes is shown without a reload', async () => {
  const client = await makeClient(db);
  await addInboundTexts(db, client.clientId, [{ message: 'Thank you' }]);
  const page = await open(client);
  await page.getByRole('gridcell', { name: 'Thank you' }).waitFor();
  expect(await deskOf(page).count()).toBe(0);
  await addInboundTexts(db, client.clientId, [{ message: 'Wrong number', intent: 5 }]);
  await rowOf(page, 'Wrong number').waitFor();
  const table = page.getByRole('grid', { name: 'Inbound Texts' });
  await table.getByRole('gridcell', { name: 'Unclear Wrong number' }).waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test.each([
  { name: '1280-light', width: 1_280, height: 800, dark: false },
  { name: '1280-dark', width: 1_280, height: 800, dark: true },
  { name: '390-light', width: 390, height: 844, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
])('axe finds nothing in the list of unclear texts ($name)', async (look) => {
  const page = await open(await clientWithUnclear(), look);
  await rowOf(page, 'Wrong number').focus();
  expect(await axeFindings(page)).toEqual([]);
  // Nothing overflows the page sideways.
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await keepPicture(page, `textmanager-unclear-${look.name}`);
  expect(browser.errors.splice(0)).toEqual([]);
});
