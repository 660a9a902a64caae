// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import { beforeAll, expect, test } from 'vitest';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { cutTexts, keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

let client: TestClient;
let messageId: number;
beforeAll(async () => {
  client = await makeClient(db, { name: 'Harbor Regional Health, Orthopedics and Rehabilitation' });
  messageId = await makeVoiceMessage(db, client.clientId, 'Balance reminder, Orthopedics');
  for (let n = 1; n <= 12; n += 1) {
    const name = `Q4 balance reminders for accounts past due, region ${n} of 12`;
    const campaignId = await makeCampaign(db, client.clientId, {
      name,
      customerMessageId: messageId,
    });
    await makeCallList(db, client.clientId, { campaignId, name: `${name}, November`, phones: 40 });
  }
  // More than a badge of one digit.
  const texts = Array.from({ length: 120 }, () => ({ message: 'Call me after 5' }));
  await addInboundTexts(db, client.clientId, texts);
});

/** Twelve names of campaigns in a cell of their message are cut: hover and focus show them all. */
const shorterThan = (letters: number, texts: readonly (string | null)[]) =>
  texts.filter((text) => text !== null && text.length < letters);

const looks = [
  { name: '1280-light', width: 1280, height: 800, dark: false },
  { name: '390-dark', width: 390, height: 844, dark: true },
];

test.each(looks)(
  'every screen of the route table opens whole, and its picture is kept ($name)',
  async (look) => {
    const page = await browser.newPage({ dark: look.dark });
    await signInByHand(page, api.url, client);
    await page.setViewportSize({ width: look.width, height: look.height });
    for (const { path } of pageRoutes) {
      await page.goto(api.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
      const sideways = await scrollsSideways(page);
      expect(sideways, `${path} scrolls sideways`).toBe(false);
      // A card of a phone keeps to four lines, and cuts the name of a list's campaign.
      const cut = look.width < 700 ? [] : await cutTexts(page);
      expect(shorterThan(200, cut), path).toEqual([]);
      expect(await page.getByText('Something went wrong').count(), path).toBe(0);
      await keepPicture(page, `${path.slice('/main/'.length).replaceAll('/', '-')}-${look.name}`);
    }
    expect(browser.errors).toEqual([]);
  },
);

test('a message of many campaigns keeps its form in sight, and unfolds their names', async () => {
  const path = `/main/messages/voicemessages?messageId=${messageId}`;
  const page = await openSignedIn(browser, api, client, path, { width: 390, height: 844 });
  await page.getByText(/^Used by Q4 .* \.\.\./).waitFor();
  expect(await page.getByText('region 12 of 12').count()).toBe(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('region 12 of 12').waitFor();
  const name = await page.getByLabel('Name').boundingBox();
  expect((name?.y ?? 844) + (name?.height ?? 0)).toBeLessThan(844);
  expect(browser.errors).toEqual([]);
});
