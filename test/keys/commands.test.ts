/** "carillon key" as an operator uses it, beside processes that run. */
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { resealAll } from '../../src/db/reseal/run.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { machine, running, sealedBy, withUnbound } from './key-world.ts';

const db = await freshDatabase();
const here = machine(db);
const { signal } = new AbortController();
const process = await running(db, here, 'here');
const [first = ''] = here.ids();
const campaign = await makeCampaign(db);
await makeList(db, campaign, { entries: 40 });
await withUnbound(db);
await process.presence.report();

const reseal = () => resealAll({ db, vault: process.vault, signal, pauseMs: 0 });
const json = async (...args: string[]) => JSON.parse((await here.run(...args, '--json')).out);
const pass = (hours: number) =>
  asPlatform(db, (tx) =>
    tx.run('UPDATE data_key SET resealed_at = resealed_at - make_interval(hours => $1)', [hours]),
  );
const audited = () =>
  asPlatform(db, (tx) =>
    tx.rows<{ operation: string; id: string; facts: object }>(
      `SELECT operation, thing_id AS id, after AS facts FROM audit_entry
       WHERE client_id = 0 AND thing_kind = 'dataKey' ORDER BY sequence`,
    ),
  );

test('the status counts by place what each key sealed, and what earlier versions did', async () => {
  expect(await json('key', 'status')).toMatchObject({
    ...{ file: here.file, isNamed: false, unbound: { list_entry: 8 }, unknown: [] },
    keys: [{ keyId: first, created: null, state: 'sealing', seals: {} }],
    processes: [{ host: 'here', knowsNewest: true, sealsWith: first, unreadable: 0 }],
    resealing: { left: 8, total: 8 },
  });
  const { out } = await here.run('key', 'status');
  expect(out).toMatch(/\(earlier version\) +- +bound to no row +list_entry 8/);
  expect(out).toContain('Sealing again: 8 of 8 values are left.');
});

test('a rotation keeps the old key, writes a file of its owner alone, and waits for a process that does not know the key', async () => {
  const rotated = here.run('key', 'rotate', '--json');
  while (here.ids().length === 1) await sleep(5);
  expect(statSync(here.file).mode & 0o777).toBe(0o600);
  const [newest, kept] = here.ids();
  expect(kept).toBe(first);
  await sleep(600);
  expect(await sealedBy(db)).toEqual({ unbound: 8 });
  expect((await here.run('key', 'status')).out).toContain('waits for process');
  // Its first report says that it knows the key, and its next one that it seals with it.
  await process.presence.report();
  expect(JSON.parse((await rotated).out)).toEqual({
    ...{ keyId: newest, file: here.file, seals: true, waitsFor: [] },
  });
  await process.presence.report();
  expect(process.vault.state.sealing).toBe(newest);
});

test('two rotations right after each other seal everything with the last key', async () => {
  const second = here.run('key', 'rotate');
  while (here.ids().length === 2) await sleep(5);
  const third = here.run('key', 'rotate');
  while (here.ids().length === 3) await sleep(5);
  const stop = new AbortController();
  const reporting = (async () => {
    while (!stop.signal.aborted) {
      await process.presence.report();
      await sleep(20);
    }
  })();
  expect([(await second).code, (await third).code]).toEqual([0, 0]);
  while (process.vault.state.sealing !== here.ids()[0]) await sleep(20);
  stop.abort();
  await reporting;
  await process.settle();
  expect(await reseal()).toMatchObject({ state: 'ended', unreadable: 0 });
  expect(await sealedBy(db)).toEqual({ [here.ids()[0]?.slice(0, 8) ?? '']: 8 });
});

test('a key is dropped only when nothing is sealed with it, two days after everything was sealed again', async () => {
  const refused = async (...args: string[]) => {
    const { code, err } = await here.run('key', 'drop', ...args);
    expect(code).toBe(1);
    return err;
  };
  const [newest = ''] = here.ids();
  expect(await refused('0123')).toContain('There is no key "0123".');
  expect(await refused(newest)).toContain(`The key ${newest} seals now.`);
  expect(await refused(first)).toMatch(/can be dropped from .* on, 48 hours after/);
  await pass(49);
  // Something that the first key sealed turned up, as from an import that ended late.
  const { clientId } = campaign;
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET ssn = '\\x02'::bytea || decode($2, 'hex') || substring(ssn FROM 6)
       WHERE client_id = $1 AND entry_id = 10`,
      [clientId, first.slice(0, 8)],
    ),
  );
  expect(await refused(first)).toContain(`The key ${first} is still needed: 1 in list_entry.`);
  expect(here.ids()).toContain(first);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE list_entry SET ssn = NULL WHERE client_id = $1 AND entry_id = 10', [clientId]),
  );
  expect(await refused(first)).toContain('has not ended');
  expect(await reseal()).toMatchObject({ state: 'ended' });
  await pass(49);
  expect(await refused(first)).toContain('Use --yes to confirm.');
  const { code, out, err } = await here.run('key', 'drop', first.slice(0, 8), '--yes');
  expect({ code, out }).toEqual({ code: 0, out: `The key ${first} is no longer in ${here.file}.` });
  expect(err).toContain('keep a copy of the former key file');
  expect(here.ids()).not.toContain(first);
  await process.presence.report();
  expect(process.known().known).toEqual(here.ids());
  expect((await here.run('doctor')).out).toMatch(/ok +Key +.*carillon\.key, \d keys/);
});

test('the audit log has who added, used and dropped which key', async () => {
  const entries = await audited();
  expect(entries.slice(0, 2)).toEqual([
    { operation: 'key rotate', id: expect.any(String), facts: { added: true } },
    { operation: expect.any(String), id: entries[0]?.id, facts: { seals: true } },
  ]);
  expect(entries.at(-1)).toEqual({ operation: 'key drop', id: first, facts: { dropped: true } });
  const bytes = /[0-9a-f]{64}/.exec(readFileSync(here.file, 'utf8'))?.[0] ?? 'none';
  expect(JSON.stringify(entries)).not.toContain(bytes);
});

test('a process does not start without the key that seals, and one that runs keeps the keys that it has', async () => {
  const other = machine(db);
  await expect(running(db, other, 'other')).rejects.toThrow(
    `The key in ${other.file} is not the key of this database, which is ${here.ids()[0]}.`,
  );
  const [newest] = here.ids();
  other.copyFrom(here);
  const kept = readFileSync(here.file);
  here.copyFrom(machine(db));
  await process.presence.report();
  expect(process.vault.state.sealing).toBe(newest);
  expect(process.logged).toContainEqual(
    expect.objectContaining({ level: 50, msg: expect.stringContaining('is not the key of') }),
  );
  expect((await here.run('doctor')).out).toMatch(/WRONG {2}Key .*is not the key of this database/);
  here.copyFrom(other);
  expect(readFileSync(here.file)).toEqual(kept);
});
