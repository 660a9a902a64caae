/** `carillon backup` and `carillon restore` with an external PostgreSQL, with real processes. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { everythingIn, withoutLog } from './everything.ts';
import { embeddedEverything, site } from './site.ts';
import { emptyDatabase, on } from './world.ts';

const { root, dataFolder, begin, command, clients, killedWhen } = site();
const file = join(root, 'first.backup');

test('from the embedded server to an own one and back: the same', async () => {
  const own = await emptyDatabase();
  const there = { DATABASE_URL: own.url };
  await command(['client', 'add', 'before', 'Before']);
  expect((await command(['backup', file])).code).toBe(0);
  expect((await command(['restore', file], dataFolder, there)).code).toBe(0);
  const before = await embeddedEverything(dataFolder);
  const after = await everythingIn(own.owner);
  expect(withoutLog(after)).toEqual(withoutLog(before));
  expect(await clients(dataFolder, there)).toContain('before');
  const back = join(root, 'back.backup');
  expect((await command(['backup', back], dataFolder, there)).code).toBe(0);
  const third = join(root, 'third');
  expect((await command(['restore', back], third)).code).toBe(0);
  expect(withoutLog(await embeddedEverything(third))).toEqual(withoutLog(before));
});

test('an own server: refused while somebody is connected, without --yes, and where others have tables', async () => {
  const own = await emptyDatabase();
  const there = { DATABASE_URL: own.url };
  await command(['client', 'add', 'mine', 'Mine'], dataFolder, there);
  const held = begin(['start', '--roles=jobs'], dataFolder, there);
  await held.started;
  const busy = await command(['restore', '--yes', file], dataFolder, there);
  expect(busy.err).toContain('Stop every Carillon that uses it first.');
  held.child.kill('SIGINT');
  await held.ended;
  expect((await command(['restore', file], dataFolder, there)).err).toContain(
    'Use --yes to confirm.',
  );
  expect(await clients(dataFolder, there)).toContain('mine');
  const others = await emptyDatabase();
  await on(others.owner, 'CREATE TABLE invoice (id integer)');
  const refused = await command(['restore', '--yes', file], dataFolder, {
    DATABASE_URL: others.url,
  });
  expect(refused.err).toContain("contains tables that are not Carillon's");
});

test('a restore into an own server that is killed leaves what was there', async () => {
  const own = await emptyDatabase();
  const there = { DATABASE_URL: own.url };
  await command(['client', 'add', 'mine', 'Mine'], dataFolder, there);
  const before = await everythingIn(own.owner);
  await killedWhen(
    ['restore', '--yes', file],
    ({ err }) => err().includes('building indexes'),
    there,
  );
  const backends = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  while ((await on(own.owner, backends)).length > 0) await sleep(50);
  expect(await everythingIn(own.owner)).toEqual(before);
  expect((await command(['restore', '--yes', file], dataFolder, there)).code).toBe(0);
  expect(await clients(dataFolder, there)).toContain('before');
});
