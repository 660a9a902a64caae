/** Part of a journal is missing, which must not be taken for "nothing happened". */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { readWitnesses } from '../../src/db/queries/witness.ts';
import { commandsOn } from '../cli/command-run.ts';
import { campaignState } from '../engine/world.ts';
import { endLeases, placed, placeMore, runningCampaign, twice } from './calls.ts';
import { silentFor, sweep } from './long-ago.ts';
import { type WitnessWorld, witnessWorld } from './witness-world.ts';

const name = (world: WitnessWorld, folder: string) => `${hostname()}:${world.folder(folder)}`;

const reconcileIn = (world: WitnessWorld, folder: string) => {
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder(folder) } });
  return (...options: string[]) => carillon('restore', 'reconcile', ...options);
};

/** The files of the first slot's journal in a folder. */
function journalIn(world: WitnessWorld, folder: string): string[] {
  const witness = join(world.folder(folder), 'witness');
  return readdirSync(witness)
    .filter((one) => one !== 'id' && one !== 'reports')
    .flatMap((installation) => {
      const slot = join(witness, installation, '1');
      return readdirSync(slot)
        .filter((file) => file.startsWith('journal-'))
        .sort()
        .map((file) => join(slot, file));
    });
}

/** Some were called before the backup and some since; then the backup is restored. */
async function putBack(folder = 'one') {
  const world = await witnessWorld();
  const first = await world.begin({ folder });
  const campaign = await runningCampaign(first, 100);
  await placeMore(world, first, 20);
  await first.end();
  await world.backup();
  const before = placed(world);
  const second = await world.begin({ folder });
  await endLeases(second);
  await placeMore(world, second, 30);
  await second.end();
  await world.restore();
  return { world, campaign, since: placed(world) - before };
}

test('if journal files were removed, the hold lasts until the operator says so, and the carrier is asked', async () => {
  const { world, campaign, since } = await putBack();
  for (const file of journalIn(world, 'one')) rmSync(file);
  const here = await world.begin();
  expect(here.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const reconcile = reconcileIn(world, 'one');
  const refused = await reconcile('--no-carriers');
  expect(refused.code).toBe(1);
  expect(refused.out).toContain('are lost with their files');
  expect(refused.err).toContain(`--gone=${name(world, 'one')}`);
  await here.witness.check();
  expect(here.witness.hold()).toMatchObject({ lost: name(world, 'one') });
  expect(here.witness.off()?.reason).toMatchObject({ code: 'hold', lost: name(world, 'one') });
  await here.end();
  // A restart, and the same command once more, change nothing.
  const again = await world.begin();
  expect((await reconcile('--no-carriers')).code).toBe(1);
  await again.witness.check();
  expect(again.witness.hold()).toMatchObject({ code: 'rolled_back' });
  await again.end();

  // The machine with the carrier's log runs the command; the other folder has reported its loss.
  writeFileSync(join(world.folder('carrier'), 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
  const asked = await reconcileIn(world, 'carrier')(`--gone=${name(world, 'one')}`);
  expect(asked.out).toContain(`${since} were missing`);
  expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  const last = await world.begin();
  expect(last.witness.hold()).toBeNull();
  await endLeases(last);
  await last.runUntil(async () => (await campaignState(last.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await last.end();
});

test('files that are put back are compared, and the hold ends', async () => {
  const { world, since } = await putBack();
  const files = journalIn(world, 'one');
  const aside = (file: string) => file.replace('journal-', 'aside-');
  for (const file of files) renameSync(file, aside(file));
  const reconcile = reconcileIn(world, 'one');
  const here = await world.begin();
  expect((await reconcile('--no-carriers')).code).toBe(1);
  await here.witness.check();
  expect(here.witness.hold()).toMatchObject({ lost: name(world, 'one') });
  await here.end();
  for (const file of files) renameSync(aside(file), file);
  const again = await world.begin();
  const said = await reconcile('--no-carriers');
  expect(said.out).toContain(`${since} of them were missing`);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await again.end();
});

test('a journal whose files were removed without a hold continues at its offset', async () => {
  const world = await witnessWorld();
  const first = await world.begin();
  const campaign = await runningCampaign(first, 100);
  await placeMore(world, first, 60);
  await first.end();
  for (const file of journalIn(world, 'one')) rmSync(file);
  await world.backup();
  const before = placed(world);
  const second = await world.begin();
  expect(second.witness.hold()).toBeNull();
  expect(second.notes.join()).toContain('are missing');
  await endLeases(second);
  // Fewer bytes than in the removed files.
  await placeMore(world, second, 20);
  await second.end();
  const since = placed(world) - before;
  await world.restore();
  const third = await world.begin();
  expect(third.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const said = await reconcileIn(world, 'one')('--no-carriers');
  expect(said).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${since} of them were missing`),
  });
  await third.witness.check();
  await endLeases(third);
  await third.runUntil(async () => (await campaignState(third.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await third.end();
});

test('a journal that begins after the backup, because old files are not kept, is reported', async () => {
  const { world } = await putBack();
  const [, sinceBackup = ''] = journalIn(world, 'one');
  const here = await world.begin();
  expect(here.witness.hold()).toMatchObject({ code: 'rolled_back' });
  // Like the hourly sweep, when it removes the first file that this database needs.
  rmSync(sinceBackup);
  const said = await reconcileIn(world, 'one')('--no-carriers');
  expect(said).toMatchObject({
    code: 1,
    err: expect.stringContaining('older than the days that journals are kept'),
  });
  const gone = await reconcileIn(world, 'one')('--no-carriers', `--gone=${name(world, 'one')}`);
  expect(gone).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await here.end();
  // The operator's decision is kept: the next start does not begin a hold again.
  const next = await world.begin();
  expect(next.witness.hold()).toBeNull();
  await next.end();
});

test("a backup that is older than the journals' days forgets no folder", async () => {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  await runningCampaign(one, 100);
  await placeMore(world, one, 10);
  await (await world.begin({ folder: 'two' })).end();
  await one.end();
  await world.backup();
  const two = await world.begin({ folder: 'two' });
  await endLeases(two);
  await placeMore(world, two, 20);
  await two.end();
  await world.restore();
  await world.restored();
  // No mark of this folder names the others.
  const here = await world.begin({ folder: 'three' });
  expect(here.witness.hold()).toMatchObject({ code: 'restored' });
  await silentFor(here.db, 91);
  // The hourly sweep of old files, even by a process that has not noticed the hold.
  await sweep(world, here.db, 'three');
  const early = await reconcileIn(world, 'three')('--no-carriers', `--gone=${name(world, 'one')}`);
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining(name(world, 'two')) });
  const back = await world.begin({ folder: 'two' });
  await back.witness.check();
  expect(back.witness.hold()).toBeNull();
  await here.witness.check();
  // They are not forgotten as soon as the hold has ended either.
  await sweep(world, here.db, 'three');
  const names = (await asPlatform(here.db, readWitnesses)).map((row) => row.name);
  expect(names).toContain(name(world, 'two'));
  await endLeases(back);
  await placeMore(world, back, 20);
  expect(twice(world)).toEqual([]);
  await back.end();
  await here.end();
});

test('a journal that was put back is not reported as lost while the hold waits for another folder', async () => {
  const { world } = await putBack();
  const other = await world.begin({ folder: 'two', placesCalls: false });
  await other.end();
  const files = journalIn(world, 'one');
  const aside = (file: string) => file.replace('journal-', 'aside-');
  for (const file of files) renameSync(file, aside(file));
  const here = await world.begin();
  await asPlatform(here.db, (tx) =>
    tx.run("UPDATE witness SET seen_at = seen_at - interval '1 minute'"),
  );
  const reconcile = reconcileIn(world, 'one');
  await reconcile('--no-carriers');
  await here.witness.check();
  expect(here.witness.hold()).toMatchObject({ lost: name(world, 'one') });
  for (const file of files) renameSync(aside(file), file);
  expect((await reconcile('--no-carriers')).err).toContain(name(world, 'two'));
  await here.witness.check();
  expect(here.witness.hold()).toMatchObject({ code: 'rolled_back' });
  expect(here.witness.hold()).not.toHaveProperty('lost');
  await here.end();
});
