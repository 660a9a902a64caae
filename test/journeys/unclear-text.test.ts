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

const rowOf = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Inbound Texts' }).getByRole('row').filter({ hasText: text });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Text Message' });
/** The opened text is this one, and long enough on the screen that a key may decide on it. */
async function reads(page: Page, text: string): Promise<void> {
  await panelOf(page).getByText('Is this an opt-out?').waitFor();
  await panelOf(page).getByRole('listitem').getByText(text).waitFor();
  await page.waitForTimeout(350);
}

const decisions = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; decision: string | null; blocked: string | null }>(
      `SELECT r.phone, r.decision, d.source AS blocked FROM contact_rest r
       LEFT JOIN do_not_call d ON d.client_id = $1 AND d.phone = r.phone
       WHERE r.client_id = $1 ORDER BY r.phone`,
      [clientId],
    ),
  );

test('a manager decides on unclear texts with one key each, and the next one opens', async () => {
  const client = await clientWithUnclear();
  const page = await open(client);
  await rowOf(page, 'Wrong number').click();
  await reads(page, 'Wrong number');
  await panelOf(page).getByText('1 of 3 unclear.').waitFor();
  await page.keyboard.press('o');
  await page.getByText('(212) 555-0121 is opted out.').waitFor();
  await reads(page, 'You have the wrong person');
  // Later: it stays unclear, and the next one opens.
  await page.keyboard.press('l');
  await reads(page, 'not interested');
  await page.keyboard.press('N');
  await page
    .getByText('(415) 555-0123 was not opted out. Calls and texts resume within a minute.')
    .waitFor();
  await reads(page, 'You have the wrong person');
  await panelOf(page).getByText('1 of 1 unclear.').waitFor();
  await panelOf(page).getByRole('button', { name: 'Not an opt-out N' }).click();
  await expect
    .poll(() => decisions(client.clientId), { timeout: 10_000 })
    .toEqual([
      { phone: '12125550121', decision: 'optOut', blocked: 'text' },
      { phone: '13125550122', decision: 'keep', blocked: null },
      { phone: '14155550123', decision: 'keep', blocked: null },
    ]);
  await page.getByRole('button', { name: 'Unclear 0' }).waitFor();
  await panelOf(page).getByText(`Marked as not an opt-out by ${client.manager.name}`).waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a decision can be undone for five seconds, and is not lost when the page is left', async () => {
  const client = await clientWithUnclear();
  const page = await open(client);
  await rowOf(page, 'Wrong number').click();
  await reads(page, 'Wrong number');
  await page.keyboard.press('o');
  await rowOf(page, 'Wrong number').getByText('Opted out').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await reads(page, 'Wrong number');
  await rowOf(page, 'Wrong number').getByText('Unclear').waitFor();
  await rowOf(page, 'not interested').click();
  await reads(page, 'not interested');
  await page.keyboard.press('o');
  await page.getByText('(415) 555-0123 is opted out.').waitFor();
  await page.goto('about:blank');
  await expect
    .poll(async () => (await decisions(client.clientId)).map(({ decision }) => decision))
    .toEqual([null, null, 'optOut']);
  browser.errors.splice(0);
});

test('a key that is held, or pressed twice at once, decides on one text; none while typing', async () => {
  const client = await clientWithUnclear();
  const page = await open(client);
  await rowOf(page, 'Wrong number').click();
  await reads(page, 'Wrong number');
  await page.keyboard.press('Control+o');
  await page.getByRole('searchbox', { name: 'Find by number or words' }).focus();
  await page.keyboard.press('o');
  await page.getByRole('searchbox', { name: 'Find by number or words' }).fill('');
  await rowOf(page, 'Wrong number').click();
  await panelOf(page).getByText('1 of 3 unclear.').waitFor();
  await page.keyboard.down('n');
  for (let again = 0; again < 10; again += 1) {
    await page.keyboard.down('n');
    await page.waitForTimeout(40);
  }
  await page.keyboard.up('n');
  await reads(page, 'You have the wrong person');
  await page.keyboard.press('o');
  await page.keyboard.press('o');
  await reads(page, 'not interested');
  await expect
    .poll(() => decisions(client.clientId), { timeout: 10_000 })
    .toEqual([
      { phone: '12125550121', decision: 'keep', blocked: null },
      { phone: '13125550122', decision: 'optOut', blocked: 'text' },
      { phone: '14155550123', decision: null, blocked: null },
    ]);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a manager who decides second sees who was first, and the present list', async () => {
  const client = await clientWithUnclear();
  const grace = await makeManager(db, client.clientId);
  const [ann, second] = [await open(client), await open({ ...client, manager: grace })];
  for (const page of [ann, second]) {
    await rowOf(page, 'not interested').click();
    await reads(page, 'not interested');
  }
  await ann.keyboard.press('o');
  await second.keyboard.press('n');
  const sentence = second.getByText(`${client.manager.name} already decided on this text:`);
  await sentence.waitFor();
  expect(await sentence.innerText()).toMatch(/: opt out \(.* ET\)\.$/);
  await rowOf(second, 'not interested').getByText('Opted out').waitFor();
  expect((await decisions(client.clientId)).at(-1)).toEqual({
    ...{ phone: '14155550123', decision: 'optOut', blocked: 'text' },
  });
  browser.errors.splice(0);
});

test.each([
  { name: '1280-light', width: 1_280, height: 800, dark: false },
  { name: '1280-dark', width: 1_280, height: 800, dark: true },
  { name: '390-light', width: 390, height: 844, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
])('axe finds nothing in the question about an unclear text ($name)', async (look) => {
  const page = await open(await clientWithUnclear(), look);
  await rowOf(page, 'Wrong number').click();
  await reads(page, 'Wrong number');
  expect(await axeFindings(page)).toEqual([]);
  // Nothing overflows the page sideways.
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await keepPicture(page, `textmanager-unclear-${look.name}`);
  expect(browser.errors.splice(0)).toEqual([]);
});
