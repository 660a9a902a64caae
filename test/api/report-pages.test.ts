/** Pages that do not wait for their count (docs/decisions/080-pages-before-counts.md) are the same pages. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../src/contract/call-record.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);
const { clientId } = client;

await addCallRecords(db, clientId, api.deps.vault, [
  {
    startedAt: '2026-11-01T00:00:00Z',
    lastName: 'Rarest',
    campaignName: 'Old name',
    callListName: 'X',
  },
]);
// More than the newest that are tried first; the rarest is behind them.
await asClient(db, clientId, (tx) =>
  tx.run(
    `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
       billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
       call_list_name, campaign_name, last_name)
     SELECT client_id, started_at + n * interval '20 seconds', call_list_id, 1000 + n, 1 + n % 7, n % 90,
       n % 90, 14500, n, result, call_type, '1302555' || 1000 + n % 9000, caller_id, caller_id_type,
       'List ' || n % 3, 'Campaign ' || n % 5, 'Name' || n % 400
     FROM call_record, generate_series(1, 20200) n WHERE client_id = $1`,
    [clientId],
  ),
);
await db.pool.query('ANALYZE call_record');

interface Page {
  total: number | null;
  searchedSince: string | null;
  rows: CallRecord[];
}

async function page(body: object): Promise<Page> {
  const response = await manager.post('/api/reports/cdr', body);
  expect(response.status, response.text).toBe(200);
  return response.json();
}

async function count(body: object): Promise<string> {
  return (await manager.post('/api/reports/cdrcount', body)).text;
}

/** When the 20,000th newest began. */
const newestSince = new Date(Date.parse('2026-11-01T00:00:00Z') + 201 * 20_000).toISOString();
const lastDays = { beginDateTime: '2026-11-05T00:00:00Z', endDateTime: '2026-11-05T12:00:00Z' };

test.each<{ filters: object; skip?: number; sort?: object }>([
  { filters: {} },
  { filters: {}, skip: 400 },
  { filters: { lastName: 'rarest' } },
  { filters: { lastName: 'nobody has it' } },
  { filters: { lastName: 'name39' } },
  { filters: { lastName: 'name39' }, skip: 540 },
  { filters: { lastName: 'Name', startTime: lastDays } },
  { filters: { startTime: lastDays, duration: { begin: 7, end: 7 } } },
  { filters: { campaignName: 'Campaign 3' }, skip: 30 },
  { filters: { campaignName: 'Old name' } },
  { filters: { calllistName: 'X' } },
  { filters: { lastName: 'name39' }, sort: { column: 'startTime', descending: false } },
  { filters: { lastName: 'name39', startTime: lastDays }, sort: { column: 'duration' } },
  { filters: { startTime: lastDays }, sort: { column: 'phoneNumber', descending: true }, skip: 5 },
])('a page of $filters without its count, $skip before it, in the order $sort', async (asked) => {
  const body = { numRows: 25, ...asked };
  const counted = await page(body);
  const free = await page({ ...body, withTotal: false });
  expect(free.total).toBeNull();
  expect(free.rows.map((row) => row.recordId)).toEqual(counted.rows.map((row) => row.recordId));
  expect(free.rows).toHaveLength(
    Math.max(0, Math.min(25, Number(counted.total) - (asked.skip ?? 0))),
  );
  expect(await count({ filters: asked.filters })).toBe(String(counted.total));
});

test('counting stops where it is told to, and is exact below', async () => {
  expect(await count({ most: 10_000 })).toBe('10001');
  expect(await count({})).toBe('20201');
  expect(await count({ filters: { lastName: 'rarest' }, most: 10_000 })).toBe('1');
  expect(await count({ filters: { lastName: 'rarest' }, most: 1 })).toBe('1');
  expect(await count({ filters: { campaignName: 'Campaign 3' }, most: 100 })).toBe('101');
});

test.each<{ filters: object; since: boolean }>([
  { filters: { lastName: 'ra' }, since: true },
  { filters: { lastName: 'na', city: 'x' }, since: true },
  { filters: { lastName: 'zq' }, since: true },
  { filters: { state: 'Delaware' }, since: true },
  { filters: { lastName: 'rarest' }, since: false },
  { filters: { lastName: 'ra', campaignName: 'Old name' }, since: false },
  { filters: { lastName: 'ra', startTime: lastDays }, since: false },
  { filters: { duration: { begin: 7, end: 7 } }, since: false },
  { filters: {}, since: false },
])(
  'of $filters the newest are searched, where no index leads, and it is said since when',
  async ({ filters, since }) => {
    const body = { filters, numRows: 25, searchNewest: 20_000 };
    const found = await page(body);
    expect(found.searchedSince).toBe(since ? newestSince : null);
    const span = { beginDateTime: newestSince, endDateTime: '2027-01-01T00:00:00Z' };
    const same = await page({ filters: since ? { ...filters, startTime: span } : filters });
    expect(found.total).toBe(same.total);
    expect(found.rows).toEqual(same.rows);
    expect(await count(body)).toBe(String(same.total));
    const summary = await manager.post('/api/reports/cdrsummary', {
      filters,
      searchNewest: 20_000,
    });
    expect(summary.json<{ total: number }>().total).toBe(same.total);
  },
);

test('everything is searched where the newest are all, and when nobody asks for less', async () => {
  const filters = { lastName: 'ra' };
  const { searchedSince, total } = await page({ filters, searchNewest: 20_201 });
  expect({ searchedSince, total }).toEqual({ searchedSince: null, total: 1 });
  expect(await count({ filters, searchNewest: 20_000 })).toBe('0');
  expect(await count({ filters })).toBe('1');
  expect((await page({ filters })).rows).toHaveLength(1);
});
