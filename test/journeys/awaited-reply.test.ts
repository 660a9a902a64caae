/** Texts that a rule follows without a reply: on the screen of a number, in the ways of a list, and at its close. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { ended, record, rule, setRules, takeEntries } from '../engine/follow-up-world.ts';
import { afternoon, makeList } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import {
  addInboundTexts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';
import { chooseAction, keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db, { now: () => new Date(afternoon) });
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const callsId = await makeCampaign(db, clientId, { name: 'CL calls' });
const campaignId = await makeTextCampaign(db, clientId, {
  name: 'CM',
  textMessageId: await makeTextMessage(db, clientId, 'Due', 'Your balance is due.'),
  textingNumberId: await makeTextingNumber(db, clientId, '13025550177'),
});
const texts = { clientId, campaignId };
const noReply = { after: 'no_reply', waitMinutes: 24 * 60, most: 1 } as const;
await setRules(db, texts, [rule({ ...noReply, action: 'campaign', campaignId: callsId })]);
const firstPhone = 12_125_554_000;
/** 40 delivered texts; three persons wrote back. */
async function fortyTexts(first: number, name: string) {
  const callListId = await makeList(db, texts, { entries: 40, firstPhone: first });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET name = $3 WHERE client_id = $1 AND call_list_id = $2', [
      ...[clientId, callListId, name],
    ]),
  );
  const all = Array.from({ length: 40 }, (_, n) => n + 1);
  await takeEntries(db, texts, callListId, all);
  const delivered = all.map((entry) => ended(callListId, entry, 'delivered'));
  await record(db, clientId, delivered);
  const received = new Date(afternoon + 60_000).toISOString();
  await addInboundTexts(
    db,
    clientId,
    [0, 1, 2].map((at) => ({ message: 'Who is this?', phone: String(first + at), received })),
  );
  return callListId;
}
const callListId = await fortyTexts(firstPhone, 'CM list');
const looks = [
  { width: 390, height: 844, dark: false },
  { width: 390, height: 844, dark: true },
  { width: 1280, height: 800, dark: false },
  { width: 1280, height: 800, dark: true },
];
const nameOf = ({ width, dark }: (typeof looks)[number]) => `${width}-${dark ? 'dark' : 'light'}`;
const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, path, look);

test('the screen of a number says until when a reply is awaited and what comes without one', async () => {
  for (const look of looks) {
    const page = await open(`/main/number/${firstPhone + 3}`, look);
    await page.getByText(/^Waits for a reply\. Without a reply by Nov 21, 3:01 PM, in/).waitFor();
    const entry = page.getByRole('region', { name: 'Now' }).getByRole('listitem');
    expect(await entry.innerText()).toMatch(
      /^Waits for a reply in .*: texted Nov 20, delivered\. Without a reply by Nov 21, 3:01 PM, in .*: continue with "CL calls"\./,
    );
    await page
      .getByText(/On 1 list, waits in 1\./)
      .first()
      .waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, `awaited-number-${nameOf(look)}`);
  }
  // Who wrote back is not waited for.
  const page = await open(`/main/number/${firstPhone}`);
  await page.getByText('No list is waiting to call or text this number.').waitFor();
});

test('the ways of a list set texts without a reply yet apart from those that are done', async () => {
  for (const look of looks) {
    const page = await open(`/main/calllist?campaignId=${campaignId}&ways=${callListId}`, look);
    const dialog = page.getByRole('dialog', { name: 'Follow-ups' });
    const way = dialog.getByRole('row').filter({ hasText: 'First text' });
    await way.waitFor();
    expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual([
      ...['Way', 'Numbers', 'Waiting', 'In progress', 'No reply yet', 'Done', 'Delivered', 'Ended'],
    ]);
    expect(await way.getByRole('cell').allInnerTexts()).toEqual([
      ...['40', '0', '0', '37', '3', '40', '0'],
    ]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, `awaited-ways-${nameOf(look)}`);
  }
});

test('a close names the texts whose follow-up will not come, and Live Monitoring says no more that they wait', async () => {
  const otherId = await fortyTexts(firstPhone + 500, 'CM list 2');
  const ends = '37 texts wait for a reply: their follow-ups will not come.';
  const list = `/main/calllist?callListId=${callListId}`;
  for (const look of looks) {
    const page = await open(list, look);
    await chooseAction(page, 'CM list', 'Close');
    const dialog = page.getByRole('dialog', { name: 'Close this contact list?' });
    await dialog.getByText(ends).waitFor();
    expect(await dialog.locator('dl').innerText()).toMatch(
      /never will be\s+0\s+Texts that wait for a reply, and get no follow-up\s+37\s+Already called or texted\s+3\s+In the list\s+40$/,
    );
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
    await keepPicture(page, `awaited-close-${nameOf(look)}`);
  }
  const monitoring = await open(`/main/livemonitoring?campaignId=${campaignId}`);
  const followUps = monitoring.getByRole('region', { name: 'Follow-ups' });
  await followUps.getByText('74 texts without a reply yet').waitFor();
  const page = await open(list);
  await chooseAction(page, 'CM list', 'Close');
  await page.getByRole('dialog').getByText(ends).waitFor();
  await page.getByRole('button', { name: 'Close List' }).click();
  await page.getByRole('row').filter({ hasText: 'Closed' }).waitFor();
  await monitoring.reload();
  await followUps.getByText('37 texts without a reply yet').waitFor();
  // Several at once.
  await page.goto(`${console.url}/main/calllist?callListId=${otherId}`);
  // The heading has a checkbox, too, before there is a row.
  await page.getByRole('row').filter({ hasText: 'CM list 2' }).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.getByRole('dialog').getByText(ends).waitFor();
  await page.getByRole('button', { name: 'Close Lists' }).click();
  await page.getByRole('row').filter({ hasText: 'Closed' }).waitFor();
  await monitoring.reload();
  await followUps.getByText('0 made, 0 waiting', { exact: true }).waitFor();
  await keepPicture(monitoring, 'awaited-monitoring-closed');
  await followUps.getByRole('button', { name: /^End Delivered/ }).click();
  await monitoring.getByRole('dialog').getByText('Nothing of it waits.').waitFor();
  expect(browser.errors).toEqual([]);
});
