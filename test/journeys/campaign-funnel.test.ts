import { mkdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { makeList, makeCampaign as makeRunnable } from '../engine/world.ts';
import { testBrowser } from '../harness/browser.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { axeFindings, signInByHand, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
/** 9:00 in New York, 4:00 in Hawaii. */
const now = new Date('2026-11-20T14:00:00Z');
const api = await testConsole(db, { now: () => now });
const browser = testBrowser();
const pictures = 'artifacts/funnel';
mkdirSync(pictures, { recursive: true });

/** 60 numbers: due, in Hawaii, barred, called as often as the cap allows, and those of a closed list. */
async function someNumbers() {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaign = await makeRunnable(db, { clientId });
  const own = [clientId, campaign.campaignId] as const;
  const lists = [
    await makeList(db, campaign, { entries: 30, firstPhone: 13_025_550_100 }),
    await makeList(db, campaign, { entries: 20, firstPhone: 18_085_550_100 }),
    await makeList(db, campaign, { entries: 10, firstPhone: 13_025_550_200 }),
  ];
  await setContactCap(db, clientId, { calls: 7, texts: null, days: 7 });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, counts_as)
       SELECT $1, 900000 + hour, entry_id, $2, phone, gen_random_uuid(), at, at, 'busy', 'call'
       FROM list_entry, generate_series(0, 6) hour,
         LATERAL (SELECT $4::timestamptz - interval '6 days' + make_interval(hours => hour,
           mins => entry_id * 10) AS at) x
       WHERE client_id = $1 AND call_list_id = $3 AND entry_id BETWEEN 5 AND 9`,
      [...own, lists[0], now],
    );
    await tx.run(
      `UPDATE campaign SET run_status = 3, name = 'Q4 balance reminders, Harbor Regional Orthopedics'
       WHERE client_id = $1 AND campaign_id = $2`,
      own,
    );
    await tx.run('UPDATE call_list SET status_id = 6 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      lists[2],
    ]);
    await tx.run(
      `UPDATE list_entry SET state = 2, reason = 'opt_out_key'
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id <= 4`,
      [clientId, lists[0]],
    );
    await tx.run(
      `UPDATE call_list_count SET barred = 4, barred_key = 4
       WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, lists[0]],
    );
    await tx.run(
      `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
       VALUES ($1, $2, 3, 'Phone', '3025550148', '{"code": "number_duplicate"}')`,
      [clientId, lists[0]],
    );
  });
  return client;
}

async function open(client: Awaited<ReturnType<typeof makeClient>>, dark = false) {
  const page = await browser.newPage({ dark });
  await signInByHand(page, api.url, client);
  await page.goto(`${api.url}/main/livemonitoring`);
  return { page, funnel: page.getByRole('region', { name: 'Number status' }) };
}

test('Live Monitoring says how many can be called now and what the others wait for', async () => {
  const client = await someNumbers();
  const { funnel } = await open(client);
  await funnel.getByText('Counted at 9:00:00 AM').waitFor();
  expect(await funnel.getByRole('term').allTextContents()).toEqual([
    'Called',
    'Can be called now',
    'Waiting for 8:00 AM in Hawaii, at 1:00 PM',
    'Waiting because they were called 7 times within 7 days, first at Nov 21, 9:50 AM, last at Nov 21, 10:30 AM',
    'Pressed 9 to opt out',
    'Left in closed lists',
    'Loaded',
  ]);
  const figures = await funnel.getByRole('definition').allTextContents();
  const counts = ['0', '21', '20', '5', '4', '10', '60'];
  expect(figures.filter((text) => !text.endsWith('%'))).toEqual(counts);
  const duplicate = reasonSentence({ code: 'number_duplicate' });
  await funnel.getByText('1 number in the files was not loaded:').waitFor();
  await funnel.getByRole('listitem').getByText(duplicate).waitFor();
  // The waiting numbers change without a reload.
  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [client.clientId]),
  );
  await funnel.getByText('Waiting for the campaign to run').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('every figure that counts numbers opens exactly those numbers, and the file has them too', async () => {
  const client = await someNumbers();
  const { page, funnel } = await open(client);
  await funnel.getByText('Counted at 9:00:00 AM').waitFor();
  const links = await page
    .getByRole('article')
    .locator('a[href*="/main/numbers"]')
    .evaluateAll((all) =>
      all.map((link) => ({
        label: link.getAttribute('aria-label') ?? '',
        href: link.getAttribute('href') ?? '',
        says: Number.parseInt((link.textContent ?? '').replaceAll(',', ''), 10),
      })),
    );
  expect(links.map(({ label }) => label)).toEqual([
    'Total: 60 numbers',
    'Remaining: 60 numbers',
    '4 of the remaining numbers',
    'Can be called now: 21 numbers',
    'Waiting for 8:00 AM in Hawaii: 20 numbers',
    'Waiting because they were called 7 times within 7 days: 5 numbers',
    'Pressed 9 to opt out: 4 numbers',
    'Left in closed lists: 10 numbers',
    'Loaded: 60 numbers',
    expect.stringContaining('1 not loaded'),
  ]);
  for (const { label, href, says } of links) {
    await page.goto(`${api.url}${href}`);
    const numbers = says === 1 ? 'number' : 'numbers';
    await page.getByText(`${says} ${numbers} at 9:00:00 AM.`).waitFor();
    await page.getByText(`${says} of ${says} shown`).waitFor();
    const rows = await page.getByRole('row').count();
    expect({ label, rows: Math.min(rows - 1, says) }).toEqual({ label, rows: rows - 1 });
    expect(rows).toBeGreaterThan(1);
  }
  // The screen of the last figure but one: all sixty, each number leads to what is known of it.
  await page.goto(`${api.url}${links[6]?.href}`);
  await page.getByText('Pressed 9 to opt out').first().waitFor();
  await page.getByText('Barred. The person pressed 9 to opt out.').first().waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(5);
  expect(file).toContain('opt_out_key');
  expect(await axeFindings(page)).toEqual([]);
  const first = page.getByRole('link', { name: '(302) 555-0100' });
  expect(await first.getAttribute('href')).toBe('/main/number/13025550100');
  // Search, order and row count work over all sixty, and stand in the address.
  await page.goto(`${api.url}${links[0]?.href}`);
  await page.getByText('60 of 60 shown').waitFor();
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('25');
  await page.getByText('25 of 60 shown').waitFor();
  const heads = page.getByRole('columnheader').getByRole('button');
  await heads.filter({ hasText: 'Number' }).click();
  await heads.filter({ hasText: 'Number' }).click();
  await page.waitForURL(/sort=-phone/);
  const top = page.getByRole('row').nth(1);
  await expect.poll(() => top.innerText()).toContain('(808)');
  const find = page.getByRole('searchbox', { name: 'Find by number or name' });
  await find.fill('302 555');
  await page.getByText(/\d+ numbers found at 9:00:00 AM\./).waitFor();
  await page.reload();
  await page.getByText(/\d+ numbers found at 9:00:00 AM\./).waitFor();
  expect(await find.inputValue()).toBe('302 555');
  await find.fill('nobody at all');
  await page.getByText('No number found').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('60 numbers at 9:00:00 AM.').waitFor();
  expect(browser.errors.splice(0)).toEqual([]);
});

test('a part without numbers says so and leads back; a failed read can be tried again', async () => {
  const { page } = await open(await someNumbers());
  const link = page.getByRole('link', { name: /^Can be called now/ });
  const href = (await link.getAttribute('href')) ?? '';
  await page.goto(`${api.url}${href.replace('part=callable', 'part=in_progress')}`);
  await page.getByText('No numbers here now').waitFor();
  await page.getByRole('link', { name: 'Back to Live Monitoring' }).waitFor();
  await page.route('**/api/campaign/*/numbers**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'The database cannot be reached.' } }),
  );
  await page.goto(`${api.url}${href}`);
  const again = page.getByRole('button', { name: /Try again|Retry/ });
  await again.waitFor();
  await page.unrouteAll();
  await again.click();
  await page.getByText('21 numbers at 9:00:00 AM.').waitFor();
});

test.each([false, true])(
  'axe finds nothing in it (dark: %s), at 1280 and at 390 px',
  async (dark) => {
    const { page, funnel } = await open(await someNumbers(), dark);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await funnel.scrollIntoViewIfNeeded();
      await funnel.getByText('Left in closed lists').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      expect(await axeFindings(page)).toEqual([]);
      await funnel.getByText(/not loaded/).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${pictures}/${width}-${dark ? 'dark' : 'light'}.png` });
    }
  },
);

test('it says that no numbers are loaded, that it loads, and why it could not be read', async () => {
  const client = await makeClient(db);
  await makeCampaign(db, client.clientId, { name: 'Bare' });
  const { page, funnel } = await open(client);
  await funnel.getByText('No numbers are loaded yet.').waitFor();
  await page.route('**/api/campaign/*/funnel**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'The database cannot be reached.' } }),
  );
  await page.reload();
  await funnel.getByText('Loading ...').or(funnel.getByRole('alert')).first().waitFor();
  await funnel.getByRole('alert').waitFor();
  // The rest of the screen stays.
  await page.getByRole('button', { name: 'Start' }).waitFor();
});

test('it is not asked for while the tab is hidden', async () => {
  const { page, funnel } = await open(await someNumbers());
  await funnel.getByText(/^Counted at/).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const hide = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
  await hide('hidden');
  await page.waitForTimeout(500);
  asked.length = 0;
  await page.waitForTimeout(4_500);
  expect(asked.filter((url) => url.includes('/funnel'))).toEqual([]);
  await hide('visible');
  await expect.poll(() => asked.some((url) => url.includes('/funnel'))).toBe(true);
});
