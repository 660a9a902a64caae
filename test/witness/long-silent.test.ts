/** Journals and folders that were silent for longer than journals are kept. */
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { askToReconcile, beginHold, endHoldWhenAllCame } from '../../src/db/queries/hold.ts';
import { outstanding } from '../../src/db/queries/reconciliation.ts';
import { endLeases, placeMore, runningCampaign, twice } from './calls.ts';
import { aged, journalOf, nameOf, reconcileIn, silentFor, sweep } from './long-ago.ts';
import { imported, lift, listed, withClient } from './stops.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

/** Two folders know the database; the process of the second one has ended. */
async function twoFolders(): Promise<{ world: WitnessWorld; one: Phase }> {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  await runningCampaign(one, 300);
  const two = await world.begin({ folder: 'two' });
  await placeMore(world, two, 10);
  await two.end();
  await one.witness.check();
  return { world, one };
}

const waitedFor = async ({ db }: Phase) =>
  (await asPlatform(db, outstanding)).map(({ name }) => name);

test('a slot that a process used for a while causes no hold when it is used again', async () => {
  const world = await witnessWorld();
  const first = await world.begin();
  await runningCampaign(first, 100);
  // As in a restart that waits for the new process.
  const second = await world.begin();
  await placeMore(world, second, 10);
  await second.end();
  await silentFor(first.db, 91, { slot: 2 });
  await sweep(world, first.db, 'one');
  await first.end();
  const later = await world.begin();
  expect(later.witness.hold()).toBeNull();
  await later.end();
});

test('a machine that returns after a season causes no hold, and its journal continues at its offset', async () => {
  const { world, one } = await twoFolders();
  const again = await world.begin({ folder: 'two' });
  await endLeases(again);
  await placeMore(world, again, 10);
  await again.end();
  // Its own hourly sweep dropped the oldest file while it ran.
  const [oldest = ''] = await journalOf(world, one.db, { folder: 'two' });
  rmSync(oldest);
  await silentFor(one.db, 91, { name: nameOf(world, 'two') });
  await one.witness.check();
  await sweep(world, one.db, 'one');
  const back = await world.begin({ folder: 'two' });
  await one.witness.check();
  expect(back.witness.hold()).toBeNull();
  expect(one.witness.hold()).toBeNull();
  await back.end();
  await one.end();
});

test('a stop that was imported and lifted since stays lifted, however long ago that was', async () => {
  const { world, client } = await withClient();
  const running = await world.begin();
  await imported(world, client, ['12125559999']);
  await silentFor(running.db, 91, { slot: 2 });
  await sweep(world, running.db, 'one');
  await lift(running, client);
  await running.end();
  const later = await world.begin();
  expect(later.witness.hold()).toBeNull();
  expect(await listed(later, client)).toEqual([]);
  await later.end();
});

test('a hold does not wait for a folder that was silent for longer than journals are kept', async () => {
  const { world, one } = await twoFolders();
  await silentFor(one.db, 91, { name: nameOf(world, 'two') });
  await one.witness.check();
  await world.holdByHand();
  await one.witness.check();
  expect(await waitedFor(one)).toEqual([nameOf(world, 'one')]);
  const said = await reconcileIn(world, 'one')();
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  expect(said.err).toContain('The hold does not wait for data folders');
  expect(said.err).toContain(nameOf(world, 'two'));
  await one.witness.check();
  // The end of a hold that did not ask it is no sign of life either.
  await asPlatform(one.db, (tx) => beginHold(tx, 'operator'));
  expect(await waitedFor(one)).not.toContain(nameOf(world, 'two'));
  await one.end();
});

test('a folder that was silent at the time of the backup and called since is waited for', async () => {
  const { world, one } = await twoFolders();
  await silentFor(one.db, 91, { name: nameOf(world, 'two') });
  await one.end();
  await world.backup();
  const idle = await world.begin({ folder: 'one' });
  const back = await world.begin({ folder: 'two' });
  await endLeases(back);
  await placeMore(world, back, 20);
  await idle.witness.check();
  await back.end();
  await idle.end();
  await world.restore();
  const here = await world.begin({ folder: 'one' });
  expect(here.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const early = await reconcileIn(world, 'one')();
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining(nameOf(world, 'two')) });
  const two = await world.begin({ folder: 'two' });
  await two.witness.check();
  expect(two.witness.hold()).toBeNull();
  await here.witness.check();
  await endLeases(two);
  await placeMore(world, two, 20);
  expect(twice(world)).toEqual([]);
  await two.end();
  await here.end();
});

test('after a restore of a backup that is older than journals are kept, the hold waits for every folder', async () => {
  const { world, one } = await twoFolders();
  await one.end();
  await world.restored();
  const here = await world.begin({ folder: 'three' });
  // The backup is 100 days old, and the second folder was silent for 100 more.
  await silentFor(here.db, 100);
  await silentFor(here.db, 100, { name: nameOf(world, 'two') });
  expect(await waitedFor(here)).toContain(nameOf(world, 'two'));
  await here.end();
});

test('a database clock that ran ahead excludes no running process', async () => {
  const { world, one } = await twoFolders();
  // A sign of life from the time when it ran ahead.
  await asPlatform(one.db, (tx) =>
    tx.run("UPDATE witness SET known_at = known_at + interval '200 days' WHERE slot = 1"),
  );
  await asPlatform(one.db, (tx) => beginHold(tx, 'operator'));
  const names = [nameOf(world, 'one'), nameOf(world, 'two')];
  expect((await waitedFor(one)).sort()).toEqual(names.sort());
  await asPlatform(one.db, askToReconcile);
  expect(await asPlatform(one.db, endHoldWhenAllCame)).toBe(false);
  await one.end();
});

test('old files of an unused slot are dropped, as far as the database has them', async () => {
  const { world, client } = await withClient();
  const running = await world.begin();
  for (const phone of ['12125559991', '12125559992', '12125559993']) {
    await imported(world, client, [phone]);
  }
  const files = () => journalOf(world, running.db, { slot: 2 });
  aged(await files(), 91);
  await asPlatform(running.db, (tx) => tx.run('UPDATE witness SET position = 0 WHERE slot = 2'));
  await sweep(world, running.db, 'one');
  expect(await files()).toHaveLength(3);
  await running.end();
  // A start compares them, so that the database has them.
  const later = await world.begin();
  await sweep(world, later.db, 'one');
  expect(await journalOf(world, later.db, { slot: 2 })).toHaveLength(1);
  await later.end();
  const last = await world.begin();
  expect(last.witness.hold()).toBeNull();
  await last.end();
});
