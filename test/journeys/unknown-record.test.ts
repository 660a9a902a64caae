/** Addresses of records that were deleted or never existed: none shows another record. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeBucket, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts, makeTextCampaign, makeTextMessage } from '../harness/text-data.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
await makeVoiceMessage(db, clientId, 'There is one');
await makeTextMessage(db, clientId, 'There is one', 'Hello.');
await makeBucket(db, clientId, 'There is one');
await makeManager(db, clientId, { name: 'There is one' });
await asClient(db, clientId, (tx) =>
  tx.run(
    `INSERT INTO account_field (client_id, custom_index, name) VALUES ($1, 2, 'There is one')`,
    [clientId],
  ),
);
await addInboundTexts(db, clientId, [{ message: 'There is one' }]);
await addCallRecords(db, clientId, console.deps.vault, [{ lastName: 'There is one' }]);
await makeCampaign(db, clientId, { name: 'There is one', runStatus: 3 });
await makeTextCampaign(db, clientId, { name: 'There is one' });

const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, path, look);

test.each([
  ['/main/messages/voicemessages?messageId=9999', 'This voice message', 'Voice Messages'],
  ['/main/messages/textmessages?messageId=9999', 'This text message', 'Text Messages'],
  ['/main/campaigns/dialer?campaignId=9999', 'This campaign', 'Campaigns'],
  ['/main/campaigns/texting?campaignId=9999', 'This campaign', 'Text Campaigns'],
  ['/main/manager?managerId=9999', 'This manager', 'Managers'],
  ['/main/customfields?fieldId=9999', 'This account field', 'Account Fields'],
  ['/main/rci?bucketId=9999', 'This bucket', 'Caller ID Buckets'],
  ['/main/textmanager?textId=9999', 'This text', 'Text Message Manager'],
  ['/main/reports/cdr?open=1795893048685-1-9999', 'This call record', 'Call Detail Report'],
  ['/main/numbers?campaignId=9999&part=callable', 'This campaign', 'Live Monitoring'],
])('%s says that the record is not there, and leads back', async (path, what, list) => {
  const page = await open(path, { width: 390, height: 844 });
  await page.getByText(`${what} was deleted or never existed`).waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  // The documents' words where they have some.
  const said = await page.getByText('Attempting to edit non-existent campaign!').count();
  expect(said).toBe(path.startsWith('/main/campaigns/') ? 1 : 0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: `Back to ${list}` }).click();
  await page.getByText('There is one').filter({ visible: true }).first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(browser.errors.splice(0)).toEqual([]);
});

test('Live Monitoring shows no other campaign, whose Start would be pressed', async () => {
  const page = await open('/main/livemonitoring?campaignId=9999');
  await page.getByText('This campaign was deleted or never existed').waitFor();
  expect(await page.getByRole('button', { name: /^(Start|Stop)(?! everything)/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Show all campaigns' }).click();
  await page.getByRole('heading', { name: 'There is one' }).waitFor();
});

test('a campaign that is deleted while its form is open keeps what is typed', async () => {
  const id = await makeCampaign(db, clientId, { name: 'Goes away' });
  const page = await open(`/main/campaigns/dialer?campaignId=${id}`);
  const name = page.getByRole('textbox', { name: /^Name/ });
  await name.fill('Typed meanwhile');
  const other = await console.signIn(client);
  expect((await other.post(`/api/campaign/${id}/delete`)).status).toBe(200);
  let reads = 0;
  page.on('response', (response) => {
    if (response.url().includes('/api/campaign/dialer')) reads += 1;
  });
  // The list is read again once it is old enough and the tab is looked at.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
        return reads;
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0);
  expect(await name.inputValue()).toBe('Typed meanwhile');
});
