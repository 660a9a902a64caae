/**
 * Promise 5: a client sees only its own. Every operation of the contract is asked, for every field that
 * carries an id, with the id of another client's record in an otherwise valid request. An operation that
 * is added to the contract is in this walk without anyone remembering.
 */
import { expect, test } from 'vitest';
import { type EntityField, entityFields } from '../../src/contract/entity-fields.ts';
import type { OperationShape } from '../../src/contract/http.ts';
import { allOperations } from '../../src/contract/operations.ts';
import { asPlatform } from '../../src/db/database.ts';
import { sealAudit } from '../../src/db/queries/audit.ts';
import { testApi } from '../harness/api.ts';
import { caller, type TestResponse } from '../harness/caller.ts';
import { freshDatabase } from '../harness/database.ts';
import { fingerprint, tenantTables } from '../harness/fingerprint.ts';
import { makeRecords, type Records } from './tenancy-fixtures.ts';
import { type Ask, requestOf, send, withValueAt } from './tenancy-request.ts';

const db = await freshDatabase();
const api = await testApi(db);
const other = await makeRecords(db);
// A root of its audit log.
await asPlatform(db, sealAudit);
const atFirst = await fingerprint(db, other.ids.client);

const operations = allOperations.filter(({ auth }) => auth !== 'none');
const sources = ['params', 'query', 'body', 'form'] as const;

function fieldsAt(operation: OperationShape, source: (typeof sources)[number]): EntityField[] {
  const schemas = {
    params: operation.params,
    query: operation.query,
    body: operation.body,
    form: operation.multipart?.fields,
  };
  return entityFields(schemas[source]);
}

/** The same request once for each id-bearing field, with the other client's record in it. */
function attacks(operation: OperationShape, ask: Ask) {
  const inFields = sources.flatMap((source) =>
    fieldsAt(operation, source).map(({ entity, path }) => ({
      where: `${entity} in ${source} ${path.join('.')}`,
      status: entity === 'client' ? 403 : 404,
      ask: withValueAt(ask, source, path, other.ids[ask.use[entity] ?? entity]),
    })),
  );
  const anywhere = withValueAt(ask, 'query', ['clientId'], other.ids.client);
  return [...inFields, { where: 'a clientId in the query', status: 403, ask: anywhere }];
}

function mustHideOther(response: TestResponse): void {
  for (const mark of other.marks) expect(response.text).not.toContain(mark);
}

async function walk(operation: OperationShape, own: Records): Promise<void> {
  const me = caller(api.url, own.token);
  const ask = requestOf(operation, own);
  for (const { where, status, ask: attack } of attacks(operation, ask)) {
    const response = await send(me, operation, attack);
    // An operation that is not built yet looks at no record and reads no form.
    const unread = response.status === 501 && (status === 404 || operation.multipart !== undefined);
    expect({ where, status: response.status }, response.text).toEqual({
      where,
      status: unread ? 501 : status,
    });
    mustHideOther(response);
  }
  // Last, because it may change what it names: the request that the attacks differ from is valid.
  const valid = await send(me, operation, ask);
  expect([200, 204, 409, 501], valid.text).toContain(valid.status);
  mustHideOther(valid);
}

for (const operation of operations) {
  test(`${operation.name} neither shows nor changes another client's records`, async () => {
    const before = await fingerprint(db, other.ids.client);
    await walk(operation, await makeRecords(db));
    expect(await fingerprint(db, other.ids.client)).toEqual(before);
  });
}

test('names of files and uploads lead to no other client either', async () => {
  const before = await fingerprint(db, other.ids.client);
  const own = await makeRecords(db);
  const me = caller(api.url, own.token);
  const upload = await me.get(`/api/calllist/upload/${other.uploadKey}/progress`);
  expect(upload.status).toBe(404);
  const form = new FormData();
  const step = { messageStepType: 1, value: 'Stolen', fileName: other.soundName };
  form.set('message', JSON.stringify({ name: 'Thief', messageSteps: [step] }));
  const message = await me.post('/api/message/0/edit', form);
  expect(message.status).toBe(422);
  const sound = await me.get(`/api/message/sound/${other.soundName}`);
  expect(sound.status).toBe(404);
  const number = await me.get(`/api/number/${other.marks[1]}`);
  expect(number.status).toBe(404);
  const past = await me.get(`/api/number/${other.marks[1]}/history?before=1795000000000000.a1.1`);
  expect(past.json()).toEqual({ history: [], earlier: null });
  mustHideOther(upload);
  mustHideOther(message);
  expect(await fingerprint(db, other.ids.client)).toEqual(before);
});

test('the other client has a row in every table that belongs to clients', async () => {
  const tables = await tenantTables(db);
  expect(tables.length).toBeGreaterThan(25);
  const empty = tables.filter((table) => atFirst[table] === undefined);
  expect(empty).toEqual([]);
});

test('the walk covers every entity that an operation can name', () => {
  const named = new Set(
    operations
      .flatMap((operation) => sources.flatMap((source) => fieldsAt(operation, source)))
      .map(({ entity }) => entity),
  );
  expect([...named].filter((entity) => !(other.ids[entity] > 0))).toEqual([]);
  expect(named.size).toBeGreaterThan(8);
});
