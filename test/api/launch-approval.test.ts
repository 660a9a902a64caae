/** Launch approval: a second person starts what the first prepared. */
import { beforeEach, expect, test } from 'vitest';
import { actingAs } from '../../src/db/actor.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { tryStart } from '../../src/db/queries/campaign-run.ts';
import { setLaunchApproval } from '../../src/db/queries/launch-approval.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, makeManager, type TestClient, type TestManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

let client: TestClient;
let [ann, bo]: TestManager[] = [];
let [anns, bos]: Caller[] = [];
let campaignId: number;
let message: number;
let made = 0;

beforeEach(async () => {
  made += 1;
  client = await makeClient(db);
  ann = client.manager;
  bo = await makeManager(db, client.clientId, { name: 'Bo Lee' });
  anns = await api.signIn(client, ann);
  bos = await api.signIn(client, bo);
  message = await makeVoiceMessage(db, client.clientId, 'Reminder');
  campaignId = await by(client.manager, () =>
    makeCampaign(db, client.clientId, { name: `Reminders ${made}`, customerMessageId: message }),
  );
  await by(client.manager, () => addList());
  await asPlatform(db, (tx) => setLaunchApproval(tx, client.clientId, true));
});

/** As a request of this manager: who acts is all that the triggers know. */
const by = <T>({ managerId, name }: TestManager, work: () => Promise<T>): Promise<T> =>
  actingAs({ kind: 'manager', id: managerId, name, operation: 'test' }, work);

async function addList(): Promise<void> {
  const list = await makeCallList(db, client.clientId, {
    ...{ campaignId, name: 'People', phones: 1, status: 4 },
  });
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [client.clientId, list],
    ),
  );
}

const start = (who: Caller | undefined) =>
  who?.post(`/api/campaign/${campaignId}/start`, { campaignId });
const approve = (who: Caller | undefined) =>
  who?.post(`/api/campaign/${campaignId}/approve`, { campaignId });
const scheduled = () =>
  asClient(db, client.clientId, (tx) => tryStart(tx, client.clientId, campaignId, 'schedule'));
const stored = () =>
  asClient(db, client.clientId, (tx) =>
    tx.row<{ status: number; prepared: number | null; approved: number | null; reason: unknown }>(
      `SELECT run_status AS status, prepared_by AS prepared, approved_by AS approved, reason
       FROM campaign WHERE campaign_id = $1`,
      [campaignId],
    ),
  );
const change = (what: string) =>
  asClient(db, client.clientId, (tx) =>
    tx.run(`UPDATE campaign SET ${what} WHERE campaign_id = $1`, [campaignId]),
  );

test('who prepared a campaign cannot start it, by any way; another manager can, and both are in the audit log', async () => {
  const refused = await start(anns);
  expect(refused?.status).toBe(409);
  expect(refused?.json()).toMatchObject({
    code: 'cannot_run',
    reason: { code: 'needs_approval', by: ann?.name, alone: false },
  });
  expect((await approve(anns))?.status).toBe(409);
  expect(await scheduled()).toMatchObject({ reason: { code: 'needs_approval' } });
  const check = await anns?.get(`/api/campaign/${campaignId}/start`);
  expect(check?.json()).toMatchObject({ reason: { code: 'needs_approval' } });
  expect(await stored()).toMatchObject({ status: 1, approved: null });
  expect((await bos?.get(`/api/campaign/${campaignId}/start`))?.json()).toMatchObject({
    reason: null,
  });
  expect((await start(bos))?.status).toBe(200);
  expect(await stored()).toMatchObject({
    status: 2,
    prepared: ann?.managerId,
    approved: bo?.managerId,
  });
  const entries = await asClient(db, client.clientId, (tx) =>
    tx.rows<{ name: string; after: Record<string, unknown> | null }>(
      `SELECT actor_name AS name, after FROM audit_entry
       WHERE thing_kind = 'campaign' AND outcome = 'done' ORDER BY sequence`,
    ),
  );
  expect(entries[0]).toMatchObject({ name: ann?.name, after: { prepared_by: ann?.managerId } });
  expect(
    entries.some(({ name, after }) => name === bo?.name && after?.approved_by === bo?.managerId),
  ).toBe(true);
});

test('a schedule starts what somebody else has approved, and nothing else', async () => {
  expect(await scheduled()).toMatchObject({ reason: { code: 'needs_approval' } });
  expect((await approve(bos))?.status).toBe(200);
  expect(await scheduled()).toMatchObject({ runStatus: 2 });
});

test('what was approved may be started by its preparer, until anything of it changes', async () => {
  await approve(bos);
  expect((await start(anns))?.status).toBe(200);
  await change('run_status = 1');
  // The approver's own change makes them the preparer.
  await by(bo as TestManager, () => change('calls_per_minute = 77'));
  expect(await stored()).toMatchObject({ prepared: bo?.managerId, approved: null });
  expect((await start(bos))?.status).toBe(409);
  expect((await start(anns))?.status).toBe(200);
});

test.each([
  ['its settings', () => change('calls_per_minute = 78')],
  [
    'its message',
    () =>
      asClient(db, client.clientId, (tx) =>
        tx.run('UPDATE voice_message SET version = version + 1 WHERE voice_message_id = $1', [
          message,
        ]),
      ),
  ],
  ['its lists', () => addList()],
])('a change of %s while it runs ends the approval and stops it', async (_, work) => {
  await start(bos);
  await change('run_status = 3');
  await by(bo as TestManager, async () => void (await work()));
  expect(await stored()).toMatchObject({
    ...{ status: 4, approved: null, prepared: bo?.managerId },
    reason: { code: 'changed_since_approval', by: 'Bo Lee' },
  });
  await change('run_status = 1');
  expect((await start(bos))?.status).toBe(409);
  expect(await scheduled()).toMatchObject({ reason: { code: 'needs_approval' } });
});

test('a client with one manager is told that nobody else can', async () => {
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE manager SET role = 'reporter' WHERE manager_id = $1`, [bo?.managerId]),
  );
  const refused = await start(anns);
  expect(refused?.json()).toMatchObject({ reason: { code: 'needs_approval', alone: true } });
});

test('without launch approval the preparer starts, and a change stops nothing', async () => {
  await asPlatform(db, (tx) => setLaunchApproval(tx, client.clientId, false));
  expect((await start(anns))?.status).toBe(200);
  await by(ann as TestManager, () => change('calls_per_minute = 79'));
  expect(await stored()).toMatchObject({ status: 2 });
});

test('what the engine writes prepares nothing', async () => {
  await start(bos);
  await change(
    `run_status = 3, started = '2026-11-20T15:00:00Z', reason = '{"code": "carrier_busy"}'`,
  );
  await change('trunk_failures = 3, list_arrived = true, calls_per_minute = 80');
  expect(await stored()).toMatchObject({ status: 3, approved: bo?.managerId });
});
