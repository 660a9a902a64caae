/** The status of a campaign in Live Monitoring, and its Start and Stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { quietMs } from '../../src/web/ui/press-guard.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openMonitoringPage } from './monitoring-page.ts';

const db = await freshDatabase();
const api = await testConsole(db);
const browser = testBrowser();

test.each([
  ['Stopped', { runStatus: 1 }, 'red', 'Start'],
  ['Starting', { runStatus: 2 }, 'purple', 'Stop'],
  ['Running', { runStatus: 3 }, 'purple', 'Stop'],
  ['Stopping', { runStatus: 4 }, 'red', 'Start'],
  ['Completed', { completed: true }, 'green', 'Start'],
] as const)('%s has its colour and its button', async (name, given, color, button) => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'One', ...given });
  const page = await openMonitoringPage(browser, api, own);
  const status = page.getByRole('article').getByRole('status');
  await status.getByText(name).waitFor();
  const dot = status.locator('[style*="--dot"]');
  expect(await dot.getAttribute('style')).toContain(`--status-${color}`);
  await page.getByRole('button', { name: button, exact: true }).waitFor();
});

test('a start that is refused says why and leaves the campaign stopped', async () => {
  const own = await makeClient(db);
  const customerMessageId = await makeVoiceMessage(db, own.clientId, 'Reminder');
  await makeCampaign(db, own.clientId, { name: 'All called', completed: true });
  await makeCampaign(db, own.clientId, { name: 'Bare', customerMessageId });
  const page = await openMonitoringPage(browser, api, own);
  await page.getByRole('button', { name: /^Bare/ }).click();
  const detail = page.getByRole('article', { name: 'Bare' });
  await detail.getByText('It has no contact list to call.').waitFor();
  await detail.getByText('No contact lists for this campaign').waitFor();
  await detail.getByRole('button', { name: 'Start' }).click();
  await detail.getByText(reasonSentence({ code: 'no_list' })).waitFor();
  expect(await detail.getByRole('status').textContent()).toBe('Stopped');
  const upload = detail.getByRole('link', { name: 'Upload a list' });
  expect(await upload.getAttribute('href')).toBe('/main/upload');
});

test('a start of a Completed campaign says that nothing is left', async () => {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaignId = await makeCampaign(db, clientId, { name: 'Done', completed: true });
  await makeCallList(db, clientId, { campaignId, name: 'All', phones: 2, counts: { person: 2 } });
  const page = await openMonitoringPage(browser, api, own);
  await page.getByText('Nothing is left to call.').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText(reasonSentence({ code: 'nothing_left', channel: 'voice' })).waitFor();
  await page.getByRole('article').getByRole('status').getByText('Completed').waitFor();
});

test('Stop shows Stopping at once and offers Start', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Runs', runStatus: 3 });
  const page = await openMonitoringPage(browser, api, own);
  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/campaign/*/stop', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Start' }).waitFor();
  expect(await page.getByRole('article').getByRole('status').textContent()).toBe('Stopping');
  respond();
  await page.getByText('Calls in progress will finish.').waitFor();
});

test('a start pressed before the response to the stop is not lost', async () => {
  const own = await makeClient(db);
  await makeCampaign(db, own.clientId, { name: 'Runs', runStatus: 3 });
  const page = await openMonitoringPage(browser, api, own);
  const sent: string[] = [];
  await page.route(/\/api\/campaign\/\d+\/(start|stop)$/, async (route) => {
    sent.push(route.request().url().split('/').at(-1) ?? '');
    await sleep(2 * quietMs);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Stop' }).click();
  // Sooner it would be the second click of a double-click.
  await sleep(quietMs);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect.poll(() => sent).toEqual(['stop', 'start']);
  // The browser is not closed under a request that is still held.
  await page.unrouteAll({ behavior: 'wait' });
});
