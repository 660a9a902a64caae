/** Sealed values that somebody who can write to the database moved to another row. */
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
await addCallRecords(db, client.clientId, api.deps.vault, [
  { lastName: 'First', ssn: '111-22-3333', dateOfBirth: '1/2/1980' },
  { lastName: 'Second', ssn: '444-55-6666', dateOfBirth: '3/4/1990' },
]);

async function read(lastName: string): Promise<CallRecord> {
  const response = await manager.post('/api/reports/cdr', { filters: { lastName } });
  expect(response.status, response.text).toBe(200);
  return response.json<{ rows: CallRecord[] }>().rows[0] as CallRecord;
}

const swap = (target: string, source: string) =>
  asClient(db, client.clientId, (tx) =>
    tx.run(
      `UPDATE call_record r SET ${target} = o.${source} FROM call_record o
       WHERE r.client_id = $1 AND o.client_id = $1 AND r.last_name = 'First' AND o.last_name = 'Second'`,
      [client.clientId],
    ),
  );

test('a value that was moved to another row or column is unreadable there, and the page stays', async () => {
  expect(await read('First')).toMatchObject({ ssn: '***-**-3333', dateOfBirth: '**/**/1980' });
  expect(await swap('ssn', 'ssn')).toBe(1);
  expect(await read('First')).toMatchObject({ ssn: 'unreadable', dateOfBirth: '**/**/1980' });
  expect(await swap('date_of_birth', 'ssn')).toBe(1);
  expect(await read('First')).toMatchObject({ ssn: 'unreadable', dateOfBirth: 'unreadable' });
  expect(await read('Second')).toMatchObject({ ssn: '***-**-6666', dateOfBirth: '**/**/1990' });
});
