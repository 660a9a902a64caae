/** A key that is dropped while processes may still make it seal (decision 078). */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { parseRing, ringText, withNewKey } from '../../src/db/key-ring.ts';
import { readSealing } from '../../src/db/queries/data-key.ts';
import { commandsOn } from '../cli/command-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { type Machine, machine, running } from './key-world.ts';

/** As an operator who puts a ring with one more key in the place of the file. */
function addKey({ file }: Machine): string {
  const next = withNewKey(parseRing(readFileSync(file, 'utf8')), new Date('2026-12-01T12:00:00Z'));
  writeFileSync(file, ringText(next), { mode: 0o600 });
  return next.keys[0]?.id ?? '';
}

test('a key that begins to seal while the operator is asked is not dropped', async () => {
  const db = await freshDatabase();
  const here = machine(db);
  const process = await running(db, here, 'here');
  const added = addKey(here);
  const types = async () => {
    await process.settle();
    expect(process.vault.state.sealing).toBe(added);
    return 'yes';
  };
  const env = { CARILLON_DATA: here.folder, CARILLON_METRICS: 'off' };
  const { code } = await commandsOn(db.url, { env, types })('key', 'drop', added);
  expect(code).toBe(1);
  expect(here.ids()).toContain(added);
});

test('a key that was dropped before it sealed never seals, from a process that still has it either', async () => {
  const db = await freshDatabase();
  const [here, there] = [machine(db), machine(db)];
  const process = await running(db, here, 'here');
  const other = await running(db, there, 'there');
  const [first = ''] = here.ids();
  const added = addKey(here);
  await process.settle();
  expect((await here.run('key', 'drop', added, '--yes')).code).toBe(0);
  expect(here.ids()).toEqual([first]);
  // The last process that did not know it ends before this one reads the file again.
  await other.presence.stop();
  await process.follow(await asPlatform(db, readSealing));
  expect((await asPlatform(db, readSealing)).keyId).toBe(first);
  const { keys } = JSON.parse((await here.run('key', 'status', '--json')).out);
  expect(keys).toMatchObject([{ keyId: first, state: 'sealing' }]);
  // The next rotation goes on as if it had never been.
  const next = addKey(here);
  await process.settle();
  expect((await asPlatform(db, readSealing)).keyId).toBe(next);
});
