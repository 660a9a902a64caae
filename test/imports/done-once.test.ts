/** Uploads and opt-outs with an Idempotency-Key, whose work goes on after a first commit (decision 054). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { CallList } from '../../src/contract/call-list.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { takeKey } from '../../src/db/queries/idempotency-key.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { mappingOf, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
const spoolFolder = mkdtempSync(join(tmpdir(), 'carillon-spool-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(spoolFolder, { recursive: true, force: true });
});

const lists = async () => (await manager.get('/api/calllist')).json<CallList[]>();
const mapping = mappingOf(['Phone'], ['Phone'], {});
const file = (last: string) => `Phone\n3025550101\n302555010${last}\n`;
const upload = (content: string, key: string) =>
  manager.post('/api/calllist/upload', uploadForm(content, { campaignId, name: 'Once', mapping }), {
    'idempotency-key': key,
  });

test('two equal uploads at once load one list, and both get its counts', async () => {
  const [first, second] = await Promise.all([0, 1].map(() => upload(file('2'), 'upload')));
  expect([first?.status, second?.status]).toEqual([200, 200]);
  expect(second?.text).toBe(first?.text);
  expect(await lists()).toHaveLength(1);
  expect((await upload(file('2'), 'upload')).text).toBe(first?.text);
  const other = await upload(file('3'), 'upload');
  expect([other.status, other.json<{ code: string }>().code]).toEqual([422, 'key_reused']);
  expect(await lists()).toHaveLength(1);
});

const uploadAs = (name: string, key: string, content = file('4')) =>
  manager.post(
    `/api/calllist/upload?uploadKey=${name}`,
    uploadForm(content, { campaignId, name: 'Once', mapping }),
    { 'idempotency-key': key },
  );
const madeLists = async (work: () => Promise<void>) => {
  const before = (await lists()).length;
  await work();
  return (await lists()).length - before;
};

test('an upload that loaded its list is not loaded again under its name, whatever the key', async () => {
  const made = await madeLists(async () => {
    const first = await uploadAs('named', 'named-1');
    expect(first.status, first.text).toBe(200);
    const second = await uploadAs('named', 'named-2');
    expect([second.status, second.json<{ code: string }>().code]).toEqual([409, 'conflict']);
    expect((await uploadAs('named', 'named-1')).text).toBe(first.text);
  });
  expect(made).toBe(1);
  // Meant once more, it is another upload.
  expect(await madeLists(async () => void (await uploadAs('named again', 'named-3')))).toBe(1);
});

test('an upload that failed may be sent again under its name', async () => {
  const made = await madeLists(async () => {
    expect((await uploadAs('failed', 'failed-1', 'Name\nAnn\n')).status).toBe(422);
    expect((await uploadAs('failed', 'failed-2')).status).toBe(200);
  });
  expect(made).toBe(1);
});

test('an upload that is sent again while the first one commits gets its result', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { managerId } = client.manager;
  // Holds the last statement of the first one: its name is then held, too.
  const scope = { clientId, managerId, operation: 'uploadCallList', key: 'meanwhile' };
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const holding = asClient(db, clientId, async (tx) => {
    await takeKey(tx, scope, Buffer.of(0));
    holds();
    await released;
    throw new Error('rolled back');
  }).catch(() => undefined);
  await held;
  const waiting = (statement: string) =>
    until(() =>
      asOwner(db, (tx) =>
        tx.row(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query LIKE $1`,
          [`${statement}%`],
        ),
      ),
    );
  const made = await madeLists(async () => {
    const first = uploadAs('meanwhile', 'meanwhile');
    await waiting('INSERT INTO idempotency_key');
    const second = uploadAs('meanwhile', 'meanwhile');
    await waiting('INSERT INTO upload');
    release();
    await holding;
    const texts = [(await first).text, (await second).text];
    expect(texts[1]).toBe(texts[0]);
    expect((await second).status).toBe(200);
  });
  expect(made).toBe(1);
});

test('an opt-out that its process did not live to confirm is confirmed by the next try', async () => {
  const phone = '13025550177';
  const endCall = await openCallTo(phone);
  const { child, url } = await startChild();
  const body = { clientId, id: -1, doNotCallTypeId: 1, phoneRestriction: phone };
  const key = { 'idempotency-key': 'opt-out' };
  const path = `/api/donotcall/${clientId}/edit`;
  // Confirmed only once the call can no longer be placed: until then the process is killed.
  const lost = caller(url, manager.token)
    .post(path, body, key)
    .catch(() => 'no response');
  await until(() =>
    asClient(db, clientId, (tx) => tx.row('SELECT 1 FROM do_not_call WHERE phone = $1', [phone])),
  );
  child.kill('SIGKILL');
  expect(await lost).toBe('no response');

  let confirmed = false;
  const again = manager.post(path, body, key).then((response) => {
    confirmed = true;
    return response;
  });
  // It settles again: the call may still be placed.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(confirmed).toBe(false);
  await endCall();
  expect([(await again).status, (await again).text]).toEqual([200, 'true']);
  expect((await manager.post(path, body)).status).toBe(409);
});

/** A claimed call to the number whose engine may be about to place it; returns what ends it. */
async function openCallTo(phone: string): Promise<() => Promise<number>> {
  const callListId = await makeCallList(db, clientId, { campaignId, name: 'Open', phones: 1 });
  const engine = '00000000-0000-4000-8000-000000000001';
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, now() + interval '1 hour')`,
      [clientId, campaignId, engine],
    );
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at) VALUES ($1, $2, 1, $3, $4, $5, now())`,
      [clientId, callListId, campaignId, phone, engine],
    );
  });
  return () =>
    asClient(db, clientId, (tx) =>
      tx.run("UPDATE attempt SET finished_at = now(), result = 'failed' WHERE phone = $1", [phone]),
    );
}

async function startChild() {
  const script = fileURLToPath(new URL('./api-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, db.url, spoolFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [url] = await once(child.stdout, 'data');
  return { child, url: String(url) };
}
