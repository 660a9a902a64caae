/** What `start` says about the operator's own PostgreSQL when it cannot use it, and what helps. */
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { ownServer, password } from '../harness/own-server.ts';
import { certificate } from '../smpp/certificate.ts';
import { commandsOn } from './command-run.ts';
import { foreignWorld } from './foreign-world.ts';

const { server, folder, keep, installation, refusal, starts } = await foreignWorld();
// Each test starts several servers and programs, on machines that may be busy.
vi.setConfig({ testTimeout: 240_000 });
const first = await installation('app1', 'CREATEROLE');

test('what the doctor says of an address, a start says: password, database, TLS, host', async () => {
  const wrong = first.replace(password, 'wrong');
  expect(await refusal(wrong)).toContain('The password in DATABASE_URL is wrong for that role.');
  expect(await refusal(first.replace(`:${password}`, ''))).toContain(
    'The server asks for a password, but DATABASE_URL has none.',
  );
  const missing = await refusal(server.url('app1', 'nowhere'));
  expect(missing).toContain('database "nowhere" does not exist');
  expect(missing).toContain('carillon doctor --sql');
  expect(await refusal(`${first}?sslmode=require`)).toContain(
    'DATABASE_URL asks for TLS, but the server does not offer it.',
  );
  expect(await refusal(`${first}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`)).toContain(
    'The certificate or key /nowhere/ca.pem, which DATABASE_URL names, does not exist.',
  );
  const { out, code } = await commandsOn(wrong)('doctor');
  expect([code, out]).toEqual([1, expect.stringContaining('is wrong for that role')]);
});

test('a server with a self-signed certificate is used only with that certificate', async () => {
  const files = { key: join(folder, 'server.key'), cert: join(folder, 'server.crt') };
  chmodSync(folder, 0o755);
  for (const part of ['key', 'cert'] as const) {
    writeFileSync(files[part], certificate[part], { mode: 0o600 });
    const { uid, gid } = statSync(join(server.folder, 'data', 'postgres'));
    if (process.getuid?.() === 0) chownSync(files[part], uid, gid);
  }
  await server.restart({ ssl: 'on', ssl_key_file: files.key, ssl_cert_file: files.cert });
  try {
    expect(await refusal(`${first}?sslmode=verify-full`)).toMatch(
      /certificate is not trusted.*sslrootcert=/,
    );
    const trusted = await starts(`${first}?sslmode=verify-full&sslrootcert=${files.cert}`);
    expect(trusted.err()).not.toContain('trusted');
  } finally {
    await server.restart();
  }
});

test('a login without CREATEROLE gets the SQL for its DBA, and starts after it was run', async () => {
  const fresh = await ownServer();
  keep(fresh);
  await fresh.dba([
    `CREATE ROLE plain LOGIN PASSWORD '${password}'`,
    'CREATE DATABASE plain OWNER plain TEMPLATE template0',
  ]);
  const url = fresh.url('plain', 'plain');
  const said = await refusal(url);
  expect(said).toContain('plain may not create roles');
  const sql = /Run as a superuser in this database: (.*;)/.exec(said)?.[1] ?? '';
  expect(sql.match(/CREATE ROLE/g)).toHaveLength(3);
  expect((await commandsOn(url)('doctor')).out).toContain(sql);
  await fresh.dba([sql], 'plain');
  await starts(url);
  const env = { CARILLON_DATA: join(folder, 'plain') };
  expect((await commandsOn(url, { env })('doctor')).out).toContain('Nothing is wrong.');
});

test("two installations share a server, and neither can read the other's database", async () => {
  const running = await starts(first);
  const second = await installation('app2', 'CREATEROLE');
  const said = await refusal(second);
  const sql = /Run as a superuser in this database: (.*;)/.exec(said)?.[1] ?? '';
  expect(sql).toBe('GRANT carillon_client, carillon_platform, carillon_report TO "app2";');
  await server.dba([sql], 'app2');
  await starts(second);
  for (const [role, database] of [
    ['app2', 'app1'],
    ['app1', 'app2'],
  ] as const) {
    const stranger = new Client(server.url(role, database));
    await expect(stranger.connect()).rejects.toThrow('permission denied for database');
    await stranger.end();
  }
  expect(running.child.exitCode).toBeNull();
  await server.dba(['GRANT CONNECT ON DATABASE app1 TO PUBLIC']);
  const open = await refusal(first);
  expect(open).toContain('app2 can connect to this database and read every client in it');
  const cure = /"(REVOKE .*?;)"/.exec(open)?.[1] ?? '';
  await server.dba([cure], 'app1');
  await starts(first);
});

test('a schema that belongs to somebody else is named, with the SQL', async () => {
  const url = await installation('guest', 'CREATEROLE');
  await server.dba(
    ['ALTER SCHEMA public OWNER TO postgres', 'REVOKE CREATE ON SCHEMA public FROM PUBLIC'],
    'guest',
  );
  await server.dba(['GRANT carillon_client, carillon_platform, carillon_report TO guest']);
  expect(await refusal(url)).toMatch(
    /may not create tables in the schema public, which belongs to postgres.*ALTER SCHEMA public OWNER TO "guest";/,
  );
});

test('the SQL for a new installation is printed, and is enough', async () => {
  const fresh = await ownServer();
  keep(fresh);
  const url = fresh.url('new-app', 'new-db');
  const { out, code } = await commandsOn(url)('doctor', '--sql');
  expect(code).toBe(0);
  const statements = out.split('\n').filter((line) => !line.startsWith('--'));
  await fresh.dba([...statements, `ALTER ROLE "new-app" PASSWORD '${password}'`]);
  await starts(url);
});
