/** Checks of messages where managers see them: in the editors, in a campaign, before a start. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { setLintLevel } from '../../src/db/queries/lint-settings.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addContacts, makeTextMessage } from '../harness/text-data.ts';
import { until } from '../harness/until.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const manager = await console.signIn(client);
await testJobs(db);

const say = (value: string) => ({ messageStepType: 4, value, ttsVoiceId: 4 });
const field = (ttsFieldId: number) => ({ messageStepType: 5, ttsFieldId, ttsVoiceId: 4 });

/** A message that is rendered. */
async function made(name: string, steps: object[]): Promise<number> {
  const form = new FormData();
  const messageSteps = steps.map((step, stepOrder) => ({ stepOrder, ...step }));
  form.set('message', JSON.stringify({ name, messageSteps }));
  const response = await manager.post('/api/message/0/edit', form);
  const id = Number(response.headers.get('content-location')?.split('/').at(-1));
  await until(
    async () => (await manager.get(`/api/message/${id}/preview`)).status === 200 || undefined,
  );
  return id;
}

const messageId = await made('Reminder', [
  say('Hello. This is a message about your statement, which is ready from today on.'),
  field(1),
  say('Press 1 to talk to us.'),
]);
const campaignId = await makeCampaign(db, clientId, {
  name: 'Statements',
  customerMessageId: messageId,
});
const listId = await makeCallList(db, clientId, {
  ...{ campaignId, name: 'November', phones: 3, status: 4 as const },
});
await addContacts(db, clientId, listId, [
  { first_name: 'Ada' },
  {},
  { first_name: 'Maximiliana Featherstonehaugh 4417' },
]);

const checks = (page: Page) => page.getByRole('region', { name: 'Checks', exact: true });

/** Both themes, and no wider than the screen. */
async function keepPictures(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await keepPicture(page, `${name}-${theme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await scrollsSideways(page)).toBe(false);
}

test('a manager reads what the checks find, hears the worst account, and is refused a start until it is mended', async () => {
  const page = await openSignedIn(browser, console, client, '/main/policy?view=checks');
  await page.getByLabel('Name in messages').fill('Harbor Bank');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Messages are checked for "Harbor Bank".').waitFor();
  await page.getByText('1 is promised only in a Linkback: blocks the start').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keepPictures(page, 'lint-policy');

  await page.goto(`${console.url}/main/messages/voicemessages?messageId=${messageId}`);
  await checks(page).getByText('1 blocks the start, 4 warnings, 1 note').waitFor();
  await checks(page).getByText('"Harbor Bank" is not in it.').waitFor();
  await checks(page).getByText('First Name: silence').waitFor();
  const sound = page.waitForResponse((response) => response.url().includes('entryId=3'));
  // One account that is worst in two ways is one row.
  const rows = page.getByRole('region', { name: 'Worst accounts' }).getByRole('button');
  expect(await rows.allInnerTexts()).toHaveLength(2);
  await page.getByRole('button', { name: 'Play Longest, most digits', exact: true }).click();
  expect((await sound).status()).toBe(200);
  await page.getByRole('button', { name: /^(Play|Stop) Longest/ }).scrollIntoViewIfNeeded();
  expect(await axeFindings(page)).toEqual([]);
  await keepPictures(page, 'lint-voice');

  await page.goto(`${console.url}/main/campaigns/dialer?campaignId=${campaignId}&type=broadcast`);
  await checks(page).getByText('Take press 1 out of the message', { exact: false }).waitFor();
  await checks(page).scrollIntoViewIfNeeded();
  await keepPictures(page, 'lint-campaign');

  await page.goto(`${console.url}/main/livemonitoring?campaignId=${campaignId}`);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start Statements?' });
  await question
    .getByRole('paragraph')
    .filter({ hasText: 'Take press 1 out of the message' })
    .waitFor();
  await keepPictures(page, 'lint-start-blocked');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await asClient(db, clientId, (tx) => setLintLevel(tx, clientId, 'voice_press_one', 'warn'));
  await page.reload();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await question.getByText('The checks of its messages found 5 warnings.').click();
  await question.getByText('Take press 1 out of the message', { exact: false }).waitFor();
  await keepPictures(page, 'lint-start');
  expect(browser.errors).toEqual([]);
});

test('a text is checked while it is written, over a real list, at 390 px, too', async () => {
  const textId = await makeTextMessage(db, clientId, 'Hello', 'Hello [first_name, see bit.ly/a');
  const page = await openSignedIn(
    browser,
    console,
    client,
    `/main/messages/textmessages?messageId=${textId}`,
    { width: 390 },
  );
  await checks(page).getByText('The link bit.ly/a is shortened', { exact: false }).waitFor();
  await checks(page)
    .getByText('"[first_name" is sent as it is written', { exact: false })
    .waitFor();
  await checks(page).scrollIntoViewIfNeeded();
  expect(await axeFindings(page)).toEqual([]);
  await keepPictures(page, 'lint-text-390');
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Harbor Bank: hello [first_name]. Reply STOP to stop.');
  await checks(page)
    .getByText('[first_name] is blank for 1 of 3 numbers', { exact: false })
    .waitFor();
  await checks(page).getByText('Over November:').waitFor();
  expect(browser.errors).toEqual([]);
});
