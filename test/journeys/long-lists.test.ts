/**
 * Every screen with long lists, and with nothing: nothing for axe to find, no page that scrolls
 * sideways, no word cut at 1280 px and more. The suite runs a cut; `npm run proof:screens` has 500
 * rows, all widths and both themes, and keeps the pictures.
 */
// First: what the routes import reads the browser's storage.
import '../harness/browser-globals.ts';

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { pageRoutes } from '../../src/web/app/routes.ts';
import { testBrowser } from '../harness/browser.ts';
import { addCallRecords } from '../harness/call-records.ts';
import {
  makeBucket,
  makeCallList,
  makeCampaign,
  makeVoiceMessage,
} from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { axeFindings, testConsole } from '../harness/console.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSignedIn } from '../harness/signed-in.ts';
import {
  addContacts,
  addInboundTexts,
  makeTextCampaign,
  makeTextMessage,
} from '../harness/text-data.ts';
import { addArchives } from './archive-fixtures.ts';
import { cutTexts, keepPicture, scrollsSideways } from './screen.ts';

const whole = process.env.CARILLON_PROOF === 'whole';
const rows = whole ? 500 : 60;
const minutes = whole ? 30 : 2;

const db = await freshDatabase();
const console = await testConsole(db);
const browser = testBrowser();
const full = await makeClient(db, { name: 'Harbor Regional Health' });
const empty = await makeClient(db, { name: 'Nothing Yet' });
const { clientId } = full;
const numbers = Array.from({ length: rows }, (_, at) => at + 1);
const phones = numbers.map((n) => `1302555${String(n).padStart(4, '0')}`);
const nameOf = (n: number) =>
  n % 7 === 0 ? `Q4 balance reminders for accounts past due, region ${n}` : `Part ${n}`;
const instant = (n: number) => new Date(Date.UTC(2026, 10, 20, 15) + n * 61_000).toISOString();

let campaignId = 0;
for (const n of numbers) {
  const name = nameOf(n);
  const customerMessageId = await makeVoiceMessage(db, clientId, name);
  await makeTextMessage(db, clientId, name, 'Hello [first_name], your balance is due.');
  const kind = { type: n % 3 === 0 ? (2 as const) : (1 as const), customerMessageId };
  const runStatus = n % 5 === 0 ? (3 as const) : (1 as const);
  campaignId = await makeCampaign(db, clientId, { name, ...kind, runStatus });
  const counts = { attempted: 400 * n, person: 100 * n, machine: 200 * n, no_answer: 60 * n };
  const list = { campaignId, name: `${name}, November`, phones: 1_000 * n, counts };
  const callListId = await makeCallList(db, clientId, list);
  await makeTextCampaign(db, clientId, { name });
  if (n <= 100) await makeBucket(db, clientId, name);
  if (n <= 100) await makeManager(db, clientId, { name: `Manager ${n}` });
  if (n < rows) continue;
  const people = numbers.map((one) => ({ first_name: 'Ann', last_name: `Other ${one}` }));
  await addContacts(db, clientId, callListId, people);
}
await asClient(db, clientId, async (tx) => {
  await tx.run(
    `INSERT INTO do_not_call (client_id, phone, source) SELECT $1, unnest($2::text[]), 'key'`,
    [clientId, phones],
  );
  await tx.run(
    `INSERT INTO account_field (client_id, custom_index, name)
     SELECT $1, n, 'Part ' || n FROM generate_series(10, 40) n`,
    [clientId],
  );
});
await addInboundTexts(
  db,
  clientId,
  phones.map((phone, at) => ({
    ...{ phone, received: instant(at), intent: ([1, 3, 5] as const)[at % 3] ?? 1 },
    message: at % 3 === 0 ? 'Please call me after five, I have a question.' : 'STOP',
  })),
);
const results = ['person', 'machine', 'no_answer', 'busy', 'failed'] as const;
await addCallRecords(
  db,
  clientId,
  console.deps.vault,
  phones.map((phone, at) => ({
    ...{ phone, startedAt: instant(at), campaignName: nameOf(at), ssn: '123-45-6789' },
    ...{ callListName: `${nameOf(at)}, November`, result: results[at % 5] ?? 'person' },
  })),
);
await addArchives(
  db,
  full,
  numbers.slice(0, 30).map((n) => ({
    ...{ status_id: 3, file_name: `${nameOf(n)}.csv`, created: instant(n), progress: 100 },
    ...{ number_of_records: n, download_count: n % 3, last_download: instant(n) },
  })),
);

/** Of the screens that the suite opens: those with the longest lists. */
const longest = ['/main/campaigns/dialer', '/main/calllist', '/main/textmanager'];
const routes = pageRoutes.filter(({ path }) => whole || longest.includes(path));
const widths = whole ? ([390, 768, 1280, 1440] as const) : ([390] as const);
const heights = { 390: 844, 768: 1_024, 1280: 800, 1440: 900 };
const looks = widths.flatMap((width) =>
  (whole ? [false, true] : [false]).map((dark) => ({
    ...{ width, height: heights[width], dark },
    name: `${width}-${dark ? 'dark' : 'light'}`,
  })),
);
/** A preview of a text goes on in its thread. */
const previews = ['/main/textmanager'];

test.each(looks)(
  'long lists and empty ones are whole, and axe finds nothing ($name)',
  async ({ name, ...look }) => {
    for (const [kind, client] of Object.entries({ full, empty })) {
      const page = await openSignedIn(browser, console, client, '/status', look);
      for (const { path } of routes) {
        const campaign = path === '/main/numbers' ? `campaignId=${campaignId}&part=all&` : '';
        if (kind === 'empty' && campaign) continue;
        const address = path.replace('$phone', phones[3] ?? '');
        await page.goto(`${console.url}${address}?${campaign}rows=500`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Loading ...').first().waitFor({ state: 'detached' });
        const cut = look.width < 1_280 || previews.includes(path) ? [] : await cutTexts(page);
        const seen = { axe: await axeFindings(page), sideways: await scrollsSideways(page), cut };
        expect([path, kind, seen]).toEqual([path, kind, { axe: [], sideways: false, cut: [] }]);
        if (whole)
          await keepPicture(page, `${kind}-${path.slice(6).replaceAll(/\W/g, '-')}-${name}`);
      }
      await page.context().close();
    }
    expect(browser.errors).toEqual([]);
  },
  minutes * 60_000,
);
