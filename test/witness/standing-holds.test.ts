/** Holds that are in a backup, end under a running engine, or ended while no process wrote a mark. */
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { commandsOn } from '../cli/command-run.ts';
import { campaignState } from '../engine/world.ts';
import { endLeases, placeMore, runningCampaign, twice } from './calls.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const name = (world: WitnessWorld, folder: string) => `${hostname()}:${world.folder(folder)}`;

const reconcileIn = (world: WitnessWorld, folder: string) => {
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder(folder) } });
  return (...options: string[]) => carillon('restore', 'reconcile', '--no-carriers', ...options);
};

/** A campaign of the folder `one`, which the folders `two` and `three` have seen. */
async function threeFolders() {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  const campaign = await runningCampaign(one, 80);
  await placeMore(world, one, 10);
  for (const folder of ['two', 'three']) await (await world.begin({ folder })).end();
  await one.end();
  return { world, campaign };
}

/** The command waits a few seconds for folders that were there a moment ago. */
async function seenLongAgo({ db }: Phase): Promise<void> {
  await asPlatform(db, (tx) =>
    tx.run("UPDATE witness SET seen_at = seen_at - interval '1 minute'"),
  );
}

/** Every process has noticed it by now. */
async function beganLongAgo({ db }: Phase): Promise<void> {
  await asPlatform(db, (tx) =>
    tx.run("UPDATE installation SET hold_since = hold_since - interval '1 minute'"),
  );
}

async function lookUntil(phase: Phase, done: () => boolean): Promise<void> {
  for (let looks = 0; looks < 20 && !done(); looks += 1) await phase.witness.check();
}

test('a backup of a hold that is ending, restored by other tools, is compared from the beginning', async () => {
  const { world, campaign } = await threeFolders();
  await world.holdByHand();
  const one = await world.begin({ folder: 'one' });
  const two = await world.begin({ folder: 'two' });
  await seenLongAgo(one);
  // One and two are compared; the hold waits for three.
  expect((await reconcileIn(world, 'one')()).err).toContain(name(world, 'three'));
  await two.witness.check();
  await one.end();
  await two.end();
  await world.backup();
  const three = await world.begin({ folder: 'three' });
  await three.witness.check();
  expect(three.witness.hold()).toBeNull();
  const caller = await world.begin({ folder: 'two' });
  await endLeases(caller);
  await placeMore(world, caller, 20);
  await three.witness.check();
  await caller.end();
  await three.end();

  await world.restore();
  // In that state three would end the hold alone.
  const back = await world.begin({ folder: 'three' });
  expect(back.witness.hold()).toMatchObject({ code: 'rolled_back', asked: false });
  await back.witness.check();
  await seenLongAgo(back);
  expect((await reconcileIn(world, 'three')()).err).toContain(name(world, 'two'));
  for (const folder of ['one', 'two']) {
    const phase = await world.begin({ folder });
    await phase.witness.check();
    await phase.end();
  }
  await lookUntil(back, () => back.witness.hold() === null);
  expect(back.witness.hold()).toBeNull();
  await endLeases(back);
  await back.runUntil(async () => (await campaignState(back.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await back.end();
});

test('a folder whose mark is ahead does not restart a hold that began for that reason', async () => {
  const { world, campaign } = await threeFolders();
  await world.backup();
  const busy = await world.begin({ folder: 'two' });
  await endLeases(busy);
  await placeMore(world, busy, 20);
  await busy.end();
  await world.restore();
  await world.restored();
  const one = await world.begin({ folder: 'one' });
  await seenLongAgo(one);
  await seenLongAgo(one);
  expect((await reconcileIn(world, 'one')()).err).toContain(name(world, 'two'));
  // Its mark is ahead of this database; the hold is the one of this restore.
  const two = await world.begin({ folder: 'two' });
  expect(two.witness.hold()).toMatchObject({ code: 'restored', asked: true });
  await two.witness.check();
  const said = await reconcileIn(world, 'one')(`--gone=${name(world, 'three')}`);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await two.witness.check();
  await endLeases(two);
  await two.runUntil(async () => (await campaignState(two.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await one.end();
  await two.end();
});

test('start --hold restarts a hold', async () => {
  const { world } = await threeFolders();
  await world.holdByHand();
  const one = await world.begin({ folder: 'one' });
  await seenLongAgo(one);
  expect((await reconcileIn(world, 'one')()).code).toBe(1);
  await world.holdByHand();
  await one.witness.check();
  expect(one.witness.hold()).toMatchObject({ code: 'operator', asked: false });
  const late = await world.begin({ folder: 'two' });
  const gone = ['one', 'three'].map((folder) => `--gone=${name(world, folder)}`);
  expect((await reconcileIn(world, 'two')(...gone)).code).toBe(0);
  await late.end();
  await one.end();
});

test('a slot that was not used since a hold ended does not hide a rollback from the others', async () => {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  await runningCampaign(one, 80);
  await placeMore(world, one, 10);
  // As in a rolling upgrade: two processes of one folder for a moment.
  await (await world.begin({ folder: 'one' })).end();
  await (await world.begin({ folder: 'two' })).end();
  await one.end();
  await world.holdByHand();
  const two = await world.begin({ folder: 'two' });
  const held = await world.begin({ folder: 'one' });
  await reconcileIn(world, 'one')(`--gone=${name(world, 'two')}`);
  // Both have compared before it ends, and a process marks its end at its next look.
  for (let looks = 0; looks < 20 && (held.witness.hold() || two.witness.hold()); looks += 1) {
    await two.witness.check();
    await held.witness.check();
  }
  expect([held.witness.hold(), two.witness.hold()]).toEqual([null, null]);
  await held.witness.check();
  await held.end();
  await two.end();
  await world.backup();
  const idle = await world.begin({ folder: 'one' });
  // The second slot is compared and its mark is current, so nothing is reported again.
  const notes = idle.notes.join();
  const caller = await world.begin({ folder: 'two' });
  await endLeases(caller);
  await placeMore(world, caller, 20);
  await idle.witness.check();
  await caller.end();
  await idle.end();
  await world.restore();
  const here = await world.begin({ folder: 'one' });
  expect(here.witness.hold()).toMatchObject({ code: 'rolled_back' });
  expect([notes, ...here.notes].join()).not.toContain('restored while this machine was offline');
  await here.end();
});

test('an engine that was running when the database was restored resumes when the command ends the hold', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  const campaign = await runningCampaign(one, 80);
  await placeMore(world, one, 10);
  await one.end();
  await world.backup();
  const running = await world.begin();
  await endLeases(running);
  await placeMore(world, running, 20);
  await running.witness.check();
  await world.restore();
  await lookUntil(running, () => running.witness.hold() !== null);
  expect(running.witness.hold()).toMatchObject({ code: 'rolled_back' });
  expect((await reconcileIn(world, 'one')()).code).toBe(0);
  await running.witness.check();
  expect(running.witness.hold()).toBeNull();
  await endLeases(running);
  // Calls in flight in the backup end, too: no other engine takes over the campaign here.
  await running.runUntil(async () => (await campaignState(running.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await running.end();
});

test('a failover after a hold that ended is not taken for a restored backup, even if an older version noticed it', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  await runningCampaign(one, 80);
  await placeMore(world, one, 10);
  await one.witness.check();
  await asPlatform(one.db, (tx) => beginHold(tx, 'failover'));
  await one.witness.check();
  expect(one.witness.hold()).toMatchObject({ code: 'failover' });
  await beganLongAgo(one);
  await lookUntil(one, () => one.witness.hold() === null);
  expect(one.witness.hold()).toBeNull();
  // As an older version begins it, without changing hold_id.
  await asPlatform(one.db, (tx) =>
    tx.run(
      `UPDATE installation SET hold_code = 'failover', hold_since = '2026-11-20T20:00:00Z',
         reconcile_asked_at = NULL`,
    ),
  );
  await one.witness.check();
  await lookUntil(one, () => one.witness.hold() === null);
  expect(one.witness.hold()).toBeNull();
  await one.end();
});

test('a hold that begins in the future, by a clock that was set since, ends when the operator asks for it', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  await runningCampaign(one, 80);
  await placeMore(world, one, 10);
  await world.holdByHand();
  await one.db.pool.query("UPDATE installation SET hold_since = hold_since + interval '9 hours'");
  await one.witness.check();
  const said = await reconcileIn(world, 'one')();
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await one.end();
});

test('a process takes part in ending a hold that begins in the future by a clock that was set', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  await runningCampaign(one, 80);
  await placeMore(world, one, 10);
  await world.holdByHand();
  await one.db.pool.query(
    `UPDATE installation SET hold_since = hold_since + interval '9 hours', reconcile_asked_at = hold_since`,
  );
  // Its own loop continues meanwhile.
  await expect
    .poll(
      async () =>
        (await one.db.pool.query('SELECT FROM installation WHERE hold_since IS NULL')).rowCount,
      {
        timeout: 30_000,
      },
    )
    .toBe(1);
  await one.end();
});
