/** Backups and restores of an installation that has several keys. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { keyIdOf, parseRing, ringText } from '../../src/db/key-ring.ts';
import { readSealing } from '../../src/db/queries/data-key.ts';
import { resealAll } from '../../src/db/reseal/run.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { firstKey, machine, running, sealedBy, withUnbound } from './key-world.ts';

const db = await freshDatabase();
const target = await freshDatabase();
const here = machine(db);
const root = mkdtempSync(join(tmpdir(), 'carillon-key-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const before = join(root, 'before.backup');
const first = keyIdOf(firstKey);
const campaign = await makeCampaign(db);
const callListId = await makeList(db, campaign, { entries: 20 });
const { signal } = new AbortController();

const restoring = (folder: string) =>
  commandsOn(target.url, { env: { CARILLON_DATA: folder, CARILLON_METRICS: 'off' } });
const manifest = (file: string) => readFileSync(file).toString('latin1');

test('a backup names the keys that open it, and contains the whole key file only when asked', async () => {
  expect((await here.run('key', 'status')).err).toContain('"carillon start" makes the first one.');
  const process = await running(db, here, 'here');
  await withUnbound(db);
  expect((await here.run('backup', before, '--with-key')).code).toBe(0);
  expect(manifest(before)).toContain(`"keyIds":["${first}"]`);
  const rotated = here.run('key', 'rotate');
  while (here.ids().length === 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await process.presence.report();
  await rotated;
  await process.settle();
  const half = join(root, 'half.backup');
  const { err } = await here.run('backup', half);
  const [newest = ''] = here.ids();
  expect(manifest(half)).toContain(`"keyIds":["${newest}","${first}"]`);
  expect(err).toContain(`Keep a copy of ${here.file} (keys ${newest}, ${first}) elsewhere`);
  await resealAll({ db, vault: process.vault, signal, pauseMs: 0 });
  const whole = join(root, 'whole.backup');
  await here.run('backup', whole, '--with-key');
  expect(manifest(whole)).toContain(`"keyIds":["${newest}"]`);
  expect(manifest(whole)).toContain(JSON.stringify(readFileSync(here.file, 'utf8')));
  await process.presence.stop();
});

test('a backup from before a rotation is refused without its key, which is named, and opens with it', async () => {
  const ring = parseRing(readFileSync(here.file, 'utf8'));
  const [newest = ''] = here.ids();
  const there = machine(target);
  writeFileSync(there.file, ringText({ ...ring, keys: ring.keys.slice(0, 1) }));
  const refused = await restoring(there.folder)('restore', before, '--yes');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(
    `The key in ${there.file} does not match this backup (${first}). Put the right carillon.key there`,
  );
  there.copyFrom(here);
  const { code, err } = await restoring(there.folder)('restore', before, '--yes');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });

  // The processes of the backup count as living for ten seconds.
  await asPlatform(target, (tx) => tx.run('DELETE FROM process'));
  const process = await running(target, there, 'there');
  const { clientId } = campaign;
  const rows = await asClient(target, clientId, (tx) =>
    tx.rows<{ ssn: Buffer; row: number }>(
      'SELECT ssn, account_line AS row FROM list_entry WHERE client_id = $1 AND ssn IS NOT NULL',
      [clientId],
    ),
  );
  const place = { table: 'list_entry' as const, clientId, callListId, field: 'ssn' as const };
  expect(rows.map(({ ssn, row }) => process.vault.open(ssn, { ...place, row }))).toEqual([
    ...['812-67-5363', '812-67-5363'],
  ]);
  // The newest key of the file seals again, and everything is sealed with it.
  await process.settle();
  expect(await asPlatform(target, readSealing)).toMatchObject({ keyId: newest });
  await resealAll({ db: target, vault: process.vault, signal, pauseMs: 0 });
  expect(await sealedBy(target)).toEqual({ [newest.slice(0, 8)]: 4 });
});

test('on a machine without keys, the backup brings those of its time', async () => {
  const empty = join(root, 'empty');
  const other = await freshDatabase();
  const run = commandsOn(other.url, { env: { CARILLON_DATA: empty, CARILLON_METRICS: 'off' } });
  expect((await run('restore', before, '--yes')).err).toContain('carillon.key was restored');
  const restored = parseRing(readFileSync(join(empty, 'carillon.key'), 'utf8'));
  expect(restored.keys.map(({ id }) => id)).toEqual([first]);
});
