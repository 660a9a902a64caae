/** The card "Try this" in a real browser: five lines that tick by what happened. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { notAllowed } from '../../src/contract/role.ts';
import { tourTexts } from '../../src/contract/tour.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { callbackSource } from '../../src/engine/carriers/callback-source.ts';
import { makeEngine, temporaryFolder } from '../engine/test-engine.ts';
import { makeTexting, quietReaders, textingNumberOf } from '../engine/text-world.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { keepPicture, scrollsSideways, wideBoxes } from './screen.ts';

const db = await freshDatabase();
const clock = virtualClock(afternoon);
const folder = temporaryFolder();
const api = await testConsole(db, {
  now: () => new Date(clock.now()),
  killEngine: async () => ({ pid: 1 }),
  // Five digits, as after an evening of the demo.
  simulatedTally: () => ({ taken: 12_345, twice: 0 }),
});
const browser = testBrowser();
const carrier = simulatedTextCarrier({
  ...{ clock, dataFolder: folder, profile: quietReaders },
  randomOf: (name) => seededRandom(name),
  callbacks: callbackSource(db, 'simulated'),
});
const textCarriers = new Map([['simulated', carrier]]);
const { engine } = makeEngine(db, { clock, folder, deps: { textCarriers } });
let stopped = false;
const loop = (async () => {
  while (!stopped) {
    clock.advance(simMs(50));
    await engine.tick();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})();
afterAll(async () => {
  stopped = true;
  await loop;
  await carrier.close();
});

/** One at a time: the engine may be killed only while the demo is alone. */
async function demo() {
  const disabled = `UPDATE client SET disabled_at = '2026-01-01'`;
  await asPlatform(db, (tx) => tx.run(disabled));
  const client = await makeClient(db);
  const marked = 'UPDATE client SET demo = true WHERE client_id = $1';
  await asPlatform(db, (tx) => tx.run(marked, [client.clientId]));
  return client;
}

async function busyDemo() {
  const client = await demo();
  const { clientId } = client;
  const texting = await makeTexting(db, { clientId });
  const calling = await makeCampaign(db, { clientId });
  await makeList(db, calling, { entries: 40, firstPhone: 19_075_550_100 });
  // Somebody asked not to be called: the others could be, now.
  await asClient(db, clientId, (tx) => optOut(tx, clientId, '19075550107', 'text'));
  const callerId = await textingNumberOf(db, texting);
  await addCallRecords(db, clientId, api.deps.vault, [
    { startedAt: '2026-11-20T19:00:00Z', phone: '13025550101', campaignId: calling.campaignId },
    { callType: 'Text', result: 'delivered', phone: '13025550103', callerId, firstName: 'Wei' },
  ]);
  return client;
}

const card = (page: Page) => page.getByRole('region', { name: 'Try this' });
const done = (page: Page, count: number) => card(page).getByText(`${count} of 5 done.`).waitFor();

test('each line of the card leads somewhere and ticks by what happened, until it is put away', async () => {
  const client = await busyDemo();
  const page = await openSignedIn(browser, api, client, '/');
  await done(page, 0);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'try-this');

  await card(page).getByText('Ask why (907) 555-0107 was not called').waitFor();
  await card(page).getByRole('link', { name: 'Open the number' }).click();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await page.goBack();
  await done(page, 1);

  await card(page).getByRole('link', { name: 'Open the story' }).click();
  await page.getByRole('complementary', { name: 'Call record' }).getByText('Ann Other').waitFor();
  await page.goto(api.url);
  await done(page, 2);

  await card(page).getByRole('link', { name: 'Open the forecast' }).click();
  await page.getByRole('slider').first().focus();
  await page.keyboard.press('ArrowRight');
  await done(page, 3);
  await keepPicture(page, 'try-this-forecast');

  await card(page).getByRole('button', { name: 'Answer as Wei Other' }).click();
  await keepPicture(page, 'try-this-answer');
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText(/^Opted out at .* No campaign calls or texts \(302\) 555-0103 any more/)
    .waitFor();
  await keepPicture(page, 'try-this-opted-out');
  await page.getByRole('button', { name: 'Close' }).last().click();
  await done(page, 4);

  await card(page).getByRole('button', { name: 'Kill the engine' }).click();
  await card(page)
    .getByText(/^Killed .* Nothing was in flight/)
    .waitFor();
  await card(page).getByText('Called twice: 0').waitFor();
  await done(page, 5);
  await keepPicture(page, 'try-this-done');

  await card(page).getByRole('button', { name: 'Put away' }).click();
  await card(page).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: client.manager.name }).click();
  await page.getByRole('menuitem', { name: 'Try this' }).click();
  await done(page, 5);
});

test('why the engine cannot be killed is written in the line, not only on its button', async () => {
  const client = await busyDemo();
  await makeClient(db);
  const page = await openSignedIn(browser, api, client, '/');
  await card(page).getByRole('paragraph').filter({ hasText: tourTexts.notAlone }).waitFor();
  await keepPicture(page, 'try-this-refused');
  expect(await axeFindings(page)).toEqual([]);
});

test.each([
  [390, false],
  [390, true],
  [360, false],
  [360, true],
  [1280, false],
  [1280, true],
])(
  'at %i px everything of the card is inside it, also beside a long counter (dark: %s)',
  async (width, dark) => {
    const page = await openSignedIn(browser, api, await busyDemo(), '/', {
      ...{ width, height: 844, dark },
    });
    await card(page).getByText('12,345 calls and texts').waitFor();
    const right = (box: { x: number; width: number } | null) => (box ? box.x + box.width : 0);
    const edge = right(await card(page).boundingBox());
    expect(edge).toBeLessThanOrEqual(width);
    const controls = card(page).locator('a, button, [data-counter]');
    for (const control of await controls.all()) {
      expect(right(await control.boundingBox()), await control.innerText()).toBeLessThan(edge);
    }
    expect([await scrollsSideways(page), await wideBoxes(page)]).toEqual([false, 0]);
    await card(page).getByRole('button', { name: 'Kill the engine' }).scrollIntoViewIfNeeded();
    await keepPicture(page, `try-this-kill-${width}-${dark ? 'dark' : 'light'}`);
  },
);

test.each([
  [1280, false],
  [390, true],
])('a long name without a space stays inside the card at %i px (dark: %s)', async (width, dark) => {
  const client = await busyDemo();
  const name = 'W'.repeat(200);
  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE campaign SET name = $2 WHERE client_id = $1', [client.clientId, name]),
  );
  const page = await openSignedIn(browser, api, client, '/', { width, height: 844, dark });
  const line = card(page).getByRole('listitem').filter({ hasText: name });
  await line.waitFor();
  const overflows = await line.evaluate((one) =>
    [one, ...one.querySelectorAll('p')].map((box) => box.scrollWidth - box.clientWidth),
  );
  expect(Math.max(...overflows)).toBeLessThanOrEqual(0);
  await line.scrollIntoViewIfNeeded();
  await keepPicture(page, `try-this-long-name-${width}-${dark ? 'dark' : 'light'}`);
});

test('who only reads finds in the line why the answer is off', async () => {
  const client = await busyDemo();
  const manager = await makeManager(db, client.clientId, { role: 'reporter' });
  const page = await openSignedIn(browser, api, { ...client, manager }, '/');
  await card(page).getByRole('button', { name: 'Answer as Wei Other' }).waitFor();
  await card(page)
    .getByRole('paragraph')
    .filter({ hasText: 'Answer STOP' })
    .getByText(notAllowed.manager)
    .waitFor();
});

test('once everybody was called, the line leads to one of them', async () => {
  const client = await demo();
  const { clientId } = client;
  const calling = await makeCampaign(db, { clientId });
  await makeList(db, calling, { entries: 1, firstPhone: 13_025_550_101 });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE list_entry SET state = 1 WHERE client_id = $1', [clientId]),
  );
  await addCallRecords(db, clientId, api.deps.vault, [
    { startedAt: '2026-11-20T19:00:00Z', phone: '13025550101', campaignId: calling.campaignId },
  ]);
  const page = await openSignedIn(browser, api, client, '/');
  await card(page).getByText('Ask what became of (302) 555-0101').waitFor();
  expect(await card(page).getByText('Start the campaign first').count()).toBe(0);
  await card(page).getByRole('link', { name: 'Open the number' }).click();
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
  await page.goBack();
  await done(page, 1);
});

test('in an empty demo each line says what comes first and leads there, also on a phone', async () => {
  const page = await openSignedIn(browser, api, await demo(), '/', {
    width: 390,
    height: 844,
  });
  await done(page, 0);
  expect(await card(page).getByRole('link', { name: 'Open Campaigns' }).count()).toBe(4);
  await card(page).getByRole('link', { name: 'Open Texting' }).waitFor();
  expect([await scrollsSideways(page), await wideBoxes(page)]).toEqual([false, 0]);
  expect(await axeFindings(page)).toEqual([]);
  await keepPicture(page, 'try-this-empty-390');
});

test('nobody else sees the card, and only files of the demo are called made up', async () => {
  const saved = async (page: Page) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    return (await download).suggestedFilename();
  };
  const own = await openSignedIn(browser, api, await demo(), '/main/donotcall');
  expect(await saved(own)).toMatch(/^made up do not call .*\.csv$/);
  const page = await openSignedIn(browser, api, await makeClient(db), '/');
  await page.getByRole('heading', { name: 'Messages List' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await card(page).count()).toBe(0);
  await page.goto(`${api.url}/main/donotcall`);
  expect(await saved(page)).toMatch(/^do not call .*\.csv$/);
});
