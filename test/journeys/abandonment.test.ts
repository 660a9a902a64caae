/** What a manager sees of the guard of abandonment, and of a campaign that the brake stopped. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openMonitoringPage } from './monitoring-page.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

/** The last 12 days, the newest first: persons and abandoned. */
const days = [
  ...[
    [300, 1],
    [12, 0],
    [12, 1],
    [12, 0],
    [12, 1],
    [12, 0],
  ],
  ...[
    [12, 1],
    [12, 0],
    [12, 0],
    [12, 0],
    [12, 0],
    [11, 2],
  ],
] as const;

async function aLinkback(name: string): Promise<{ client: TestClient; campaignId: number }> {
  const client = await makeClient(db);
  const { clientId } = client;
  const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
  const campaignId = await makeCampaign(db, clientId, { name, customerMessageId });
  await makeCallList(db, clientId, { campaignId, name: 'Statements', phones: 900 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = 1.5,
         agent_count = 5, linkback_number = '12125550199'
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
  return { client, campaignId };
}

test('a guarded Linkback says what was abandoned, what may be, and how it is paced', async () => {
  const { client, campaignId } = await aLinkback('Payment plans');
  const { clientId } = client;
  await asPlatform(db, (tx) =>
    setAbandonmentRule(tx, clientId, { waitSeconds: 2, hangUps: false }),
  );
  const today = days.length - 1;
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO abandonment_day (client_id, campaign_id, day, persons, no_agent)
       SELECT $1, $2, (platform_time(now()) AT TIME ZONE 'America/New_York')::date - v.n::int + 1,
         v.persons, v.lost
       FROM unnest($3::int[], $4::int[]) WITH ORDINALITY AS v (persons, lost, n)`,
      [clientId, campaignId, days.map(([persons]) => persons), days.map(([, lost]) => lost)],
    ),
  );
  const page = await openMonitoringPage(browser, api, client, { width: 1280, height: 900 });
  const section = page.getByRole('region', { name: 'Abandonment' });
  await section.getByText('One call per free agent', { exact: true }).waitFor();
  expect(await section.innerText()).toContain(
    '6 of 431 abandoned, 1.4 %. You may still lose 6. Bound 3.7 %: one call per free agent; free again after 111 more persons with none lost.',
  );
  expect(await section.innerText()).toContain(
    'Calls in flight count before they are lost: at most 6 at once have no agent called first.',
  );
  expect(await section.innerText()).toContain('gets none within 2 seconds');
  // Of an adaptive one agents are called ahead.
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET pacing = 'adaptive' WHERE client_id = $1`, [clientId]),
  );
  await section.getByText('Agents are called ahead: each call is for one who waits').waitFor();
  expect(await section.innerText()).not.toContain('no agent called first');
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET pacing = 'ratio' WHERE client_id = $1`, [clientId]),
  );
  await section.getByText('at most 6 at once have no agent called first').waitFor();
  const figure = section.getByRole('figure', { name: 'Abandoned by day' });
  // Days with a loss open their calls.
  expect(await figure.getByRole('link').count()).toBe(5);
  expect(await figure.getByRole('img').count()).toBe(today + 1 - 5);
  await section.scrollIntoViewIfNeeded();
  await keepPicture(page, 'abandonment');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await section.scrollIntoViewIfNeeded();
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'abandonment-390-dark');
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await section.getByRole('link', { name: '6 of 431 abandoned: show the calls' }).click();
  await page.waitForURL(/abandonment=Counted.as.abandoned.now/);
  await page.waitForURL(/finishTime=/);
  await page.close();
});

test('without the rule nothing is said of it', async () => {
  const { client } = await aLinkback('Unguarded');
  const page = await openMonitoringPage(browser, api, client);
  await page.getByRole('region', { name: 'Results' }).waitFor();
  expect(await page.getByRole('region', { name: 'Abandonment' }).count()).toBe(0);
  await page.close();
});

test('a campaign that the brake stopped says why, and opens its calls', async () => {
  const { client, campaignId } = await aLinkback('Braked');
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const reason = {
    ...{ code: 'brake_stopped', signal: 'failed', limit: 0.2, hits: 14, trials: 31 },
    ...{ newest: true, since },
  };
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      'UPDATE campaign SET reason = $3, trunk_stopped = true WHERE client_id = $1 AND campaign_id = $2',
      [...[client.clientId, campaignId, JSON.stringify(reason)]],
    ),
  );
  const page = await openMonitoringPage(browser, api, client, { width: 1280, height: 900 });
  await page
    .getByText(/brake_stopped hits=14|14 of the newest 31 calls failed/)
    .first()
    .waitFor();
  await keepPicture(page, 'brake');
  await page.getByRole('link', { name: 'Show the calls' }).click();
  await page.waitForURL(/outcome=failed/);
  await page.close();
});
