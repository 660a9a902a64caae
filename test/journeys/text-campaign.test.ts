import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings } from '../harness/console.ts';
import { addContacts, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { rowOf, scrollsSideways } from './screen.ts';
import { textCampaignWorld } from './text-campaign-world.ts';

const { db, clientId, sendersNumberId, messageTextId, open, made } = await textCampaignWorld();
const form = (page: Page) => page.getByRole('form', { name: 'Text campaign' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a manager makes a text campaign, which is saved with the body of the documents', async () => {
  const page = await open();
  await page.getByText('No text campaigns yet').waitFor();
  await page.getByRole('button', { name: 'New Campaign' }).click();
  for (const area of ['Campaign Details', 'Auto Start & Stop', 'Message Selection & Preview']) {
    await page.getByRole('heading', { name: area }).waitFor();
  }
  await save(page).hover();
  await page.getByRole('tooltip').filter({ hasText: 'Name is Required' }).waitFor();
  await page.getByLabel(/^Name/).fill('November texts');
  await page.getByLabel(/^Texts per minute/).fill('-1');
  await page.getByLabel(/^Texts per minute/).blur();
  await form(page)
    .getByText(/0 or more/)
    .waitFor();
  await page.getByLabel(/^Texts per minute/).fill('30');
  await save(page).hover();
  await page.getByRole('tooltip').filter({ hasText: 'A sender number is required' }).waitFor();
  await page.getByLabel(/^Sender number/).selectOption('(302) 555-1000');
  await save(page).hover();
  await page.getByRole('tooltip').filter({ hasText: 'A text message is required' }).waitFor();
  await page.getByLabel(/^Text message/).selectOption('Balance reminder');

  const sent = page.waitForRequest((request) => request.url().includes('/campaigntext/0/edit'));
  await save(page).click();
  const body = (await sent).postDataJSON();
  expect(body).toEqual({
    campaignId: 0,
    clientId,
    name: 'November texts',
    textPerMinute: 30,
    messageTextId,
    sendersNumberId,
    originalSendersNumberId: 0,
    startAutomatically: false,
    stopAutomatically: false,
    startTime: expect.any(String),
    stopTime: body.startTime,
    startWeekdays: '00000',
    stopWeekdays: '00000',
  });
  const browserNow = await page.evaluate(() => Date.now());
  expect(Math.abs(Date.parse(body.startTime) - browserNow)).toBeLessThan(60_000);
  const cells = rowOf(page, 'November texts').getByRole('gridcell');
  await cells.first().waitFor();
  await cells.first().getByText('No list.').waitFor();
  expect((await cells.allTextContents()).slice(0, 2)).toEqual([
    'November textsNo list.',
    'Stopped',
  ]);
});

test('the notice that offers the upload goes with the way there', async () => {
  const notice = () => page.getByText('On the way was saved.').count();
  const page = await open();
  await page.getByRole('button', { name: 'New Campaign' }).first().click();
  await page.getByLabel(/^Name/).fill('On the way');
  await page.getByLabel(/^Texts per minute/).fill('30');
  await page.getByLabel(/^Sender number/).selectOption('(302) 555-1000');
  await page.getByLabel(/^Text message/).selectOption('Balance reminder');
  await save(page).click();
  const link = page.getByRole('link', { name: 'Upload a contact list' });
  await link.waitFor();
  await page.getByRole('link', { name: 'Contact Lists' }).click();
  await page.getByRole('heading', { name: 'Contact List' }).waitFor();
  expect(await notice()).toBe(1);
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await page.getByRole('heading', { name: 'Upload Contact List' }).waitFor();
  await expect.poll(notice, { timeout: 4_000 }).toBe(0);
});

test('the area of auto start and stop is a picture without controls', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const area = form(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Auto Start & Stop' }) });
  await area.locator('svg').waitFor();
  expect(await area.locator('input, select, button, textarea, a').count()).toBe(0);
});

test('the preview shows the chosen text with the field names, then with a real account', async () => {
  const mine = await makeClient(db);
  await makeTextMessage(db, mine.clientId, 'Greeting', 'Hello [first_name] [last_name]!');
  const page = await open({}, mine);
  await page.getByRole('button', { name: 'New Campaign' }).click();
  await form(page).getByText('Choose a text message to see what is sent.').waitFor();
  await page.getByLabel(/^Text message/).selectOption('Greeting');
  const preview = page.getByRole('figure', { name: 'Preview' });
  await preview.getByText('There are no accounts yet to take values from.').waitFor();
  expect(await preview.textContent()).toContain('Hello [first_name] [last_name]!');

  const campaignId = await makeCampaign(db, mine.clientId, { name: 'Calls' });
  const list = { campaignId, name: 'Week 48', phones: 1 };
  await addContacts(db, mine.clientId, await makeCallList(db, mine.clientId, list), [
    { last_name: 'Okonkwo-Bell' },
  ]);
  await page.reload();
  await page.getByLabel(/^Text message/).selectOption('Greeting');
  await preview.getByText('Hello Okonkwo-Bell!').waitFor();
  await preview.getByText('With the values of an account in Week 48.').waitFor();
  await form(page).getByText('About 1 segment').waitFor();
});

test('an edit keeps its own name, and a name of another text campaign is refused', async () => {
  await made('First texts');
  await made('Second texts');
  const page = await open();
  await rowOf(page, 'Second texts').dblclick();
  await page.getByRole('heading', { name: 'Edit Campaign' }).waitFor();
  const name = page.getByLabel(/^Name/);
  await name.fill('FIRST texts ');
  await name.blur();
  await form(page).getByText('Campaign name must be unique').waitFor();
  expect(await save(page).getAttribute('aria-disabled')).toBe('true');
  await name.fill('Second texts');
  await page.getByLabel(/^Texts per minute/).fill('0');
  await page.getByLabel(/^Sender number/).selectOption('(302) 555-1001');
  const sent = page.waitForRequest((request) => request.url().endsWith('/edit'));
  await save(page).click();
  expect((await sent).postDataJSON()).toMatchObject({
    originalSendersNumberId: sendersNumberId,
    textPerMinute: 0,
  });
  await rowOf(page, 'Second texts').waitFor();
});

test('a name that was taken meanwhile is refused by the server at its field, and nothing typed is lost', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'New Campaign' }).click();
  await page.getByLabel(/^Name/).fill('Raced');
  await page.getByLabel(/^Texts per minute/).fill('5');
  await page.getByLabel(/^Sender number/).selectOption({ index: 1 });
  await page.getByLabel(/^Text message/).selectOption('Plain words');
  await made('raced');
  await save(page).click();
  await page.getByRole('alert').getByText('Campaign name must be unique').waitFor();
  expect(await page.getByLabel(/^Name/).getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel(/^Texts per minute/).inputValue()).toBe('5');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByLabel(/^Name/).inputValue()).toBe('Raced');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'Text Campaign Configuration' }).waitFor();
});

test('the form of a campaign that wants more than its number can send says what the number can do', async () => {
  await makeTextingNumber(db, clientId, '13025551002', 3);
  const page = await open();
  await page.getByRole('button', { name: 'New Campaign' }).click();
  await page.getByLabel(/^Texts per minute/).fill('181');
  await page.getByLabel(/^Sender number/).selectOption({ label: '(302) 555-1002' });
  const hint = page.getByText(
    'This number sends 3 segments a second: at most 180 texts a minute from all campaigns together, fewer when a text takes several segments.',
  );
  await hint.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel(/^Texts per minute/).fill('180');
  await hint.waitFor({ state: 'detached' });
});

test('a sender number without eleven digits replaces the editor by the error card', async () => {
  const page = await open();
  await page.route('**/phonenumbers', (call) =>
    call.fulfill({ json: [{ textingPhoneNumberId: 1, phoneNumber: '5550148' }] }),
  );
  await page.getByRole('button', { name: 'New Campaign' }).click();
  const card = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await card.waitFor();
  expect(await card.getByLabel('Error message').inputValue()).toBe(
    'Invalid phone number in use on a texting campaign!',
  );
});

test('the editor opens with what is stored now, not with what the list showed', async () => {
  const id = await made('Changed meanwhile', { textPerMinute: 10 });
  const page = await open();
  await rowOf(page, 'Changed meanwhile').waitFor();
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET text_per_minute = 77 WHERE campaign_id = $1', [id]),
  );
  await rowOf(page, 'Changed meanwhile').dblclick();
  await expect.poll(() => page.getByLabel(/^Texts per minute/).inputValue()).toBe('77');
});

test('a running text campaign says that changes take effect at once', async () => {
  await made('On its way', { runStatus: 3 });
  const page = await open();
  await rowOf(page, 'On its way').getByText('Running').waitFor();
  await rowOf(page, 'On its way').dblclick();
  await page.getByText('Changes take effect within a second.').waitFor();
});

test('axe finds nothing in the text campaigns and their editor, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await open({ dark });
    await rowOf(page, 'On its way').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await rowOf(page, 'On its way').dblclick();
    await page.getByRole('figure', { name: 'Preview' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('on a phone the three areas stand below each other, and nothing scrolls sideways', async () => {
  await makeTextMessage(db, clientId, 'Long', 'x'.repeat(300));
  const page = await open({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'New Campaign' }).click();
  await page.getByLabel(/^Text message/).selectOption('Long');
  await page.getByRole('figure', { name: 'Preview' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
});
