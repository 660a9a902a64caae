/** What an operator does around a restore must not exclude a journal from the comparison. */
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { commandsOn } from '../cli/command-run.ts';
import { campaignState } from '../engine/world.ts';
import { endLeases, placed, runningCampaign, twice } from './calls.ts';
import { witnessWorld } from './witness-world.ts';

test('the hold waits for a folder that joined after the backup', async () => {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  await runningCampaign(one, 300);
  await one.run(5_000);
  await one.end();
  await world.backup();
  const idle = await world.begin({ folder: 'one' });
  const two = await world.begin({ folder: 'two' });
  await endLeases(two);
  await two.run(10_000);
  await idle.witness.check();
  await idle.end();
  await two.end();
  await world.restore();
  await world.restored();
  const here = await world.begin({ folder: 'one' });
  expect(here.witness.hold()).toMatchObject({ code: 'restored' });
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  const said = await carillon('restore', 'reconcile', '--no-carriers');
  const name = `${hostname()}:${world.folder('two')}`;
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining(name) });
  await here.end();
});

test('an import into the do-not-call list before the start hides nothing of the journal', async () => {
  const world = await witnessWorld();
  const one = await world.begin();
  const campaign = await runningCampaign(one, 200);
  await one.run(5_000);
  const code = await asPlatform(one.db, (tx) =>
    tx.row<{ code: string }>('SELECT code FROM client WHERE client_id = $1', [campaign.clientId]),
  );
  await one.end();
  await world.backup();
  const before = placed(world);
  const again = await world.begin();
  await endLeases(again);
  await again.run(8_000);
  await again.end();
  const since = placed(world) - before;
  expect(since).toBeGreaterThan(20);
  await world.restore();
  const file = join(world.folder('one'), 'numbers.csv');
  writeFileSync(file, '212-555-9999\n');
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  expect(await carillon('dnc', 'import', code?.code ?? '', file)).toMatchObject({ code: 0 });
  const held = await world.begin();
  expect(held.witness.hold()).toMatchObject({ code: 'rolled_back' });
  const said = await carillon('restore', 'reconcile', '--no-carriers');
  expect(said.out).toContain(`${since} of them were missing`);
  await held.witness.check();
  await endLeases(held);
  await held.runUntil(async () => (await campaignState(held.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  await held.end();
});
