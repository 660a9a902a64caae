import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import {
  abandonUpload,
  finishUpload,
  openUpload,
  renewUpload,
  sweepUploads,
} from '../../src/db/queries/call-list-upload.ts';
import { makeClient } from '../harness/clients.ts';
import { until } from '../harness/until.ts';
import { leftovers, nothing } from './leftovers.ts';
import { largeFile, lifecycleWorld, mapping, settingsOf } from './lifecycle-world.ts';
import { uploadForm } from './uploads.ts';

const { db, api, slowUpload, world } = await lifecycleWorld();

test('a list is New while its file comes in and shows how far it is; then it is Loaded', async () => {
  const { me, campaignId, lists } = await world();
  const upload = slowUpload(me.token, settingsOf(campaignId), '?uploadKey=mine');
  upload.write(`Name,Phone\n${'Ann,2125550123\n'.repeat(5000)}`);
  const [list] = await until(async () => {
    const all = await lists();
    return all.length > 0 ? all : undefined;
  });
  expect(list?.callListStatusName).toBe('New');
  const progress = await until(async () => {
    const seen = (await me.get('/api/calllist/upload/mine/progress')).json<{
      stage: string;
      bytesReceived: number;
      callListId: number;
    }>();
    return seen.bytesReceived > 0 ? seen : undefined;
  });
  expect(progress).toMatchObject({ stage: 'receiving', callListId: list?.callListId });
  const other = await world();
  expect((await other.me.get('/api/calllist/upload/mine/progress')).status).toBe(404);
  const twice = await me.post(
    '/api/calllist/upload?uploadKey=mine',
    uploadForm('x', { campaignId, mapping }),
  );
  expect(twice.status).toBe(409);
  expect((await upload.finish()).status).toBe(200);
  expect((await me.get('/api/calllist/upload/mine/progress')).json()).toMatchObject({
    stage: 'done',
    rowsLoaded: 5000,
  });
  expect((await lists())[0]).toMatchObject({
    callListStatusName: 'Loaded',
    phoneCount: 1,
    accountCount: 1,
    availableCount: 1,
    fieldName: 'Phone',
    fieldColumn: 1,
  });
});

test('Close on a New list cancels its upload: 409, and nothing is left', async () => {
  const { me, clientId, campaignId, lists } = await world();
  const upload = slowUpload(me.token, settingsOf(campaignId));
  upload.write('Name,Phone\nAnn,2125550123\n');
  const [list] = await until(async () => {
    const all = await lists();
    return all.length > 0 ? all : undefined;
  });
  expect((await me.post(`/api/calllist/${list?.callListId}/close`, {})).text).toBe('true');
  expect(await leftovers(db, clientId)).toEqual(nothing);
  const response = await upload.finish();
  expect(response.status).toBe(409);
  expect(JSON.parse(response.text)).toMatchObject({ code: 'canceled' });
  expect(await leftovers(db, clientId)).toEqual(nothing);
});

test('a cut connection leaves nothing, neither while the file comes in nor while it is loaded', async () => {
  const { me, clientId, campaignId, lists } = await world();
  const receiving = slowUpload(me.token, settingsOf(campaignId));
  receiving.write('Name,Phone\nAnn,2125550123\n');
  await until(async () => (await lists()).length > 0 || undefined);
  receiving.sent.destroy();
  await until(async () => (await lists()).length === 0 || undefined);

  const loading = slowUpload(me.token, settingsOf(campaignId));
  loading.write(largeFile(6).toString());
  const finished = loading.finish().catch(() => undefined);
  await until(async () => (await lists())[0]?.callListStatusName === 'Processing' || undefined);
  loading.sent.destroy();
  await finished;
  await until(async () => (await lists()).length === 0 || undefined);
  expect(await leftovers(db, clientId)).toEqual(nothing);
  expect(readdirSync(api.deps.spoolFolder)).toEqual([]);
});

test('two uploads at the same time, of two clients and of one, do not disturb each other', async () => {
  const a = await world();
  const b = await world();
  const send = ({ me, campaignId }: typeof a, name: string, file: string) =>
    me.post('/api/calllist/upload', uploadForm(file, { campaignId, mapping, name }));
  const rows = (count: number) =>
    `Name,Phone\n${Array.from({ length: count }, (_, at) => `N${at},305${2_000_000 + at}\n`).join('')}`;
  const responses = await Promise.all([
    send(a, 'one', rows(3000)),
    send(a, 'two', rows(2000)),
    send(b, 'three', rows(1000)),
    send(b, 'bad', 'Name\n'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 422]);
  const counts = async ({ lists }: typeof a) =>
    (await lists())
      .map(({ originalFileName, phoneCount }) => [originalFileName, phoneCount])
      .sort();
  expect(await counts(a)).toEqual([
    ['one', 3000],
    ['two', 2000],
  ]);
  expect(await counts(b)).toEqual([['three', 1000]]);
});

test('a large file gets a partition of its own, with the same rules: no direct access, no other client', async () => {
  const { me, clientId, campaignId } = await world();
  const response = await me.post(
    '/api/calllist/upload',
    uploadForm(largeFile(8.2), { campaignId, mapping }),
  );
  expect(response.status, response.text).toBe(200);
  const { callListId, accountPhonesImported } = response.json<{
    callListId: number;
    accountPhonesImported: number;
  }>();
  expect(callListId).toBeGreaterThanOrEqual(1_000_000_000);
  const count = (id: number) =>
    asClient(db, id, (tx) =>
      tx.row('SELECT count(*) AS n FROM list_entry WHERE call_list_id = $1', [callListId]),
    );
  expect(await count(clientId)).toEqual({ n: accountPhonesImported });
  expect(await count((await makeClient(db)).clientId)).toEqual({ n: 0 });
  for (const sql of [
    `SELECT 1 FROM list_entry_${callListId}`,
    `DELETE FROM list_entry_${callListId}`,
    'SELECT 1 FROM list_entry_shared',
  ]) {
    await expect(asClient(db, clientId, (tx) => tx.run(sql))).rejects.toThrow(/permission denied/);
  }
  await expect(
    asClient(db, clientId, (tx) => tx.run('SELECT finish_list_load($1)', [callListId])),
  ).rejects.toThrow(/not being loaded/);
  // The key, the phones, what is due and the External Ids, each once and each the common table's.
  const indexes = await asClient(db, clientId, (tx) =>
    tx.rows<{ own: number; common: number; all: number }>(
      `SELECT count(*) AS own, count(p.indexrelid) AS common,
         (SELECT count(*) FROM pg_index WHERE indrelid = 'list_entry'::regclass) AS all
       FROM pg_index i
       LEFT JOIN pg_inherits h ON h.inhrelid = i.indexrelid
       LEFT JOIN pg_index p ON p.indexrelid = h.inhparent AND p.indrelid = 'list_entry'::regclass
       WHERE i.indrelid = $1::regclass`,
      [`list_entry_${callListId}`],
    ),
  );
  expect(indexes).toEqual([{ own: 4, common: 4, all: 4 }]);
  // What a count of all its numbers reads comes before every text.
  const texts = await asClient(db, clientId, (tx) =>
    tx.rows<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND (attlen < 0) <> (attnum > 8)`,
      [`list_entry_${callListId}`],
    ),
  );
  expect(texts).toEqual([]);
});

test('a load takes only rows of its client and list, and its table cannot outlive the transaction unseen', async () => {
  const { clientId } = await world();
  const insert = (columns: string, values: string) =>
    asClient(db, clientId, async (tx) => {
      await tx.run('SELECT begin_list_load(999999)');
      await tx.run(
        `INSERT INTO list_entry_999999 (entry_id, account_line, phone${columns}) VALUES (1, 2, '12125550123'${values})`,
      );
      await tx.run('SELECT finish_list_load(999999)');
    });
  await expect(insert(', client_id', `, ${clientId + 1}`)).rejects.toThrow(/check constraint/);
  await expect(insert(', call_list_id', ', 5')).rejects.toThrow(/check constraint/);
  await insert('', '');
  expect(await leftovers(db, clientId)).toEqual({ ...nothing, tables: 1 });
});

test('an upload whose process died is swept away once its lease ran out, and not before', async () => {
  const { clientId, campaignId } = await world();
  await asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id) VALUES ($1, $2, 'Dead', 2) RETURNING call_list_id AS id`,
      [clientId, campaignId],
    );
    await tx.run(
      `INSERT INTO upload (client_id, upload_key, manager_id, call_list_id, stage, lease_until) VALUES ($1, 'dead', 1, $2, 'loading', now() + interval '1 minute')`,
      [clientId, list?.id],
    );
  });
  const lists = () => asClient(db, clientId, (tx) => tx.row('SELECT count(*) AS n FROM call_list'));
  expect(await sweepUploads(db)).toBe(0);
  expect(await lists()).toEqual({ n: 1 });
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE upload SET lease_until = now() - interval '1 second' WHERE upload_key = 'dead'`),
  );
  expect(await sweepUploads(db)).toBe(1);
  expect(await lists()).toEqual({ n: 0 });
});

test('the heartbeat of an upload whose list is complete does not cancel what is left of it', async () => {
  const { clientId, manager } = await makeClient(db);
  const { managerId } = manager;
  const id = { clientId, uploadKey: 'complete' };
  const state = { stage: 'loading', bytesReceived: 1, rowsLoaded: 1 } as const;
  expect(await openUpload(db, id, managerId, 1)).toBe('opened');
  expect(await renewUpload(db, id, state)).toBe(true);
  await asClient(db, clientId, (tx) => finishUpload(tx, id, 1));
  expect(await renewUpload(db, id, state)).toBe(true);
  const failed = { clientId, uploadKey: 'failed' };
  await openUpload(db, failed, managerId, 1);
  await abandonUpload(db, failed, undefined, 'failed');
  expect(await renewUpload(db, failed, state)).toBe(false);
});
