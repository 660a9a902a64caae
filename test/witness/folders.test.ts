/** Several data folders on one database: which vouch for it, and which a restore waits for. */
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { commandsOn } from '../cli/command-run.ts';
import { campaignState } from '../engine/world.ts';
import { endLeases, placed, runningCampaign, twice } from './calls.ts';
import { type WitnessWorld, witnessWorld } from './witness-world.ts';

const name = (folder: string) => `${hostname()}:${folder}`;

const commandsIn = (world: WitnessWorld, folder: string) =>
  commandsOn(world.url, { env: { CARILLON_DATA: world.folder(folder) } });

test('a database with campaigns that a folder has never seen is held, unless a process vouches for it', async () => {
  const world = await witnessWorld();
  const first = await world.begin();
  const campaign = await runningCampaign(first, 200);
  await first.run(5_000);
  const joined = await world.begin({ folder: 'two' });
  expect(joined.witness.hold()).toBeNull();
  await joined.end();
  await first.end();

  const stranger = await world.begin({ folder: 'three' });
  expect(stranger.witness.hold()).toMatchObject({ code: 'unknown_folder' });
  const before = placed(world);
  await endLeases(stranger);
  await stranger.run(5_000);
  expect(placed(world)).toBe(before);

  // The journals of the others are not compared yet.
  const early = await commandsIn(world, 'three')('restore', 'reconcile', '--gone=nobody');
  expect(early).toMatchObject({
    code: 1,
    err: expect.stringContaining('The hold does not wait for "nobody"'),
  });
  const gone = [world.folder('one'), world.folder('two')].map((path) => `--gone=${name(path)}`);
  const late = await commandsIn(world, 'three')('restore', 'reconcile', ...gone);
  expect(late).toMatchObject({ code: 0, out: expect.stringContaining('The hold is over') });
  await stranger.witness.check();
  await stranger.run(5_000);
  expect(placed(world)).toBeGreaterThan(before);
  expect((await campaignState(stranger.db, campaign)).reason).toBeNull();
  expect(twice(world)).toEqual([]);
  await stranger.end();
});

test('a hold waits for the journals of every folder, and ends when all are compared', async () => {
  const world = await witnessWorld();
  const before = await world.begin({ folder: 'one' });
  const campaign = await runningCampaign(before, 300);
  await before.run(5_000);
  await (await world.begin({ folder: 'two' })).end();
  await before.end();
  await world.backup();
  const idle = await world.begin({ folder: 'one' });
  const busy = await world.begin({ folder: 'two' });
  await endLeases(busy);
  await busy.run(10_000);
  await idle.witness.check();
  await idle.end();
  await busy.end();
  await world.restore();

  // It called nobody since the backup, but it was running: it has seen a newer database.
  const first = await world.begin({ folder: 'one' });
  expect(first.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const early = await commandsIn(world, 'one')('restore', 'reconcile');
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining(name(world.folder('two'))) });
  // The operator asked for it: each folder now adds what is missing, and the last one ends the hold.
  const second = await world.begin({ folder: 'two' });
  await second.witness.check();
  expect(second.witness.hold()).toBeNull();
  await first.witness.check();
  expect(first.witness.hold()).toBeNull();
  await endLeases(second);
  await second.runUntil(async () => (await campaignState(second.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await first.end();
  await second.end();
});

test('a folder that was declared gone adds what it saw when it returns', async () => {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  const campaign = await runningCampaign(one, 300);
  await one.run(5_000);
  const two = await world.begin({ folder: 'two' });
  await one.end();
  await two.end();
  await world.backup();
  const away = await world.begin({ folder: 'two' });
  await endLeases(away);
  await away.run(10_000);
  await away.end();
  await world.restore();
  const here = await world.begin({ folder: 'one' });
  // Like "start --hold".
  await world.holdByHand();
  await here.witness.check();
  const gone = `--gone=${name(world.folder('two'))}`;
  const said = await commandsIn(world, 'one')('restore', 'reconcile', gone);
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining('gone.') });
  await here.end();
  const back = await world.begin({ folder: 'two' });
  expect(back.witness.hold()).toBeNull();
  expect(back.notes.join()).toContain('restored while this machine was offline');
  await endLeases(back);
  await back.runUntil(async () => (await campaignState(back.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await back.end();
});
