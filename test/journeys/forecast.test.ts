/** The forecast on the screens: when it is done, whom it never reaches, what if, and how it did. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { makeList } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { consoleOfFarDay, farDay } from './clock-console.ts';
import { keepPicture, scrollsSideways } from './screen.ts';

const db = await freshDatabase();
// Eleven in the morning Eastern.
const console = await consoleOfFarDay(db);
const browser = testBrowser();
const client = await makeClient(db);
const { clientId } = client;
const customerMessageId = await makeVoiceMessage(db, clientId, 'Payment reminder');
const campaignId = await makeCampaign(db, clientId, { name: 'Statements', customerMessageId });
const campaign = { clientId, campaignId };
await makeList(db, campaign, { entries: 900 });
await makeList(db, campaign, { entries: 300, firstPhone: 13_102_000_100 });
await makeList(db, campaign, { entries: 12, firstPhone: 19_005_550_100 });

const open = (path: string, look: Parameters<typeof browser.newPage>[0] = {}) =>
  openSignedIn(browser, console, client, path, look);
const panel = (page: Page) => page.getByRole('region', { name: 'Forecast' });
const calculation = (page: Page) => panel(page).getByRole('status', { name: 'Calculation' });

test('Live Monitoring says when it is done and answers what if', async () => {
  const page = await open(`/main/livemonitoring?campaignId=${campaignId}`, {
    width: 1280,
    height: 1500,
  });
  await panel(page).getByRole('button', { name: 'Show the forecast' }).click();
  const status = panel(page).getByRole('status').last();
  await status.getByText('Done today at').waitFor();
  const said = await status.innerText();
  await keepPicture(page, 'forecast-1280');
  await panel(page).getByLabel('Calls a minute').fill('200');
  await expect.poll(() => status.innerText()).not.toBe(said);
  await panel(page).getByRole('button', { name: 'As it is set' }).click();
  await expect.poll(() => status.innerText()).toBe(said);
  expect(await axeFindings(page)).toEqual([]);
  // The rules and zones have their hours, which no slider shows.
  const hours = panel(page).getByLabel('Hours from');
  expect(await hours.getAttribute('aria-valuetext')).toBe('as set');
  await hours.fill('20');
  expect(await hours.getAttribute('aria-valuetext')).toBe('8 PM');
  const never = panel(page).getByRole('link', { name: /unassigned numbers: 12 numbers/ });
  await never.click();
  await page.getByRole('heading', { name: 'Numbers' }).waitFor();
  await page.getByText('(900) 555-0100').waitFor();
  // What is tried keeps numbers that can be called at this moment.
  const tried = new URL(page.url());
  tried.searchParams.set('reason', 'calling_hours');
  tried.searchParams.set('open', '20:00');
  tried.searchParams.set('stop', new Date(farDay.getTime() + 3_600_000).toISOString());
  await page.goto(tried.href);
  await page.getByText('Can be called now.').first().waitFor();
});

test('a link to it brings what is dragged and the answer into view, which goes along while one drags', async () => {
  const path = `/main/livemonitoring?campaignId=${campaignId}&forecast=open`;
  const page = await open(path, { width: 1280, height: 720 });
  const rate = panel(page).getByLabel('Calls a minute');
  const status = panel(page).getByRole('status').last();
  await status.getByText('Done today at').waitFor();
  await expect.poll(async () => (await rate.boundingBox())?.y).toBeLessThan(600);
  expect((await status.boundingBox())?.y).toBeGreaterThan(0);
  const box = await rate.boundingBox();
  if (!box) throw new Error('The slider is not shown.');
  const to = (share: number) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  const said = new Set<string>();
  await to(0.2);
  await page.mouse.down();
  // Never still for as long as a person is who has let go.
  for (let move = 0; said.size < 4 && move < 600; move += 1) {
    await to(0.2 + 0.7 * Math.abs(((move / 120) % 2) - 1));
    said.add(await status.innerText());
  }
  await page.mouse.up();
  expect(said.size).toBeGreaterThanOrEqual(4);
});

test('who drags slowly gets answers too, when each takes a while', async () => {
  const page = await open(`/main/livemonitoring?campaignId=${campaignId}&forecast=open`);
  const status = panel(page).getByRole('status').last();
  await status.getByText('Done today at').waitFor();
  await page.route('**/forecast', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The page may have given up by now.
    await route.continue().catch(() => undefined);
  });
  const rate = panel(page).getByLabel('Calls a minute');
  const said = new Set([await status.innerText()]);
  // Each step rests for longer than one that goes on at once.
  for (let step = 0; said.size < 3 && step < 60; step += 1) {
    await rate.fill(String(30 + step));
    await page.waitForTimeout(200);
    said.add(await status.innerText());
  }
  expect(said.size).toBe(3);
});

test('while a new one is calculated it says so, and the last one stays legible and in its place', async () => {
  const page = await open(`/main/campaigns/dialer?campaignId=${campaignId}`, { width: 1440 });
  await panel(page).getByText('Done today at').waitFor();
  /** From the top of the panel, which scrolls. */
  const place = async () => {
    const top = (await panel(page).boundingBox())?.y ?? 0;
    const said = await panel(page).getByRole('status').last().boundingBox();
    return said && { ...said, y: said.y - top };
  };
  const before = await place();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/forecast', async (route) => {
    await held;
    await route.continue();
  });
  await panel(page).getByLabel('Calls a minute').fill('200');
  await calculation(page).getByText('Calculating ...').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await place()).toEqual(before);
  await keepPicture(page, 'forecast-calculating');
  release();
  await calculation(page).getByText('Calculating ...').waitFor({ state: 'detached' });
  expect(await axeFindings(page)).toEqual([]);
});

test('an editor has it, in the dark and on a phone', async () => {
  const path = `/main/campaigns/dialer?campaignId=${campaignId}`;
  const dark = await open(path, { width: 1280, height: 1500, dark: true });
  await panel(dark).getByText('Done today at').waitFor();
  await keepPicture(dark, 'forecast-editor-dark');
  const page = await open(path, { width: 390, height: 844 });
  await panel(page).getByText('Done today at').waitFor();
  await panel(page).scrollIntoViewIfNeeded();
  expect(await scrollsSideways(page)).toBe(false);
  await keepPicture(page, 'forecast-editor-390');
  expect(await panel(page).getByLabel('Start').count()).toBe(1);
  // Its rate is asked for as it is typed; an automatic stop counts once it is saved.
  const later = panel(page).getByText('Some of your changes count here once they are saved.');
  await page.getByLabel('Calls per minute').fill('30');
  await panel(page).getByText('Done today at').waitFor();
  expect(await later.count()).toBe(0);
  await page.getByLabel('Auto stop time').fill('3:00');
  await later.waitFor();
  // Of one that runs, nothing about its start can be tried.
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaignId,
    ]),
  );
  await page.reload();
  await panel(page).getByRole('heading', { name: 'How it will go' }).waitFor();
  expect(await panel(page).getByLabel('Start').count()).toBe(0);
});

test('without a message it is never done, and the picture is of the day of the run', async () => {
  const mute = await makeCampaign(db, clientId, { name: 'Mute' });
  await makeList(db, { clientId, campaignId: mute }, { entries: 30 });
  const page = await open(`/main/livemonitoring?campaignId=${mute}&forecast=open`);
  const status = panel(page).getByRole('status').last();
  await status.getByText('Never done The campaign has no voice message.').waitFor();
  // The test before has started it.
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaignId,
    ]),
  );
  await page.goto(page.url().replace(`campaignId=${mute}`, `campaignId=${campaignId}`));
  await panel(page).getByRole('heading', { name: 'The next 24 hours' }).waitFor();
  await panel(page).getByLabel('Start').fill('96');
  await panel(page)
    .getByRole('heading', { name: /^24 hours from / })
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('how the forecasts did is on a screen of its own', async () => {
  const at = (minutes: number) => new Date(farDay.getTime() + minutes * 60_000).toISOString();
  const none = { p10: 1, p50: 1, p90: 1 };
  const finish = { p10: at(-20), p50: at(-15), p90: at(-10) };
  const forecast = { finish, persons: none, attempts: none };
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO forecast (client_id, campaign_id, at, campaign_version, numbers, forecast, ended_at,
         ending) VALUES ($1, $2, $3, 1, 1, $4, $5, 'completed')`,
      [clientId, campaignId, at(-60), JSON.stringify(forecast), at(-14)],
    ),
  );
  const page = await open('/main/forecasts', { width: 1280, height: 800 });
  await page.getByText('1 of 1 run ended within the time that was said').waitFor();
  await page.getByText('should. Times are in').waitFor();
  await page.getByRole('gridcell', { name: 'As said' }).waitFor();
  await keepPicture(page, 'forecasts');
});

test('on a phone the list of forecasts says once what became of each', async () => {
  const at = (minutes: number) => new Date(farDay.getTime() + minutes * 60_000).toISOString();
  const none = { p10: 1, p50: 1, p90: 1 };
  const finish = { p10: at(-20), p50: at(-15), p90: at(-10) };
  const forecast = JSON.stringify({ finish, persons: none, attempts: none });
  const newcomer = await makeClient(db);
  for (const [name, ended, ending] of [
    ['Runs', null, null],
    ['Halted', at(-5), 'stopped'],
    ['Done', at(-14), 'completed'],
  ]) {
    const runStatus = ended ? 1 : 3;
    const id = await makeCampaign(db, newcomer.clientId, { name: String(name), runStatus });
    await asClient(db, newcomer.clientId, (tx) =>
      tx.run(
        `INSERT INTO forecast (client_id, campaign_id, at, campaign_version, numbers, forecast,
           ended_at, ending) VALUES ($1, $2, $3, 1, 1, $4, $5, $6)`,
        [newcomer.clientId, id, at(-60), forecast, ended, ending],
      ),
    );
  }
  const look = { width: 390, height: 844 };
  const page = await openSignedIn(browser, console, newcomer, '/main/forecasts', look);
  await page.getByText('As said', { exact: true }).waitFor();
  const words = await page.locator('main').innerText();
  expect(words.match(/still running|was stopped|\bas said/gi)?.toSorted()).toEqual([
    ...['As said', 'still running', 'was stopped'],
  ]);
  await keepPicture(page, 'forecasts-390');
});

test('on a phone the heading of the forecast stays in one line beside its button', async () => {
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaignId,
    ]),
  );
  const path = `/main/livemonitoring?campaignId=${campaignId}&forecast=open`;
  const page = await open(path, { width: 390, height: 844 });
  const heading = panel(page).getByRole('heading', { name: 'How it will go' });
  await panel(page).getByText('Done today at').waitFor();
  const button = panel(page).getByRole('button', { name: 'Hide the forecast' });
  const [words, beside] = [await heading.boundingBox(), await button.boundingBox()];
  expect(words?.height).toBeLessThan(32);
  // In the same row: the middle of one is within the other.
  const middle = (words?.y ?? 0) + (words?.height ?? 0) / 2;
  expect(middle).toBeGreaterThan(beside?.y ?? 0);
  expect(middle).toBeLessThan((beside?.y ?? 0) + (beside?.height ?? 0));
  expect(await scrollsSideways(page)).toBe(false);
  await panel(page).scrollIntoViewIfNeeded();
  await keepPicture(page, 'forecast-heading-390');
});
