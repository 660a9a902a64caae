/** Who is attacked and who attacks: clients full of marked data, and managers of every role. */
import { randomBytes } from 'node:crypto';
import { sealSecret } from '../../src/api/second-factor/authenticator.ts';
import type { OperationShape } from '../../src/contract/http.ts';
import { allOperations } from '../../src/contract/operations.ts';
import type { Role } from '../../src/contract/role.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { packPart } from '../../src/db/queries/report-part.ts';
import type { ManagerId } from '../../src/db/queries/second-factor.ts';
import { insertSession } from '../../src/db/queries/session.ts';
import { makeRecords, type Records } from '../api/tenancy-fixtures.ts';
import { inserter } from '../api/tenancy-insert.ts';
import type { TestApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeManager } from '../harness/clients.ts';
import type { TestDatabase } from '../harness/database.ts';
import { Secrets } from './secrets.ts';
import type { View } from './verdict.ts';

/** A client with a record of every kind, a mark in each, and an administrator who attacks. */
export interface Target extends Records {
  managerId: number;
  /** An archive with full SSNs; the others have none. */
  fullArchive: number;
  /** An address of its own, so that failed sign-ins hold up nobody else. */
  from: Record<string, string>;
  view: View;
}

export interface World {
  db: TestDatabase;
  api: TestApi;
  /** The client that nobody else may see; nothing of it may change. */
  other: Target;
  /** Strings that no response may hold: tokens, hashes, keys. */
  secrets: Secrets;
  make(): Promise<Target>;
  /** A client for the attacks on one operation, always the same; those that read share one. */
  targetOf(operation: OperationShape): Promise<Target>;
  signIn(target: Target, role?: Role, fullSsn?: boolean): Promise<string>;
  /** A new session of the target's administrator: what was done may have ended the last. */
  renew(target: Target): Promise<string>;
}

/** All operations that need a token. */
export const signedIn = allOperations.filter(({ auth }) => auth !== 'none');

export async function makeWorld(db: TestDatabase, api: TestApi): Promise<World> {
  const secrets = new Secrets();
  for (const { bytes } of api.deps.vault.state.ring.keys) {
    const key = Buffer.from(bytes);
    for (const form of ['hex', 'base64', 'base64url'] as const) secrets.add(key.toString(form));
  }
  let made = 0;
  const make = async () => {
    made += 1;
    return makeTarget(db, api, made, secrets);
  };
  const targets = new Map<string, Promise<Target>>();
  const session = (clientId: number, managerId: number) =>
    asPlatform(db, (tx) => insertSession(tx, clientId, managerId, { browser: '', address: '' }));
  return {
    ...{ db, api, secrets, make },
    other: await make(),
    targetOf({ name, method }) {
      const key = method === 'GET' ? 'reads' : name;
      const target = targets.get(key) ?? make();
      targets.set(key, target);
      return target;
    },
    async signIn({ ids, password }, role = 'administrator', fullSsn = false) {
      const given = { role, fullSsn, password };
      return session(ids.client, (await makeManager(db, ids.client, given)).managerId);
    },
    renew: ({ ids, managerId }) => session(ids.client, managerId),
  };
}

async function makeTarget(
  db: TestDatabase,
  api: TestApi,
  made: number,
  secrets: Secrets,
): Promise<Target> {
  const records = await makeRecords(db);
  const { ids, marks } = records;
  const [mark = '', phone = ''] = marks;
  const first = await asClient(db, ids.client, (tx) =>
    tx.row<{ managerId: number }>('SELECT min(manager_id) AS "managerId" FROM manager'),
  );
  const managerId = Number(first?.managerId);
  const ssn = `86753${String(1000 + made)}`;
  await sealPerson(db, api, records, { ssn, mark, phone });
  const fullArchive = await asClient(db, ids.client, (tx) => {
    const insert = inserter(tx, ids.client, { mark, phone });
    return makeFullArchive(api, insert, { clientId: ids.client, managerId, ssn });
  });
  await sealApp(db, api, { clientId: ids.client, managerId });
  await plantSecrets(db, records, secrets);
  const address = `198.18.${Math.floor(made / 250)}.${(made % 250) + 1}`;
  return {
    ...{ ...records, managerId, fullArchive, view: { marks } },
    from: { 'x-forwarded-for': address },
  };
}

interface Person {
  ssn: string;
  mark: string;
  phone: string;
}

/** A person with an SSN and a date of birth on a list and in a call record. */
async function sealPerson(
  db: TestDatabase,
  { deps: { vault } }: TestApi,
  { ids: { client: clientId, campaign, 'call-list': callListId } }: Records,
  { ssn, mark, phone }: Person,
): Promise<void> {
  const dateOfBirth = '1961-07-13';
  await asClient(db, clientId, async (tx) => {
    for (const [table, row] of [
      ['list_entry', 'account_line'],
      ['call_record', 'entry_id'],
    ] as const) {
      const rows = await tx.rows<{ list: number; id: number; row: number }>(
        `SELECT call_list_id AS list, entry_id AS id, ${row} AS row FROM ${table} WHERE client_id = $1`,
        [clientId],
      );
      for (const one of rows) {
        const place = { table, clientId, callListId: one.list, row: one.row };
        await tx.run(
          `UPDATE ${table} SET ssn = $4, date_of_birth = $5, external_id = $6
           WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3`,
          [
            ...[clientId, one.list, one.id],
            vault.seal(ssn, { ...place, field: 'ssn' }),
            vault.seal(dateOfBirth, { ...place, field: 'dateOfBirth' }),
            mark,
          ],
        );
      }
    }
  });
  const names = { firstName: mark, lastName: mark, city: mark, externalId: mark };
  const of = { callListId, campaignId: campaign, campaignName: mark, callListName: mark };
  // On another day than the records of the fixtures.
  const startedAt = '2026-11-21T15:00:00Z';
  const record = { startedAt, ...names, ...of, phone, ssn, dateOfBirth };
  await addCallRecords(db, clientId, vault, [record]);
}

async function makeFullArchive(
  { deps: { vault } }: TestApi,
  insert: ReturnType<typeof inserter>,
  { clientId, managerId, ssn }: { clientId: number; managerId: number; ssn: string },
): Promise<number> {
  const csv = Buffer.from(`SSN\r\n${ssn}\r\n`);
  const file = { file_name: '@mark-full.csv', file_bytes: csv.length, part_count: 1 };
  const archive = { manager_id: managerId, status_id: 3, progress: 100, include_full_ssn: true };
  const id = await insert('report_archive', { ...archive, ...file }, 'report_archive_id');
  const content = await packPart(vault, { clientId, reportArchiveId: id, part: 0 }, csv);
  await insert('report_part', { report_archive_id: id, part: 0, content });
  return id;
}

/** The fixtures' authenticator app has no secret that opens. */
async function sealApp(db: TestDatabase, { deps }: TestApi, manager: ManagerId): Promise<void> {
  const { clientId, managerId } = manager;
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE authenticator_app SET secret = $3 WHERE client_id = $1 AND manager_id = $2', [
      ...[clientId, managerId],
      sealSecret(deps.vault, manager, randomBytes(20)),
    ]),
  );
}

/** Whatever of a client nobody reads: its hashes, and every sealed value as it is stored. */
async function plantSecrets(db: TestDatabase, records: Records, secrets: Secrets) {
  const { client } = records.ids;
  // Short values of the fixtures would be found anywhere.
  const rows = await asClient(db, client, (tx) =>
    tx.rows<{ bytes: Buffer }>(
      `SELECT ssn AS bytes FROM list_entry WHERE ssn IS NOT NULL
       UNION ALL SELECT ssn FROM call_record WHERE ssn IS NOT NULL
       UNION ALL SELECT ssn_index FROM call_record WHERE ssn_index IS NOT NULL
       UNION ALL SELECT token_hash FROM session WHERE length(token_hash) > 20`,
    ),
  );
  for (const { bytes } of rows) {
    for (const form of ['hex', 'base64', 'base64url'] as const) secrets.add(bytes.toString(form));
  }
  secrets.add(records.token);
}

/** A token that is of nobody. */
export const strangeToken = () => randomBytes(32).toString('base64url');
