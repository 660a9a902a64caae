/** Rows of lists on a phone: their name opens them, and nothing lies over their words. */
import { beforeAll, expect, test } from 'vitest';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { makeTextCampaign } from '../harness/text-data.ts';
import { keepPicture } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const name = 'Week 48 reminders';

let client: TestClient;
beforeAll(async () => {
  client = await makeClient(db);
  const { clientId } = client;
  await makeVoiceMessage(db, clientId, name);
  const campaignId = await makeCampaign(db, clientId, { name });
  await makeCallList(db, clientId, { campaignId, name, phones: 2 });
  await makeTextCampaign(db, clientId, { name });
});

const lists = [
  ['/main/campaigns/dialer', /dialer\?campaignId=\d+/],
  ['/main/campaigns/texting', /texting\?campaignId=\d+/],
  ['/main/messages/voicemessages', /voicemessages\?messageId=\d+/],
] as const;

test.each(lists)('on a phone a press on the name of a row opens it (%s)', async (path, opened) => {
  for (const touch of [false, true]) {
    const look = { width: 390, height: 844, touch, dark: touch };
    const page = await openSignedIn(browser, api, client, path, look);
    const link = page.getByRole('row').getByRole('link', { name });
    await link.waitFor();
    await keepPicture(page, `phone-rows-${path.split('/').at(-1)}${touch ? '-dark' : ''}`);
    expect(await axeFindings(page)).toEqual([]);
    if (touch) await link.tap();
    else await link.click();
    await page.waitForURL(opened);
  }
  expect(browser.errors).toEqual([]);
});

test.each(['/main/campaigns/dialer', '/main/messages/voicemessages', '/main/calllist'])(
  'on a phone the checkbox of a row lies beside its words (%s)',
  async (path) => {
    const look = { width: 390, height: 844 };
    const page = await openSignedIn(browser, api, client, path, look);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.hover();
    const box = await row.getByRole('checkbox').boundingBox();
    const words = await row.getByRole('strong').first().boundingBox();
    if (!box || !words) throw new Error('They are not there.');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(words.x - 4);
  },
);
