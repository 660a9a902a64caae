/** How old a held database is: the carriers are asked for records since then. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { askedSince } from '../../src/cli/reconcile/ask-carriers.ts';
import { asPlatform } from '../../src/db/database.ts';
import { holdByHand } from '../../src/db/queries/hold.ts';
import { newestSign } from '../../src/db/queries/witness.ts';
import { factsOf } from '../../src/witness/standing-hold.ts';
import { placeMore, runningCampaign } from './calls.ts';
import { reconcileIn } from './long-ago.ts';
import { imported, withClient } from './stops.ts';
import { type Phase, type WitnessWorld, witnessWorld } from './witness-world.ts';

const hour = 3_600_000;

/** Nothing runs; the database is five hours old, as if restored by other tools. */
async function fiveHoursOld(world: WitnessWorld): Promise<number> {
  const pg = new Client({ connectionString: world.url });
  await pg.connect();
  await pg.query(
    `UPDATE witness SET seen_at = seen_at - interval '5 hours', known_at = known_at - interval '5 hours'`,
  );
  // Real time, as with a real carrier.
  await pg.query('DELETE FROM simulation');
  await pg.query(
    `INSERT INTO simulation (real_anchor, simulated_anchor, speed, last_simulated)
     VALUES ('2026-11-20', '2026-11-20', 1, '2026-11-20')`,
  );
  const { rows } = await pg.query<{ at: Date }>('SELECT max(known_at) AS at FROM witness');
  await pg.end();
  return rows[0]?.at.getTime() ?? 0;
}

async function calledFrom(folder: string): Promise<WitnessWorld> {
  const world = await witnessWorld();
  const one = await world.begin({ folder });
  await runningCampaign(one, 100);
  await placeMore(world, one, 10);
  await one.end();
  return world;
}

/** Records since before the backup, not since a process started. */
async function expectAskedFrom(phase: Phase, at: number): Promise<void> {
  const hold = phase.witness.hold();
  expect(hold?.asOf).toBe(new Date(at).toISOString());
  if (!hold) return;
  const since = await askedSince(phase.db, hold);
  expect(since).toBeLessThanOrEqual(at);
  expect(since).toBeGreaterThan(at - hour);
}

test('an API process that starts first in a new folder does not hide how old the database is', async () => {
  const world = await calledFrom('one');
  const at = await fiveHoursOld(world);
  const api = await world.begin({ folder: 'two', placesCalls: false });
  await api.witness.check();
  const engine = await world.begin({ folder: 'three' });
  expect(engine.witness.hold()).toMatchObject({ code: 'unknown_folder' });
  await expectAskedFrom(engine, at);
  await engine.end();
  await api.end();
});

test('nor does it when the operator says --hold', async () => {
  const world = await calledFrom('one');
  const at = await fiveHoursOld(world);
  const api = await world.begin({ folder: 'two', placesCalls: false });
  await asPlatform(api.db, async (tx) => holdByHand(tx, await factsOf(tx)));
  await api.witness.check();
  await expectAskedFrom(api, at);
  await api.end();
});

test('nor does an import into the do-not-call list, before or after a hold began', async () => {
  const { world, client } = await withClient();
  const running = await world.begin({ folder: 'two' });
  await running.end();
  const at = await fiveHoursOld(world);
  await imported(world, client, ['12125559999']);
  const api = await world.begin({ folder: 'three', placesCalls: false });
  expect((await asPlatform(api.db, newestSign))?.getTime()).toBe(at);
  await world.holdByHand();
  await imported(world, client, ['12125559998']);
  expect((await asPlatform(api.db, newestSign))?.getTime()).toBe(at);
  await api.end();
});

test('signs of a process that knows the database count, and so does the end of a hold', async () => {
  const world = await calledFrom('one');
  const at = await fiveHoursOld(world);
  const one = await world.begin({ folder: 'one' });
  await one.witness.check();
  const first = (await asPlatform(one.db, newestSign))?.getTime() ?? 0;
  expect(first).toBeGreaterThan(at + hour);
  await world.holdByHand();
  await one.witness.check();
  expect(await reconcileIn(world, 'one')()).toMatchObject({ code: 0 });
  await one.witness.check();
  const later = (await asPlatform(one.db, newestSign))?.getTime() ?? 0;
  expect(later).toBeGreaterThan(first);
  await one.end();
});
