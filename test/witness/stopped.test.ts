/** A restored backup must not go on with what was stopped after it was made. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { beginClientStop, liftClientStops } from '../../src/db/queries/client-stop.ts';
import { listStops } from '../../src/db/queries/operator-stop.ts';
import { journalStops, standingStops } from '../../src/db/queries/stop-witness.ts';
import { endLeases, placed, placeMore, runningCampaign } from './calls.ts';
import { commandIn, reconcileIn } from './long-ago.ts';
import { witnessWorld } from './witness-world.ts';

test('stops that were set after the backup are in force again before its hold ends; lifted ones are not', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  const campaign = await runningCampaign(one, 60);
  const { clientId } = campaign;
  await placeMore(world, one, 5);
  await one.end();
  await world.backup();

  const two = await world.begin();
  const db = { ...two.db, journal: two.witness };
  const own = { carrier: null, reason: 'A complaint: "why?"', stoppedBy: 'Ann Lee' };
  const note = async (change: () => Promise<unknown>) => {
    const before = await asClient(db, clientId, standingStops);
    await change();
    const now = await asClient(db, clientId, standingStops);
    expect(journalStops(db.journal, before, now)).toBe(true);
  };
  await note(() => asClient(db, clientId, (tx) => beginClientStop(tx, clientId, own)));
  await note(() => asPlatform(db, (tx) => liftClientStops(tx, clientId)));
  await note(() => asClient(db, clientId, (tx) => beginClientStop(tx, clientId, own)));
  const stop = commandIn(world, 'one');
  const lifted = ['--carrier=simulated', '--reason=by mistake'];
  for (const words of [lifted, ['--lift', '--carrier=simulated'], ['--all', '--reason=Recall']]) {
    const run = await stop('stop', ...words);
    expect(run, run.err).toMatchObject({ code: 0 });
  }
  const before = await asPlatform(two.db, listStops);
  expect(before.map(({ setBy, scope }) => [setBy, scope])).toEqual([
    ['operator', 'all'],
    ['administrator', 'client'],
  ]);
  await two.end();

  await world.restore();
  const held = await world.begin();
  await endLeases(held);
  expect(await asPlatform(held.db, listStops)).toEqual([]);
  const sofar = placed(world);
  const said = await reconcileIn(world, 'one')();
  expect(said.code, said.err).toBe(0);
  expect(said.out).toContain('2 stops of calls and texts were missing and in force again');
  const after = await asPlatform(held.db, listStops);
  expect(after).toEqual(before);
  await held.witness.check();
  expect(held.witness.hold()).toBeNull();
  await held.run(20_000);
  expect(placed(world)).toBe(sofar);
  await held.end();
});
