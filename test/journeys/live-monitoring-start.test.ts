/** The status of a campaign in Live Monitoring, and its Start and Stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { storeAnswers } from '../../src/db/queries/scrub-answer.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { quietMs } from '../../src/web/ui/press-guard.ts';
import { makeList, makeCampaign as makeRunnable } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openMonitoringPage, start } from './monitoring-page.ts';
import { keepPicture } from './screen.ts';

const db = await freshDatabase();
const api = await testConsole(db);
/** 9:00 in New York, 4:00 in Hawaii. */
const winter = await testConsole(db, { now: () => new Date('2026-11-20T14:00:00Z') });
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
  await detail.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start Bare?' });
  await question
    .getByRole('paragraph')
    .getByText(reasonSentence({ code: 'no_list' }))
    .waitFor();
  const yes = question.getByRole('button', { name: 'Start', exact: true });
  expect(await yes.getAttribute('aria-disabled')).toBe('true');
  expect(await detail.getByRole('status').first().textContent()).toBe('Stopped');
});

test('Start says how many numbers a scrub service has checked, and waits for none', async () => {
  const own = await makeClient(db);
  const campaign = await makeRunnable(db, { clientId: own.clientId, callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 3, firstPhone: 12_125_550_140 });
  await asClient(db, own.clientId, async (tx) => {
    await tx.run(`INSERT INTO policy_rule (client_id, channel, terms) VALUES ($1, 'any', $2)`, [
      own.clientId,
      { kind: 'scrub', refused: 'litigator', untilChecked: false },
    ]);
    const answers = [
      { phone: '12125550140', question: 'litigator', since: null, answer: 'no' },
      { phone: '12125550141', question: 'litigator', since: null, answer: 'yes' },
    ] as const;
    await storeAnswers(tx, own.clientId, answers, 30);
  });
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO scrub_service (name, url, questions, good_days, batch, per_second, private,
         failing_since, trouble)
       VALUES ('main', 'https://scrub.example.com', '{litigator}', 30, 100, 2, false, '2026-11-20T14:00:00Z', $1)`,
      [{ code: 'timeout' }],
    ),
  );
  const page = await openMonitoringPage(browser, api, own);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: /^Start / });
  await question.getByText('2 of 3 numbers were checked for litigators, and 1 is held.').waitFor();
  await question.getByText(/A start does not wait for that\.$/).waitFor();
  await question.getByText(/It does not respond in time\.$/).waitFor();
  await keepPicture(page, 'start-scrub');
  const yes = question.getByRole('button', { name: 'Start', exact: true });
  expect(await yes.getAttribute('aria-disabled')).not.toBe('true');
});

test('a start that the server refuses after the question says why and what to do', async () => {
  const own = await makeClient(db);
  const customerMessageId = await makeVoiceMessage(db, own.clientId, 'Reminder');
  await makeCampaign(db, own.clientId, { name: 'Bare', customerMessageId });
  const page = await openMonitoringPage(browser, api, own);
  // The last list went away between the question and the yes.
  await page.route('**/api/campaign/*/start**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const campaignId = Number(/campaign\/(\d+)/.exec(route.request().url())?.[1]);
    await route.fulfill({ json: { campaignId, statusReason: null, reason: null } });
  });
  await start(page);
  const detail = page.getByRole('article', { name: 'Bare' });
  await detail.getByText(reasonSentence({ code: 'no_list' })).waitFor();
  expect(await detail.getByRole('status').first().textContent()).toBe('Stopped');
  const upload = detail.getByRole('link', { name: 'Upload a list' });
  expect(await upload.getAttribute('href')).toBe('/main/upload');
});

test('a Completed campaign cannot be started, says why, and announces no start', async () => {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaignId = await makeCampaign(db, clientId, { name: 'Done', completed: true });
  await makeCallList(db, clientId, { campaignId, name: 'All', phones: 2, counts: { person: 2 } });
  // Every day at one minute before midnight, Eastern: still to come.
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET start_automatically = true, start_time = '23:59',
         start_weekdays = '1111111' WHERE client_id = $1`,
      [clientId],
    ),
  );
  const page = await openMonitoringPage(browser, api, own);
  await page.getByText('Nothing is left to call.', { exact: true }).waitFor();
  const article = page.getByRole('article');
  expect(await article.getByText(/^Starts /).count()).toBe(0);
  const button = article.getByRole('button', { name: 'Start', exact: true });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await button.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page
    .getByRole('tooltip')
    .getByText('Nothing is left to call. Add a contact list')
    .waitFor();
  await button.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
  await article.getByRole('status').getByText('Completed').waitFor();
});

/** A campaign of 6 numbers at 9:00 AM ET of a winter day: 3 due, 2 in Hawaii, 1 barred. */
async function ready(name: string) {
  const own = await makeClient(db);
  const { clientId } = own;
  const campaign = await makeRunnable(db, { clientId });
  await makeList(db, campaign, { entries: 4, firstPhone: 13_025_550_100 });
  await makeList(db, campaign, { entries: 2, firstPhone: 18_085_550_100 });
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE campaign SET name = $2, run_status = 1 WHERE client_id = $1', [
      ...[clientId, name],
    ]);
    await tx.run(
      `UPDATE list_entry SET state = 2, reason = 'opt_out_key'
       WHERE client_id = $1 AND entry_id = 1 AND phone LIKE '1302%'`,
      [clientId],
    );
    await tx.run(
      `UPDATE call_list_count n SET barred = 1, barred_key = 1 FROM list_entry e
       WHERE n.client_id = $1 AND e.client_id = $1 AND e.call_list_id = n.call_list_id
         AND e.state = 2`,
      [clientId],
    );
  });
  return own;
}

test('Start says the numbers before it acts, and Enter by habit does not start', async () => {
  const page = await openMonitoringPage(browser, winter, await ready('Q4 statements'));
  const article = page.getByRole('article');
  const button = article.getByRole('button', { name: 'Start', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Start Q4 statements?' });
  await question.getByText('In 2 lists').waitFor();
  expect(await question.getByRole('term').allTextContents()).toEqual([
    'Can be called now',
    'Wait for their hours, 1:00 PM',
    'Never called: opt-outs',
    'In 2 lists',
  ]);
  expect(await question.getByRole('definition').allTextContents()).toEqual(['3', '2', '1', '6']);
  await question.getByText(/^600 calls a minute\./).waitFor();
  const box = await question.boundingBox();
  expect(box?.width).toBe(424);
  const cancel = question.getByRole('button', { name: 'Cancel' });
  expect(await cancel.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  // Enter by habit: Cancel.
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await article.getByRole('status').first().textContent()).toBe('Stopped');
  // Another key between them: a second Enter would have no effect for a moment.
  await page.keyboard.press('Shift');
  await page.keyboard.press('Enter');
  await question.getByText('In 2 lists').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await start(page);
  await article.getByRole('status').getByText('Starting').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('Stop all asks with the number of campaigns and stops them in one request', async () => {
  const own = await makeClient(db);
  for (const [name, runStatus] of [
    ...([
      ['One', 3],
      ['Two', 2],
      ['Still', 1],
    ] as const),
  ]) {
    await makeCampaign(db, own.clientId, { name, runStatus });
  }
  const page = await openMonitoringPage(browser, api, own);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/stop')) asked.push(pathname);
  });
  await page.getByRole('button', { name: 'Stop all' }).click();
  const question = page.getByRole('dialog', { name: 'Stop 2 campaigns?' });
  await question.getByRole('button', { name: 'Stop all' }).click();
  await page.getByText('2 campaigns are stopping. Calls in progress will finish.').waitFor();
  expect(asked).toEqual(['/api/campaign/stop']);
  const list = page.getByRole('region', { name: 'Campaigns' });
  await expect.poll(() => list.getByText('Stopping').count()).toBe(2);
  await expect
    .poll(() => page.getByRole('button', { name: 'Stop all' }).getAttribute('aria-disabled'))
    .toBe('true');
});

test('the campaigns are found by name', async () => {
  const own = await makeClient(db);
  for (const name of ['Autumn reminders', 'Winter reminders', 'Flu clinic']) {
    await makeCampaign(db, own.clientId, { name });
  }
  const page = await openMonitoringPage(browser, api, own);
  const list = page.getByRole('region', { name: 'Campaigns' });
  await list.getByLabel('Find by name').fill('REMIND');
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await list.getByText('0 running, 3 in all').waitFor();
  await list.getByLabel('Find by name').fill('nobody');
  await list.getByText('No campaign has this name.').waitFor();
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
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Start' }).waitFor();
  expect(await page.getByRole('article').getByRole('status').first().textContent()).toBe(
    'Stopping',
  );
  respond();
  await page.getByText('Calls in progress will finish.').waitFor();
});

test('a start pressed before the response to the stop is not lost', async () => {
  const own = await ready('Runs');
  await asClient(db, own.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [own.clientId]),
  );
  const page = await openMonitoringPage(browser, api, own);
  const sent: string[] = [];
  await page.route(/\/api\/campaign\/\d+\/(start|stop)$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(route.request().url().split('/').at(-1) ?? '');
    await sleep(2 * quietMs);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  // Sooner it would be the second click of a double-click.
  await sleep(quietMs);
  await start(page);
  await expect.poll(() => sent).toEqual(['stop', 'start']);
  // The browser is not closed under a request that is still held.
  await page.unrouteAll({ behavior: 'wait' });
});
