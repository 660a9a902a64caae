import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierDetail } from '../../src/contract/carrier-detail.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { findCarrier, insertCarrier } from '../../src/db/queries/carrier.ts';
import { writeCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();
const trunk = 'harbor-regional-sip-trunk-east';

let client: TestClient;
let trunkId: number;

const nodes: CarrierDetail = { code: 'asterisk_nodes', connected: 2, nodes: 3, silent: [] };
const lost: CarrierDetail = { code: 'connection_closed' };

let state: { connected: boolean; detail: CarrierDetail } = { connected: true, detail: nodes };

/** Writes it as an engine does, at each change and every two seconds. */
async function report(next = state): Promise<void> {
  state = next;
  const states = [{ carrierId: trunkId, ...state }];
  await asPlatform(db, (tx) => writeCarrierStates(tx, 'engine-1', states));
}
let reporting: NodeJS.Timeout;
afterAll(() => clearInterval(reporting));

beforeAll(async () => {
  client = await makeClient(db, { name: 'Harbor Regional Orthopedics' });
  const { clientId } = client;
  const vault = createVault(Buffer.alloc(32, 7));
  await asPlatform(db, async (tx) => {
    await insertCarrier(tx, vault, 'twilio', { name: trunk, settings: {}, secrets: {} });
    trunkId = (await findCarrier(tx, trunk))?.carrierId ?? 0;
    await setCarrierChoice(tx, clientId, { voice: trunk, text: 'simulated' });
  });
  const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
  const campaignId = await makeCampaign(db, clientId, {
    name: 'Q4 balance reminders, Harbor Regional Orthopedics',
    callsPerMinute: 42,
    customerMessageId,
  });
  const listId = await makeCallList(db, clientId, { campaignId, name: 'Statements', phones: 1 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [clientId, listId],
    ),
  );
  await report();
  reporting = setInterval(() => void report().catch(() => {}), 2_000);
});

async function open(path: string, given: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage(given);
  await signInByHand(page, api.url, client);
  await page.goto(`${api.url}${path}`);
  return page;
}

const connected = `Carrier ${trunk} connected. ${carrierDetailSentence(nodes)}`;

async function nothingWrong(page: Page) {
  expect(await axeFindings(page)).toEqual([]);
  expect(browser.errors.splice(0)).toEqual([]);
}

test.each([
  '/main/livemonitoring',
  '/main/campaigns/dialer',
  '/main/campaigns/dialer?campaignId=0',
])('says which carrier calls go by, and that it is connected: %s', async (path) => {
  const page = await open(path);
  await page.getByText(connected).waitFor();
  await nothingWrong(page);
});

test.each(['/main/campaigns/texting', '/main/campaigns/texting?campaignId=0'])(
  'says that texts go by the simulated carrier, and that no engine has it: %s',
  async (path) => {
    const page = await open(path);
    const noEngine = carrierDetailSentence({ code: 'no_engine' });
    await page.getByText(`Simulated carrier disconnected. ${noEngine}`).waitFor();
    await nothingWrong(page);
  },
);

test('a carrier that goes away is said to be, and a start is refused in the sentence of the server', async () => {
  const page = await open('/main/livemonitoring');
  await page.getByText(connected).waitFor();
  await report({ connected: false, detail: lost });
  const since = `Carrier ${trunk} disconnected since \\d+:\\d\\d [AP]M`;
  const words = page.getByText(new RegExp(`^${since}\\. `));
  expect(await words.textContent()).toMatch(carrierDetailSentence(lost));
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page
    .getByText(reasonSentence({ code: 'carrier_disconnected' }))
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('the band says what is made up and what is not', async () => {
  const page = await open('/main/livemonitoring');
  const band = page.getByRole('complementary', { name: 'Simulation' });
  await band.getByText('Texts are simulated. Calls are real.').waitFor();
  expect(await band.getByText('Simulation clock').count()).toBe(0);
  await nothingWrong(page);
});
