import { expect, test } from 'vitest';
import { type CallList, callListTexts } from '../../src/contract/call-list.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders', completed: true });

const run = (sql: string, values: unknown[]) => asClient(db, clientId, (tx) => tx.run(sql, values));
const lists = async () => (await me.get('/api/calllist')).json<CallList[]>();
const listOf = async (id: number) => (await lists()).find(({ callListId }) => callListId === id);

/** A list of seven phones of six accounts, uploaded; returns its id. */
async function upload(name: string): Promise<number> {
  const headers = ['Name', 'Phone', 'Cell', 'SSN'];
  const rows = [1, 2, 3, 4, 5, 6].map(
    (n) => `N${n},212555010${n},${n === 1 ? '2125550110' : ''},123-45-678${n}`,
  );
  const mapping = mappingOf(headers, ['Phone', 'Cell'], { 'Last Name': 'Name', SSN: 'SSN' });
  const form = uploadForm(`${headers.join(',')}\n${rows.join('\n')}\n`, {
    campaignId,
    mapping,
    name,
  });
  return (await me.post('/api/calllist/upload', form)).json<{ callListId: number }>().callListId;
}

/** Stores what the engine would: an attempt of an entry, ended with a result or still open. */
async function attempt(list: number, entry: number, result: string | null) {
  await run(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at, finished_at, result)
     VALUES ($1, $2, $3, $4, '12125550101', gen_random_uuid(), now(), CASE WHEN $5::text IS NULL THEN NULL ELSE now() END, $5)`,
    [clientId, list, entry, campaignId, result],
  );
  await run(
    'UPDATE list_entry SET state = 1 WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3',
    [clientId, list, entry],
  );
}

const renewal = (filters: object, more: object = {}) => ({
  newCalllistName: 'Again',
  campaignId,
  filterOptionNotCalled: false,
  filterOptionCalledAnswered: false,
  filterOptionCalledNotAnswered: false,
  ...filters,
  ...more,
});

test('a list without open calls is Closed at once; one with an open call is Closing; neither can be closed again', async () => {
  const quiet = await upload('Quiet');
  expect((await me.post(`/api/calllist/${quiet}/close`, {})).json()).toBe(true);
  expect((await listOf(quiet))?.callListStatusName).toBe('Closed');
  const busy = await upload('Busy');
  await attempt(busy, 1, null);
  expect((await me.post(`/api/calllist/${busy}/close`, { callListId: busy })).json()).toBe(true);
  expect((await listOf(busy))?.callListStatusName).toBe('Closing');
  for (const id of [quiet, busy]) {
    const again = await me.post(`/api/calllist/${id}/close`, {});
    expect(again.status).toBe(409);
    expect(again.json<{ detail: string }>().detail).toBe(callListTexts.notClosable);
  }
  expect((await me.post('/api/calllist/999999/close', {})).status).toBe(404);
});

test('Reuse takes the phones of the chosen filters that are callable now, with their accounts and fields', async () => {
  const old = await upload('Old');
  await attempt(old, 1, 'person');
  await attempt(old, 3, 'machine');
  await attempt(old, 4, 'no_answer');
  await attempt(old, 5, 'unknown');
  await run(
    `INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, '12125550106', 'manager')`,
    [clientId],
  );
  const open = await me.post(
    `/api/calllist/${old}/renew`,
    renewal({ filterOptionNotCalled: true }),
  );
  expect(open.status).toBe(409);
  expect(open.json<{ detail: string }>().detail).toBe(callListTexts.notReusable);
  await me.post(`/api/calllist/${old}/close`, {});
  await run('UPDATE campaign SET completed = true WHERE client_id = $1', [clientId]);

  const phones = async (filters: object) => {
    const response = await me.post(`/api/calllist/${old}/renew`, renewal(filters));
    expect(response.text).toBe('true');
    const made = (await lists())[0];
    expect(made).toMatchObject({
      originalCallListId: old,
      originalCallListName: 'Old',
      originalFileName: 'Again',
      callListStatusName: 'Loaded',
      calledCount: 0,
    });
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string; last_name: string; state: number; ssn: Buffer; line: number }>(
        'SELECT phone, last_name, state, ssn, account_line AS line FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id',
        [clientId, made?.callListId],
      ),
    );
    expect(made).toMatchObject({ phoneCount: rows.length, availableCount: rows.length });
    expect(rows.every(({ state }) => state === 0)).toBe(true);
    const place = { table: 'list_entry' as const, clientId, callListId: made?.callListId ?? 0 };
    for (const { ssn, last_name, line } of rows)
      expect(api.deps.vault.open(ssn, { ...place, row: line, field: 'ssn' })).toBe(
        `123-45-678${last_name.slice(1)}`,
      );
    return rows.map(({ phone }) => phone.slice(-2));
  };
  expect(await phones({ filterOptionNotCalled: true })).toEqual(['10', '05']);
  expect(await phones({ filterOptionCalledAnswered: true })).toEqual(['01', '02']);
  expect(await phones({ filterOptionCalledNotAnswered: true })).toEqual(['03', '04']);
  expect((await lists())[0]?.accountCount).toBe(2);
  expect(
    await asClient(db, clientId, (tx) =>
      tx.row('SELECT completed FROM campaign WHERE campaign_id = $1', [campaignId]),
    ),
  ).toEqual({ completed: false });
});

test('Reuse without a remaining phone makes no list and says so; without a filter, name or campaign it is refused', async () => {
  const old = await upload('Spent');
  await me.post(`/api/calllist/${old}/close`, {});
  const before = (await lists()).length;
  const spent = await me.post(
    `/api/calllist/${old}/renew`,
    renewal({ filterOptionCalledAnswered: true }),
  );
  expect(spent.status).toBe(409);
  expect(spent.json<{ detail: string }>().detail).toBe(callListTexts.renewFailed);
  const detail = async (body: object) => {
    const response = await me.post(`/api/calllist/${old}/renew`, body);
    return [response.status, response.json<{ detail: string }>().detail];
  };
  expect(await detail(renewal({}))).toEqual([422, callListTexts.renewFilter]);
  expect(await detail(renewal({ filterOptionNotCalled: true }, { newCalllistName: ' ' }))).toEqual([
    422,
    callListTexts.nameRequired,
  ]);
  expect(await detail(renewal({ filterOptionNotCalled: true }, { campaignId: 0 }))).toEqual([
    422,
    callListTexts.renewCampaign,
  ]);
  expect((await detail(renewal({ filterOptionNotCalled: true }, { campaignId: 999_999 })))[0]).toBe(
    404,
  );
  expect((await lists()).length).toBe(before);
});
