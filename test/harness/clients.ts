import { hash } from '@node-rs/argon2';
import type { Role } from '../../src/contract/role.ts';
import { asPlatform, type Database } from '../../src/db/database.ts';

/** A client with one manager who can sign in. */
export interface TestClient {
  clientId: number;
  code: string;
  name: string;
  manager: TestManager;
}

export interface TestManager {
  managerId: number;
  name: string;
  username: string;
  password: string;
}

let made = 0;

/** Makes an enabled client and its first manager, with names that no other call has used. */
export async function makeClient(
  db: Database,
  given: { code?: string; name?: string; minuteCost?: number } = {},
): Promise<TestClient> {
  made += 1;
  const code = given.code ?? `client${made}`;
  const name = given.name ?? `Client ${made}`;
  const row = await asPlatform(db, (tx) =>
    tx.row<{ client_id: number }>(
      'INSERT INTO client (code, name, minute_cost) VALUES ($1, $2, $3) RETURNING client_id',
      [code, name, given.minuteCost ?? 20_000],
    ),
  );
  if (!row) throw new Error('The client was not made.');
  const clientId = row.client_id;
  return { clientId, code, name, manager: await makeManager(db, clientId) };
}

/** Adds a manager to a client, an administrator with every right unless the test says otherwise. The hash is made cheaply: its cost is no subject of a test. */
export async function makeManager(
  db: Database,
  clientId: number,
  given: {
    name?: string;
    username?: string;
    password?: string;
    active?: boolean;
    role?: Role;
    fullSsn?: boolean;
  } = {},
): Promise<TestManager> {
  made += 1;
  const username = given.username ?? `manager${made}`;
  const password = given.password ?? `secret_${made}`;
  const name = given.name ?? `Manager ${made}`;
  const passwordHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const row = await asPlatform(db, (tx) =>
    tx.row<{ manager_id: number }>(
      `INSERT INTO manager (client_id, name, username, email, password_hash, active, role, full_ssn)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING manager_id`,
      [
        ...[clientId, name, username, `${username}@example.com`, passwordHash],
        ...[given.active ?? true, given.role ?? 'administrator', given.fullSsn ?? true],
      ],
    ),
  );
  if (!row) throw new Error('The manager was not made.');
  return { managerId: row.manager_id, name, username, password };
}
