/**
 * Every operation of the contract, asked for by each role: refused below the least role of the one
 * table (`contract/access.ts`), without reading or changing anything, and let in from it on.
 */
import { expect, test } from 'vitest';
import { type Access, access } from '../../src/contract/access.ts';
import type { OperationShape } from '../../src/contract/http.ts';
import { allOperations } from '../../src/contract/operations.ts';
import { hasRole, type Role, roles } from '../../src/contract/role.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { auditTables, fingerprint } from '../harness/fingerprint.ts';
import { openSession } from '../harness/session.ts';
import { makeRecords, type Records } from './tenancy-fixtures.ts';
import { requestOf, send } from './tenancy-request.ts';

const db = await freshDatabase();
// In calling hours, when a code may be sent.
const api = await testApi(db, { now: () => new Date('2026-11-18T17:00:00Z') });
const signedIn = allOperations.filter(({ auth }) => auth !== 'none');

/** The least role for a colleague's record, which the walk names. */
function leastOf(name: string): Role {
  const needed = (access as Record<string, Access>)[name];
  if (needed === undefined || needed === 'anyone') throw new Error(`${name} needs no role.`);
  return typeof needed === 'string' ? needed : needed.others;
}

async function callerOf({ ids: { client: clientId }, password }: Records, role: Role) {
  const { managerId } = await makeManager(db, clientId, { role, password });
  // A reporter cancels only their own export.
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE report_archive SET manager_id = $2 WHERE client_id = $1', [clientId, managerId]),
  );
  return caller(api.url, await openSession(db, clientId, managerId));
}

async function refuse(operation: OperationShape, own: Records, role: Role): Promise<void> {
  const me = await callerOf(own, role);
  const before = await fingerprint(db, own.ids.client, auditTables);
  const refused = await send(me, operation, requestOf(operation, own));
  expect(
    { status: refused.status, code: refused.json<{ code: string }>().code },
    refused.text,
  ).toEqual({
    status: 403,
    code: 'not_allowed',
  });
  expect(await fingerprint(db, own.ids.client, auditTables)).toEqual(before);
}

async function letIn(operation: OperationShape, own: Records, role: Role): Promise<void> {
  const me = await callerOf(own, role);
  const response = await send(me, operation, requestOf(operation, own));
  // The role before may have deleted what is named, or taken the name.
  expect([200, 204, 404, 409], response.text).toContain(response.status);
}

async function walk(operation: OperationShape, own: Records): Promise<void> {
  const least = leastOf(operation.name);
  for (const role of roles) {
    if (hasRole(role, least)) await letIn(operation, own, role);
    else await refuse(operation, own, role);
  }
}

for (const operation of signedIn) {
  test(`${operation.name} is for ${leastOf(operation.name)}s and up`, async () => {
    await walk(operation, await makeRecords(db));
  });
}

test('a change is for managers, except of what is the own', () => {
  const forReporters = signedIn.filter(
    ({ name, method, idempotent }) =>
      method === 'POST' && idempotent && leastOf(name) === 'reporter',
  );
  expect(forReporters.map(({ name }) => name).sort()).toEqual([
    'cancelReport',
    'deleteReportFilter',
    'endOtherSessions',
    'endOwnSession',
    'exportCallRecords',
    'saveReportFilter',
  ]);
});
