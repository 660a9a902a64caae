/** An operation with an Idempotency-Key is done once, whatever happens to its response (decision 054). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { allOperations } from '../../src/contract/operations.ts';
import type { ReportArchive } from '../../src/contract/report-archive.ts';
import type { TextMessage } from '../../src/contract/text-message.ts';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { removeOldKeys } from '../../src/db/queries/idempotency-key.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { makeRecords } from './tenancy-fixtures.ts';
import { requestOf, send } from './tenancy-request.ts';

const db = await freshDatabase();
// In calling hours, when a code may be sent.
const now = () => new Date('2026-11-18T17:00:00Z');
const api = await testApi(db, { now });
/** A second process would be as separate: only the database is shared. */
const secondApi = await testApi(db, { now });
const client = await makeClient(db);
const manager = await api.signIn(client);
const second = caller(secondApi.url, manager.token);

const routes = new URL('../../src/api/routes/', import.meta.url);
const routeFiles = readdirSync(routes)
  .map((file) => readFileSync(new URL(file, routes), 'utf8'))
  .join('\n');

let keys = 0;
const newKey = () => `key-${++keys}`;
const withKey = (key: string) => ({ 'idempotency-key': key });
const hello = (name: string) => ({ name, message: 'Hello.' });
const save = (name: string, key: string, who = manager) =>
  who.post('/api/messagetext/0/edit', hello(name), withKey(key));
const named = async (name: string) =>
  (await manager.get('/api/messagetext')).json<TextMessage[]>().filter((one) => one.name === name);

const changing = allOperations.filter(({ idempotent }) => idempotent);

test.each(changing)('$name is done once for one key, and responds alike', async (operation) => {
  const own = await makeRecords(db);
  const me = caller(api.url, own.token);
  const ask = requestOf(operation, own);
  const headers = withKey(newKey());
  const first = await send(me, operation, ask, headers);
  const again = await send(me, operation, ask, headers);
  expect([200, 409]).toContain(first.status);
  const location = ({ headers: got }: typeof first) => got.get('content-location');
  if (first.status === 200) {
    expect([again.status, again.text, location(again)]).toEqual([200, first.text, location(first)]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  } else {
    // A refusal changed nothing: it is judged anew.
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([409, null]);
  }
  expect(first.headers.get('idempotency-replayed')).toBeNull();
});

test.each(changing)('the handler of $name passes its work to once', ({ name }) => {
  // A handler that does not would be done twice by two tries at once.
  const [, rest = ''] = routeFiles.split(new RegExp(`route\\(\\s*app,\\s*(?:\\w+\\.)?${name},`));
  expect(rest.split('route(app,')[0]).toMatch(/\bonce\b/);
});

test('the walk above sees responses, not only refusals', () => {
  expect(changing.length).toBeGreaterThan(20);
});

test('two tries at once, by two processes, make one record and get one response', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `At once ${round}`;
    const key = newKey();
    const both = await Promise.all([save(name, key), save(name, key, second)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(both.map(({ headers }) => headers.get('content-location'))).size).toBe(1);
    expect(await named(name)).toHaveLength(1);
  }
});

test('two exports without a key are two archives, with one key one', async () => {
  const body = { numRows: 25, filters: {}, utcOffset: 0 };
  const archives = async () =>
    (await manager.post(`/api/reports/${client.clientId}/archive`, 25)).json<ReportArchive[]>();
  const key = withKey(newKey());
  await Promise.all([0, 1].map(() => manager.post('/api/reports/export', body, key)));
  expect(await archives()).toHaveLength(1);
});

const holdsLock = () =>
  asOwner(db, (tx) =>
    tx.row(
      `SELECT 1 FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'text_message'::regclass`,
    ),
  );

/** Until a statement that begins so waits for a lock. */
const blocked = (statement: string) =>
  until(() =>
    asOwner(db, (tx) =>
      tx.row(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND ltrim(query) LIKE $1`,
        [`${statement}%`],
      ),
    ),
  );

test('a second try waits for the transaction of the first', async () => {
  const name = 'Waited for';
  const key = newKey();
  let release = () => {};
  const held = asOwner(db, async (tx) => {
    await tx.run('LOCK TABLE text_message IN EXCLUSIVE MODE');
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await until(() => holdsLock());
  const first = save(name, key);
  await blocked('INSERT INTO text_message');
  const again = save(name, key, second);
  await blocked('INSERT INTO idempotency_key');
  release();
  await held;
  expect([(await first).status, (await again).status]).toEqual([200, 200]);
  expect((await again).headers.get('idempotency-replayed')).toBe('true');
  expect(await named(name)).toHaveLength(1);
});

test('a key belongs to one request: another body or path is refused, and nothing is done', async () => {
  const key = newKey();
  await save('Mine', key);
  const [mine] = await named('Mine');
  const others = [
    await save('Other body', key),
    await manager.post(`/api/messagetext/${mine?.id}/edit`, hello('Mine'), withKey(key)),
  ];
  for (const refused of others) {
    expect([refused.status, refused.json<ProblemBody>()]).toEqual([
      422,
      expect.objectContaining({
        code: 'key_reused',
        detail: 'This Idempotency-Key belongs to another request.',
      }),
    ]);
  }
  expect(await named('Other body')).toEqual([]);
});

test('a form with another file is another request', async () => {
  const form = (text: string) => {
    const data = new FormData();
    const step = { messageStepType: 4, value: text, ttsVoiceId: 4 };
    data.set('message', JSON.stringify({ name: 'Spoken', messageSteps: [step] }));
    return data;
  };
  const key = withKey(newKey());
  const first = await manager.post('/api/message/0/edit', form('One.'), key);
  const again = await manager.post('/api/message/0/edit', form('One.'), key);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get('content-location')).toBe(first.headers.get('content-location'));
  expect((await manager.post('/api/message/0/edit', form('Two.'), key)).status).toBe(422);
});

test('the same key is another one for another manager, another client and another operation', async () => {
  const key = newKey();
  const colleague = await api.signIn(client, await makeManager(db, client.clientId));
  const stranger = await api.signIn(await makeClient(db));
  const all = [
    await save('Shared key', key),
    await save('Shared key', key, colleague),
    await save('Shared key', key, stranger),
    await manager.post('/api/customfield/0/edit', { name: 'Shared key' }, withKey(key)),
  ];
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(all.every(({ headers }) => headers.get('idempotency-replayed') === null)).toBe(true);
  expect(await named('Shared key')).toHaveLength(2);
});

test('a refusal is not kept: the same key succeeds once nothing is in the way', async () => {
  await manager.post('/api/customfield/0/edit', { name: 'Taken' });
  const key = withKey(newKey());
  const field = { name: 'Taken' };
  expect((await manager.post('/api/customfield/0/edit', field, key)).status).toBe(409);
  await asClient(db, client.clientId, (tx) =>
    tx.run(`DELETE FROM account_field WHERE name = 'Taken'`),
  );
  expect((await manager.post('/api/customfield/0/edit', field, key)).status).toBe(200);
});

test('a response is kept for 24 hours, then the key is new', async () => {
  const name = 'Yesterday';
  const key = newKey();
  const age = (hours: string) =>
    asPlatform(db, (tx) =>
      tx.run(`UPDATE idempotency_key SET created = now() - $2::interval WHERE key = $1`, [
        key,
        hours,
      ]),
    );
  await save(name, key);
  await age('23 hours 59 minutes');
  await asPlatform(db, removeOldKeys);
  await save(name, key);
  expect(await named(name)).toHaveLength(1);
  await age('24 hours 1 minute');
  expect((await save(name, key)).headers.get('idempotency-replayed')).toBeNull();
  expect(await named(name)).toHaveLength(2);
  await age('24 hours 1 minute');
  expect(await asPlatform(db, removeOldKeys)).toBeGreaterThan(0);
});

test('what is stored with a key reveals neither the request nor the response', async () => {
  const key = newKey();
  const body = { name: 'Kim Roe', username: 'kim_roe', email: 'kim@example.com' };
  expect((await manager.post('/api/manager/add', body, withKey(key))).status).toBe(200);
  const row = await asPlatform(db, (tx) =>
    tx.row<{ text: string }>(
      `SELECT encode(request, 'escape') || encode(response, 'escape') AS text
       FROM idempotency_key WHERE key = $1`,
      [key],
    ),
  );
  expect(row?.text).not.toMatch(/kim|true/);
});

test.each(['', 'two words', 'x'.repeat(201)])('"%s" is not a key', async (key) => {
  const refused = await save('No key', key);
  expect([refused.status, refused.json<ProblemBody>().code]).toEqual([400, 'malformed']);
});

test('the API description names the header where it counts, and only there', async () => {
  const { paths } = (await manager.get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
  }>();
  const takes = (path: string) =>
    paths[path]?.post?.parameters.some((one) => one.name === 'Idempotency-Key');
  expect(takes('/api/campaign/{id}/start')).toBe(true);
  expect(takes('/api/reports/cdr')).toBe(false);
});
