/** Settings of the operator's own PostgreSQL with which `start` refuses to run. */
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { commandsOn } from './command-run.ts';
import { foreignWorld } from './foreign-world.ts';

const { server, keep, installation, refusal, starts } = await foreignWorld();
// Each test starts several servers and programs, on machines that may be busy.
vi.setConfig({ testTimeout: 240_000 });
const first = await installation('app1', 'CREATEROLE');

test('a server that does not keep what it commits is refused', async () => {
  const off = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  await server.restart({ ...off, 'carillon.throwaway': 'off' });
  const said = await refusal(first);
  const { out } = await commandsOn(first)('doctor');
  for (const setting of Object.keys(off)) {
    expect(said).toContain(`${setting} is off`);
    expect(out).toMatch(new RegExp(`WRONG {2}Durability {3}${setting} is off`));
  }
});

test('the login itself can fix synchronous_commit, as the sentence says', async () => {
  await server.restart({ synchronous_commit: 'off', fsync: 'on', 'carillon.throwaway': 'off' });
  const cure = /"(ALTER ROLE CURRENT_USER .*?)"/.exec(await refusal(first))?.[1] ?? '';
  const client = new Client(first);
  await client.connect();
  await client.query(cure);
  await client.end();
  await starts(first);
  await server.dba(['ALTER ROLE app1 IN DATABASE app1 RESET synchronous_commit']);
});

test('too few connections and too few locks are refused with the figures', async () => {
  await server.restart({
    max_connections: '12',
    max_locks_per_transaction: '10',
    max_wal_senders: '1',
  });
  const said = await refusal(first);
  expect(said).toMatch(/This process may open \d+, but the server allows this role 9 in all\./);
  expect(said).toMatch(/room for 120 locks.*max_locks_per_transaction = 256/);
  await server.restart();
  await server.dba(['ALTER ROLE app1 CONNECTION LIMIT 5']);
  expect(await refusal(first)).toContain('the server allows this role 5 in all');
  await server.dba(['ALTER ROLE app1 CONNECTION LIMIT -1']);
});

test('a standby is not started on, and one that may lag must be accepted', async () => {
  await server.restart();
  const standby = await server.standby();
  keep(standby);
  expect(await refusal(standby.url('app1', 'app1'))).toContain('This server is a standby');
  await expect
    .poll(() => server.dba(['SELECT count(*)::int AS n FROM pg_stat_replication']))
    .toEqual([{ n: 1 }]);
  const said = await refusal(first);
  expect(said).toContain('A standby is connected, but commits do not wait for any');
  const accepted = await starts(first, { CARILLON_ACCEPT_ASYNC_STANDBY: 'yes' });
  expect(accepted.err()).toContain('Never promote that standby.');
  await server.restart({ synchronous_standby_names: '*' });
  await expect
    .poll(() => server.dba(['SELECT sync_state FROM pg_stat_replication']))
    .toEqual([{ sync_state: 'sync' }]);
  await starts(first);
  await standby.stop('immediate');
  await server.restart();
});

test('a full disk is a sentence', async () => {
  await server.restart();
  await server.dba(
    [
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
       END $$`,
      'CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON simulation EXECUTE FUNCTION full_disk()',
    ],
    'app1',
  );
  expect(await refusal(first)).toMatch(
    /The disk is full, so nothing can be written: .*Free some space there/,
  );
});
