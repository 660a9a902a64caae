import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign, makeTextMessage } from '../harness/text-data.ts';
import { chooseAction, rowOf, scrollsSideways } from './screen.ts';
import { insertField, message, namesIn, panel, save } from './text-message-screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);

const path = '/main/messages/textmessages';
const open = (look: Parameters<typeof browser.newPage>[0] = {}, as = client) =>
  openSignedIn(browser, api, as, path, look);

test('a manager writes a text message with account fields, sees its count and finds it in the table', async () => {
  const page = await open();
  await page.getByText('No text messages yet').waitFor();
  await panel(page).getByText('Edit a message in the list').waitFor();
  await page.getByRole('button', { name: 'Add New' }).click();

  await save(page).hover();
  await page.getByRole('tooltip').filter({ hasText: 'Name is Required' }).waitFor();
  await page.getByLabel(/^Message Name/).fill('Balance reminder');
  await message(page).fill('Hello , your balance is due.');
  await panel(page).getByText('28/500').waitFor();
  await panel(page).getByText('1 segment', { exact: true }).waitFor();
  await message(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
  await insertField(page, 'First Name');
  expect(await message(page).inputValue()).toBe('Hello [first_name], your balance is due.');
  await expect
    .poll(() =>
      message(page).evaluate((area: HTMLTextAreaElement) => [
        document.activeElement === area,
        area.selectionStart,
      ]),
    )
    .toEqual([true, 18]);
  await panel(page)
    .getByText('The count is approximate because the message contains an account field.')
    .waitFor();
  await panel(page).getByText('About 1 segment').waitFor();

  const sent = page.waitForRequest((request) => request.url().includes('/api/messagetext/0/edit'));
  await save(page).click();
  expect((await sent).postDataJSON()).toEqual({
    id: 0,
    clientId: client.clientId,
    name: 'Balance reminder',
    message: 'Hello [first_name], your balance is due.',
    campaigns: '',
    created: expect.any(String),
    updated: expect.any(String),
  });
  const cells = rowOf(page, 'Balance reminder').getByRole('gridcell');
  await cells.first().waitFor();
  expect((await cells.allTextContents()).slice(0, 3)).toEqual([
    'Balance reminder',
    expect.stringMatching(/^\w{3} \d+, (\d{4}, )?\d+:\d\d [AP]M$/),
    '--',
  ]);
  await panel(page).getByText('Edit a message in the list').waitFor();
});

test('tokens that are not account fields are named, and nothing is saved with them', async () => {
  await makeTextMessage(db, client.clientId, 'With tokens');
  const page = await open();
  await chooseAction(page, 'With tokens', 'Edit');
  await message(page).fill('Dear [name], [First_Name] and [last_name]');
  const list = panel(page).getByRole('status');
  await list.getByText('Invalid account fields').waitFor();
  expect(await list.getByRole('listitem').allTextContents()).toEqual(['[name]', '[First_Name]']);
  await save(page).hover();
  await page
    .getByRole('tooltip')
    .filter({ hasText: 'Invalid account fields: [name], [First_Name]' })
    .waitFor();
  expect(await save(page).getAttribute('aria-disabled')).toBe('true');
  await message(page).fill('Dear [first_name]');
  await list.getByText('Invalid account fields').waitFor({ state: 'detached' });
  expect(await save(page).getAttribute('aria-disabled')).toBeNull();
});

test('no field can be put into a message without room for the longest, and 500 characters are the most', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add New' }).click();
  const insert = page.getByRole('button', { name: 'Insert account field' });
  await message(page).fill('x'.repeat(487));
  expect(await insert.getAttribute('aria-disabled')).toBeNull();
  await message(page).press('End');
  await page.keyboard.type('y');
  await expect.poll(() => insert.getAttribute('aria-disabled')).toBe('true');
  await insert.hover();
  await page.getByRole('tooltip').filter({ hasText: 'no room for another' }).waitFor();
  await message(page).focus();
  await page.keyboard.type('z'.repeat(20));
  await panel(page).getByText('500/500').waitFor();
  await panel(page).getByText('4 segments').waitFor();
});

test('a press on a button below a field that is left empty is not lost to its error line', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect
    .poll(() =>
      page.getByLabel(/^Message Name/).evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Insert account field' }).click();
  await page.getByRole('menuitem', { name: 'Last Name' }).click();
  expect(await message(page).inputValue()).toBe('[last_name]');
  await panel(page).getByText('Name is Required').first().waitFor();
  await message(page).fill('');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await message(page).waitFor({ state: 'detached' });
});

test('what turns a text into UCS-2 is named beside its segments', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add New' }).click();
  await message(page).fill(`Don’t wait \u{1F514} ${'x'.repeat(60)}`);
  await panel(page).getByText('2 segments').waitFor();
  await panel(page)
    .getByText('Sent as UCS-2 because of ’ (U+2019), \u{1F514} (U+1F514).')
    .waitFor();
});

test('what was typed stays when a text message cannot be saved, and leaving asks first', async () => {
  await makeTextMessage(db, client.clientId, 'Kept');
  const page = await open();
  await rowOf(page, 'Kept').dblclick();
  const name = page.getByLabel(/^Message Name/);
  await name.fill('Renamed');
  await page.route('**/api/messagetext/*/edit', (call) => call.abort());
  await save(page).click();
  await panel(page).getByText('The server did not respond.').waitFor();
  expect(await name.inputValue()).toBe('Renamed');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Renamed');
  await name.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await name.waitFor({ state: 'detached' });
  await rowOf(page, 'Kept').waitFor();
});

test('the panel opens with what is stored now, and says when the message is gone', async () => {
  const id = await makeTextMessage(db, client.clientId, 'Meanwhile');
  const page = await open();
  await rowOf(page, 'Meanwhile').waitFor();
  const set = (what: string) =>
    asClient(db, client.clientId, (tx) =>
      tx.run(`UPDATE text_message SET ${what} WHERE text_message_id = $1`, [id]),
    );
  await set("message = 'By another manager'");
  await chooseAction(page, 'Meanwhile', 'Edit');
  await expect.poll(() => message(page).inputValue()).toBe('By another manager');
  await message(page).fill('Typed');
  await set('deleted_at = now()');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await save(page).click();
  await panel(page).getByText('There is no such text message.').waitFor();
  expect(await message(page).inputValue()).toBe('Typed');
  await set('deleted_at = NULL');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await set('deleted_at = now()');
  await chooseAction(page, 'Meanwhile', 'Edit');
  await panel(page).getByText('This text message was deleted or never existed').waitFor();
  await rowOf(page, 'Meanwhile').waitFor({ state: 'detached' });
});

test('a text message in use by a campaign cannot be deleted; another one can', async () => {
  const used = await makeTextMessage(db, client.clientId, 'In use');
  await makeTextMessage(db, client.clientId, 'Spare');
  await makeTextCampaign(db, client.clientId, { name: 'Q4 texts', textMessageId: used });
  const page = await open();
  await rowOf(page, 'In use').getByText('Q4 texts').waitFor();
  await chooseAction(page, 'In use', 'Delete');
  const refusal = page.getByRole('dialog', { name: 'Error deleting' });
  await refusal.getByText('A message belonging to a campaign cannot be deleted.').waitFor();
  await refusal.getByRole('button', { name: 'Ok' }).click();

  await chooseAction(page, 'Spare', 'Edit');
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await chooseAction(page, 'Spare', 'Delete');
  const question = page.getByRole('dialog', { name: 'Are you sure?' });
  await question.getByText('You wish to permanently delete this message?').waitFor();
  await question.getByRole('button', { name: 'Yes, Delete' }).click();
  await rowOf(page, 'Spare').waitFor({ state: 'detached' });
});

test('name, date and campaigns of the text messages can be sorted', async () => {
  const mine = await makeClient(db);
  for (const name of ['Bravo', 'alpha', 'Charlie']) await makeTextMessage(db, mine.clientId, name);
  const page = await open({}, mine);
  await rowOf(page, 'alpha').waitFor();
  for (const header of ['Name', 'Updated', 'Campaigns']) {
    const column = page.getByRole('columnheader', { name: header });
    await column.getByRole('button').click();
    expect(await column.getAttribute('aria-sort')).toBe('ascending');
    await column.getByRole('button').click();
    expect(await column.getAttribute('aria-sort')).toBe('descending');
    if (header === 'Name') expect(await namesIn(page)).toEqual(['Charlie', 'Bravo', 'alpha']);
    await column.getByRole('button').click();
    expect(await column.getAttribute('aria-sort')).not.toBe('descending');
  }
});

test('axe finds nothing in the text messages and their panel, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await open({ dark });
    await rowOf(page, 'With tokens').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await chooseAction(page, 'With tokens', 'Edit');
    await message(page).fill('Dear [name], don’t wait');
    await panel(page).getByRole('status').getByText('Invalid account fields').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('on a phone the panel replaces the table, and nothing scrolls sideways', async () => {
  const page = await open({ width: 360, height: 740 });
  await chooseAction(page, 'With tokens', 'Edit');
  await message(page).fill(`Dear ${'[a_very_long_field_name]'.repeat(3)} ${'x'.repeat(80)}`);
  expect(await scrollsSideways(page)).toBe(false);
  expect(browser.errors).toEqual([]);
});
