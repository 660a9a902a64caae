import { expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { keepPicture } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

/** With the year if it is not the current one. */
const stopTime = /^Nov 20, (2026, )?10:43 AM \(ET\)$/;
const long =
  'Thank you for the reminder. Could you please send the details to my e-mail address as well, because my phone deletes messages after a week?\nAnn';

async function clientWithTexts() {
  const client = await makeClient(db, { name: 'Harbor Regional Health, Orthopedics' });
  await addInboundTexts(db, client.clientId, [
    { message: 'Who is this?', phone: '12125550121', received: '2026-11-20T15:41:00Z' },
    { message: long, phone: '13125550122', received: '2026-11-20T15:42:00Z' },
    { message: 'Please stop.', phone: '14155550123', received: '2026-11-20T15:43:00Z', intent: 3 },
    { message: 'HELP', phone: '16175550124', received: '2026-11-20T15:44:00Z', intent: 4 },
    { message: 'Yes', phone: '13055550125', received: '2026-11-20T15:45:00Z', intent: 2 },
  ]);
  return client;
}

type Look = Parameters<typeof browser.newPage>[0];
const open = (who: Awaited<ReturnType<typeof makeClient>>, look: Look = {}) =>
  openSignedIn(browser, console, who, '/main/textmanager', look);

test('Inbound Texts has the documented columns, newest first, with times (ET) and Opt out? as a word', async () => {
  const page = await open(await clientWithTexts());
  await page.getByRole('heading', { name: 'Text Message Manager' }).waitFor();
  const table = page.getByRole('grid', { name: 'Inbound Texts' });
  await table.getByRole('gridcell', { name: 'Who is this?' }).waitFor();
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    ...[
      'Phone Number',
      'Date and Time',
      'Message',
      'Opt out?',
      'Person',
      'Campaign',
      'Done',
      'Actions',
    ],
  ]);
  const rows = table.getByRole('row');
  expect(await rows.nth(1).getByRole('gridcell').first().innerText()).toContain('(305) 555-0125');
  const stop = rows.filter({ hasText: 'Please stop.' });
  expect(await stop.getByRole('gridcell').nth(1).innerText()).toMatch(stopTime);
  const words = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => row.querySelectorAll('td')[3]?.textContent),
  );
  expect(words).toEqual(['Opted in', 'Help', 'Opted out', 'No', 'No']);
  // What Carillon deals with by itself is offered to nobody, and not marked with the others.
  const nothing = 'Nothing to do';
  const done = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => row.querySelectorAll('td')[6]?.textContent),
  );
  expect(done).toEqual([nothing, nothing, nothing, '', '']);
  await stop.getByRole('button', { name: /^Actions for/ }).click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Open/),
  ]);
  await page.keyboard.press('Escape');
  expect(await table.getByRole('switch').count()).toBe(0);
  // Truncated: the row is as high as the others, and the full text is not visible.
  const long = rows.filter({ hasText: 'Thank you for the reminder' });
  expect((await long.boundingBox())?.height).toBe((await stop.boundingBox())?.height);
  const cut = long.getByRole('gridcell').nth(2).locator('div');
  expect(await cut.evaluate((text) => text.scrollHeight > text.clientHeight)).toBe(true);
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a press on a row opens the Text Message panel with the whole text, its time and what was understood', async () => {
  const page = await open(await clientWithTexts());
  const table = page.getByRole('grid', { name: 'Inbound Texts' });
  await table.getByRole('gridcell', { name: 'Please stop.' }).click();
  const panel = page.getByRole('complementary', { name: 'Text Message' });
  await panel.getByText('This message was categorized as an opt-out.').waitFor();
  await panel.getByText(stopTime).waitFor();
  await panel.getByText('(415) 555-0123').waitFor();
  // Also on the word, which is not a control.
  const talk = table.getByRole('row').filter({ hasText: 'Thank you for the reminder' });
  await talk.getByRole('gridcell').nth(3).click();
  await expect.poll(() => panel.getByRole('listitem').first().innerText()).toContain(long);
  await panel.getByText('This message was not categorized.').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await panel.getByText('This message was categorized as a request for help.').waitFor();
  await panel.getByRole('button', { name: 'Close Text Message' }).click();
  await panel.waitFor({ state: 'detached' });
  await talk.getByRole('gridcell').first().click();
  await panel.waitFor();
  // The focus is still in the table.
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  // Its number is a link that another tab can open; a press on it is one on the row, and Back
  // closes the thread again.
  const link = talk.getByRole('link');
  expect(await link.getAttribute('href')).toMatch(/^\/main\/textmanager\?textId=\d+$/);
  await link.click();
  await panel.waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Text Message Manager' }).waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('texts are filtered by each thing that they can mean', async () => {
  const client = await clientWithTexts();
  await addInboundTexts(db, client.clientId, [
    { message: 'Wrong number', phone: '12025550126', received: '2026-11-20T15:46:00Z', intent: 5 },
  ]);
  const page = await open(client);
  const table = page.getByRole('grid', { name: 'Inbound Texts' });
  const messages = async () => {
    const cells = await table
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.slice(1).map((row) => row.querySelectorAll('td')[2]?.textContent?.split(' ')[0]),
      );
    return cells.join();
  };
  const found = { 'Opted in': 'Yes', Help: 'HELP', Other: 'Thank,Who', Unclear: 'Wrong' };
  for (const [meaning, words] of Object.entries(found)) {
    await page.getByRole('button', { name: new RegExp(`^${meaning}`) }).click();
    await expect.poll(messages).toBe(words);
  }
  await page.getByRole('button', { name: 'Other 2' }).click();
  expect(page.url()).toMatch(/filter=other$/);
  await page.reload();
  await expect.poll(messages).toBe('Thank,Who');
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a text that arrives stands on top without a reload, and the open one stays open', async () => {
  const client = await clientWithTexts();
  const page = await open(client);
  const table = page.getByRole('grid', { name: 'Inbound Texts' });
  await table.getByRole('gridcell', { name: 'Who is this?' }).click();
  await addInboundTexts(db, client.clientId, [
    { message: 'unsubscribe', phone: '12125550126', received: '2026-11-20T15:50:00Z', intent: 3 },
  ]);
  await table.getByRole('gridcell', { name: 'unsubscribe' }).waitFor();
  expect(await table.getByRole('row').nth(1).innerText()).toContain('unsubscribe');
  const panel = page.getByRole('complementary', { name: 'Text Message' });
  expect(await panel.getByRole('listitem').first().innerText()).toContain('Who is this?');
  expect(browser.errors.splice(0)).toEqual([]);
});

test('thousands of texts come in pages; page, order, filter and search are in the address', async () => {
  const client = await makeClient(db);
  const texts = Array.from({ length: 6_000 }, (_, at) => ({
    message: `Text ${at + 1}`,
    received: new Date(Date.UTC(2026, 10, 20, 12) + at * 1_000).toISOString(),
    ...(at === 9 ? { intent: 3 as const } : {}),
  }));
  await addInboundTexts(db, client.clientId, texts);
  const page = await open(client);
  const table = page.getByRole('grid', { name: 'Inbound Texts' });
  const cell = (message: string) => table.getByRole('gridcell', { name: message, exact: true });
  await cell('Unread Text 6000').or(cell('Text 6000')).waitFor();
  await page.getByText('1–100 of 6,000').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await cell('Text 5900').waitFor();
  await page.getByText('101–200 of 6,000').waitFor();
  expect(page.url()).toContain('page=2');
  // The server sorts all 6,000, and their first page is shown.
  await page.getByRole('button', { name: 'Date and Time' }).click();
  await cell('Text 1').waitFor();
  expect(page.url()).toMatch(/sort=date$/);
  await page.reload();
  await cell('Text 1').waitFor();
  await page.getByRole('button', { name: 'Message' }).click();
  await page.getByRole('button', { name: 'Message' }).click();
  await page.waitForURL(/sort=-message$/);
  await cell('Text 6000').waitFor();
  // The third press goes back to the newest first, as without an order.
  await page.getByRole('button', { name: 'Message' }).click();
  await page.waitForURL(/textmanager$/);
  await page.getByRole('button', { name: /^Opted out/ }).click();
  await cell('Text 10').waitFor();
  expect(page.url()).toMatch(/filter=optedOut$/);
  await page.reload();
  await cell('Text 10').waitFor();
  expect(await table.getByRole('row').count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Find by number or words' }).fill('nothing like it');
  await page.getByText('No texts found').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('1–100 of 6,000').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.waitForURL(/page=2/);
  await page.getByLabel('Rows').selectOption('25 rows');
  await page.getByText('1–25 of 6,000').waitFor();
  expect(page.url()).toMatch(/\?rows=25$/);
  await page.reload();
  await page.getByText('1–25 of 6,000').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a search is typed anywhere in its field, and every key counts', async () => {
  const page = await open(await clientWithTexts());
  const find = page.getByRole('searchbox', { name: 'Find by number or words' });
  await find.fill('410');
  await find.press('Home');
  await find.pressSequentially('1302555');
  expect(await find.inputValue()).toBe('1302555410');
  await page.waitForURL(/find=.*1302555410/);
});

test('unread texts are counted in the menu; opened is read, and done is kept with who did it', async () => {
  const client = await clientWithTexts();
  const page = await open(client);
  const entry = page.getByRole('link', { name: /^Text Message Manager/ });
  await expect.poll(() => entry.textContent()).toContain('5 unread texts');
  const row = page.getByRole('row').filter({ hasText: 'Who is this?' });
  await row.click();
  await expect.poll(() => entry.textContent()).toContain('4 unread texts');
  const panel = page.getByRole('complementary', { name: 'Text Message' });
  await panel.getByRole('button', { name: 'Mark as done' }).click();
  await panel.getByText(`Done by ${client.manager.name}`).waitFor();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Mark as not done' }).click();
  await panel.getByRole('button', { name: 'Mark as done' }).waitFor();
  await page.getByRole('button', { name: 'Mark all as done' }).click();
  const question = page.getByRole('dialog', { name: 'Mark all as done' });
  await question.getByText('2 of the 5 texts in this view will be marked as done.').waitFor();
  await question.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByText('2 texts marked as done.').waitFor();
  await page.getByRole('button', { name: 'Not done 0' }).waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('without texts it says where they come from; a failed read says so and keeps what is shown', async () => {
  const page = await open(await makeClient(db));
  await page.getByText('No inbound texts yet').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const other = await open(await clientWithTexts());
  await other.getByRole('gridcell', { name: 'Who is this?' }).waitFor();
  await other.route('**/api/inboundmessagetext**', (route) => route.abort());
  await other.getByRole('alert').getByText('The list could not be refreshed.').waitFor();
  await other.getByRole('gridcell', { name: 'Who is this?' }).waitFor();
  await other.unroute('**/api/inboundmessagetext**');
  await other.getByRole('button', { name: 'Retry' }).click();
  await other.getByRole('alert').waitFor({ state: 'detached' });
  expect(browser.errors.splice(0)).toEqual([]);
});

test.each([
  { name: '1280-light', width: 1_280, height: 800, dark: false },
  { name: '1280-dark', width: 1_280, height: 800, dark: true },
  { name: '390-light', width: 390, height: 844, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
])(
  'axe finds nothing in the Text Message Manager, its list and its panel ($name)',
  async (look) => {
    const page = await open(await clientWithTexts(), look);
    const keep = (what: string) => keepPicture(page, `textmanager-${what}-${look.name}`);
    const row = page.getByRole('row').filter({ hasText: 'Thank you for the reminder' });
    await row.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keep('list');
    await row.click();
    await page.getByRole('complementary', { name: 'Text Message' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keep('panel');
    expect(browser.errors.splice(0)).toEqual([]);
  },
);
