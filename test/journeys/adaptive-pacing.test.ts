/** A manager chooses adaptive pacing, sets agents by the hour, and changes those on duty (decision 088). */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();

test('adaptive pacing and agents by the hour are saved, and agents on duty change in Live Monitoring', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const message = await makeVoiceMessage(db, clientId, 'Reminder');
  const campaignId = await makeCampaign(db, clientId, {
    ...{ name: 'Payment plans', type: 2, runStatus: 3, customerMessageId: message },
  });
  await makeCallList(db, clientId, { campaignId, name: 'Statements', phones: 900 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET machine_message_id = $3, agent_message_id = $3
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, message],
    ),
  );
  const path = `/main/campaigns/dialer?campaignId=${campaignId}`;
  const page = await openSignedIn(browser, console, client, path, { width: 1280, height: 1200 });
  await page.getByLabel('Pacing').selectOption('adaptive');
  await page.getByText('As many calls as 3 % abandoned calls afford;').waitFor();
  expect(await page.getByLabel('Call ratio').count()).toBe(0);
  await page.getByRole('button', { name: 'Add hours' }).click();
  const hours = page.getByRole('listitem', { name: 'Hours 1' });
  await hours.getByLabel('From (ET)').fill('10:00');
  await hours.getByLabel('Agents').fill('6');
  await page.getByText('6 agents Mon–Fri 10 AM to 5 PM').waitFor();
  await hours.scrollIntoViewIfNeeded();
  await keepPicture(page, 'agent-hours');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await hours.scrollIntoViewIfNeeded();
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'agent-hours-390-dark');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await hours.waitFor({ state: 'detached' });
  await page.goto(`${console.url}/main/livemonitoring`);
  const agents = page.getByRole('region', { name: 'Agents on duty' });
  const shown = Number.parseInt(await agents.getByRole('status').innerText(), 10);
  await agents.getByRole('button', { name: 'One agent more' }).click();
  await agents.getByText(`${shown + 1} agents on duty`).waitFor();
  await agents.scrollIntoViewIfNeeded();
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'agents-on-duty-390-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await agents.getByRole('button', { name: 'One agent fewer' }).click();
  await agents.getByText(`${shown} agents on duty`).waitFor();
  await keepPicture(page, 'agents-on-duty');
  expect(await axeFindings(page)).toEqual([]);
  const [stored] = await asClient(db, clientId, (tx) =>
    tx.rows<{ pacing: string; agents_set: number }>(
      'SELECT pacing, agents_set FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  expect(stored).toEqual({ pacing: 'adaptive', agents_set: shown });
  expect(browser.errors).toEqual([]);
  await page.close();
});
