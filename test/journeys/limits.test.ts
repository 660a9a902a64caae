/** Limits of the day and approvals, as managers see them in Live Monitoring. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setDailyLimits } from '../../src/db/queries/daily-limit.ts';
import { setLaunchApproval } from '../../src/db/queries/launch-approval.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { openMonitoringPage } from './monitoring-page.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

async function world() {
  const client = await makeClient(db);
  const { clientId } = client;
  const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
  const campaignId = await makeCampaign(db, clientId, {
    ...{ name: 'Q4 balance reminders', customerMessageId, callsPerMinute: 42 },
  });
  await makeCallList(db, clientId, { campaignId, name: 'Orthopedics statements', phones: 400 });
  const run = (sql: string, ...values: unknown[]) =>
    asClient(db, clientId, (tx) => tx.run(sql, [clientId, ...values]));
  return { client, clientId, campaignId, run };
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.CARILLON_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test.each([
  ['on a desk', {}],
  ['in the dark, on a phone', { dark: true, width: 390, height: 844 }],
])('a limit of the day is said before and when it is reached, %s', async (where, look) => {
  const { client, clientId, run } = await world();
  await setDailyLimits(db, clientId, { calls: 1_000, texts: null, cost: 50_000_000 });
  await run('UPDATE daily_use SET calls = 842, cost = 50000000 WHERE client_id = $1');
  const page = await openSignedIn(browser, api, client, '/main/livemonitoring', look);
  await page.getByText(/^842 of today's limit of 1,000 calls \(84 %\) are used\./).waitFor();
  await page.getByText(/^Today's limit of \$50\.00 is reached\. Calls go on at /).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await photograph(page, `limits ${where}`);
  await page.close();
});

test('somebody who did not prepare a campaign approves it in Live Monitoring; who did reads why not', async () => {
  const { client, clientId, campaignId, run } = await world();
  await asPlatform(db, (tx) => setLaunchApproval(tx, clientId, true));
  const prepared = 'UPDATE campaign SET prepared_by = $2 WHERE client_id = $1';
  await run(prepared, client.manager.managerId);
  const own = await openMonitoringPage(browser, api, client);
  await own
    .getByText('You prepared this campaign. Somebody else must start or approve it.')
    .waitFor();
  await photograph(own, 'approval own');
  await own.close();
  await run(prepared, null);
  const page = await openMonitoringPage(browser, api, client);
  await page.getByText(/^The operator prepared this campaign\. Approve it/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await photograph(page, 'approval');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  const stored = await asClient(db, clientId, (tx) =>
    tx.row<{ by: number }>('SELECT approved_by AS by FROM campaign WHERE campaign_id = $1', [
      campaignId,
    ]),
  );
  expect(stored?.by).toBe(client.manager.managerId);
  await page.close();
});

test('an administrator requires launch approval on the page of managers, once', async () => {
  const { client, clientId } = await world();
  const page = await openMonitoringPage(browser, api, client);
  await page.goto(`${api.url}/main/manager`);
  const rule = page.getByLabel('Require that somebody else starts what a manager prepared');
  await rule.waitFor();
  await rule.click();
  await page.getByText('Only your operator can turn it off.', { exact: true }).waitFor();
  await expect.poll(() => rule.isDisabled()).toBe(true);
  await photograph(page, 'approval rule');
  const isRequired = async () => {
    const row = await asPlatform(db, (tx) =>
      tx.row<{ on: boolean }>('SELECT launch_approval AS on FROM client WHERE client_id = $1', [
        clientId,
      ]),
    );
    return row?.on;
  };
  // The switch is off limits already while the request is on its way.
  await expect.poll(isRequired).toBe(true);
  await page.close();
});
