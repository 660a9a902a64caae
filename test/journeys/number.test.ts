import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { addAttempt, addEntry, at, makeNumberWorld, minutesAgo } from '../api/number-world.ts';
import { testBrowser } from '../harness/browser.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import { scrollsSideways } from './screen.ts';

const db = await freshDatabase();
const console = await testConsole(db, { now: () => at });
const browser = testBrowser();
const world = await makeNumberWorld(db);
const { client } = world;
const run = (sql: string, ...values: unknown[]) =>
  asClient(db, client.clientId, (tx) => tx.run(sql, [client.clientId, ...values]));

/** Alaska by its area code, Washington by the account's zip code. */
const phone = '19075550148';
const november = 'Orthopedics statements, November 19';
await addEntry(db, world, { phone, name: november, zipCode: '98109' });
const done = await addEntry(db, world, { phone, name: 'Pre-surgical deposits', state: 1 });
await addAttempt(db, world, {
  ...{ phone, callListId: done, attemptedAt: minutesAgo(2 * 1440), result: 'no_answer' },
});
const closed = await addEntry(db, world, {
  ...{ phone, name: 'Flu clinic', state: 2, reason: 'opt_out_text' },
});
await run(
  'UPDATE call_list SET closed_at = $3 WHERE client_id = $1 AND call_list_id = $2',
  ...[closed, minutesAgo(90)],
);
await run(
  `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
   VALUES ($1, $2, 18204, 'CELL_PH', '907-555-0148', '{"code": "number_duplicate"}')`,
  done,
);
await run(
  `INSERT INTO call_list_import (client_id, call_list_id, manager_id, file_name, file_lines,
     accounts, accounts_left, phones, phones_imported, wrong_format, fields_cut, restricted,
     unknown_states, reasons)
   VALUES ($1, $2, 1, 'deposits-november.csv', 18210, 0, 0, 0, 0, 0, 0, 0, 0, '[]')`,
  done,
);
await run(
  `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
     carrier_ref)
   SELECT $1, $2, '13025550100', $3::timestamptz - make_interval(hours => n), 'Ok thanks ' || n,
     1, 'journey:' || n FROM generate_series(1, 70) n`,
  ...[phone, at],
);
await addEntry(db, world, { phone: '12125550199', name: 'Now', externalId: 'HRO-2' });

type Look = Parameters<typeof browser.newPage>[0];
const open = (number: string, look: Look = {}) =>
  openSignedIn(browser, console, client, `/main/number/${number}`, look);

test('a number says when it is called next, why, and what each rule read', async () => {
  const page = await open(phone);
  await page.getByRole('heading', { name: '(907) 555-0148' }).waitFor();
  await page.getByText('Ruth Kamaka, account HRO-1. On 3 lists, waits in 1.').waitFor();
  await page.getByText(/^Next chance today at 1:00 PM, in 2 h 1\d min\./).waitFor();
  await page.getByText('must be open in all of them', { exact: false }).waitFor();
  const regions = page.getByRole('list', { name: 'Time zones it may be in' }).getByRole('listitem');
  expect(await regions.count()).toBe(3);
  await regions.filter({ hasText: 'Aleutian Islands' }).getByText('5:42 AM').waitFor();
  const now = page.getByRole('region', { name: 'Now' });
  await now.getByText(/^Waits in/).waitFor();
  expect(await now.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(
      /^Waits in Orthopedics .*the Aleutian Islands open at 1:00 PM \(8:00 AM there\), in/,
    ),
    expect.stringMatching(/^Not loaded from Pre-surgical deposits/),
    expect.stringMatching(/^Done in Pre-surgical deposits: called Nov 18, not answered\./),
    expect.stringMatching(/^Barred in Flu clinic: opted out by text/),
  ]);
  await now
    .getByText(/^Line 18,204, column CELL_PH\. Uploaded .* from deposits-november\.csv\./)
    .waitFor();
  const rules = page.getByRole('region', { name: /^Rules asked/ }).getByRole('listitem');
  expect(await rules.count()).toBe(15);
  await rules.filter({ hasText: 'Calling hours, 8:00 AM to 9:00 PM' }).waitFor();
  await rules
    .filter({ hasText: 'Not asked: the calling hours had already decided.' })
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: november }).press('Enter');
  await page.waitForURL(/\/main\/calllist\?callListId=\d+$/);
  await page.goBack();
  await page.getByRole('heading', { name: '(907) 555-0148' }).waitFor();
});

test('the past loads more when it is scrolled, and says what was not kept', async () => {
  const page = await open(phone);
  const past = page.getByRole('region', { name: 'Past' });
  await past.getByText('Reply "Ok thanks 1"').waitFor();
  await past.getByText('Flu clinic was closed').waitFor();
  expect(await past.getByText('Reply "Ok thanks 70"').count()).toBe(0);
  await past.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await past.getByText('Reply "Ok thanks 70"').waitFor();
  await past
    .getByText('What allowed it was not recorded at that time.', { exact: false })
    .waitFor();
});

test('a number that can be called is put on the do-not-call list after a question', async () => {
  const page = await open('12125550199', { dark: true });
  await page.getByText(/^Can be called now, until/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add to Do Not Call' }).click();
  await page
    .getByText('Its waiting entries will be barred permanently', { exact: false })
    .waitFor();
  await page.getByRole('button', { name: 'Yes, Add' }).click();
  await page.getByText(/^Will not be called: on the do-not-call list/).waitFor();
  await page
    .getByRole('region', { name: 'Now' })
    .getByText(/^Barred in/)
    .waitFor();
});

test('on a small screen everything is one column, with the actions in a menu', async () => {
  const page = await open(phone, { width: 390, height: 844 });
  await page.getByText(/^Next chance today/).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const actions = page.getByRole('button', { name: 'Actions' });
  const menu = await actions.boundingBox();
  // Beside the title, not below the sentence under it.
  expect(menu?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  await actions.click();
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('a number without a trace, and an address without a number, say so', async () => {
  const page = await open('13025550199');
  await page.getByText('Nothing is known about this number').waitFor();
  await page.goto(`${console.url}/main/number/12`);
  await page.getByText('Enter a US or Canadian phone number with 10 digits.').waitFor();
});

test('a rule of the contact policy that holds a number is named with its source, and opens', async () => {
  const terms = {
    ...{ kind: 'hours', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
    ...{ open: null, close: null, from: '2026-01-01', until: '2037-12-31' },
  };
  await run('INSERT INTO policy_book (client_id) VALUES ($1) ON CONFLICT DO NOTHING');
  await run(
    `INSERT INTO policy_rule (client_id, channel, terms, source)
     VALUES ($1, 'any', $2, 'Executive Order 202.8')`,
    JSON.stringify(terms),
  );
  const page = await open(phone);
  const words = 'No calls or texts from Jan 1, 2026 through Dec 31, 2037';
  await page.getByText(`${words}: it is held, and asked again`).first().waitFor();
  const rules = page.getByRole('region', { name: 'Rules asked for the chosen entry' });
  await rules.getByText(`${words} (Executive Order 202.8).`).waitFor();
  await rules.getByRole('link', { name: 'Show rule' }).click();
  await page.getByRole('heading', { name: /^Rule \d+/ }).waitFor();
  await page.getByText('Executive Order 202.8').first().waitFor();
  await run('DELETE FROM policy_rule WHERE client_id = $1');
  expect(browser.errors).toEqual([]);
});
