/** Only processes with a reason to trust a database may vouch for it. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { commandsOn } from '../cli/command-run.ts';
import { endLeases, placed, placeMore, runningCampaign } from './calls.ts';
import { type WitnessWorld, witnessWorld } from './witness-world.ts';

/** Called since the backup, by a folder that no longer exists. */
async function putBack(): Promise<{ world: WitnessWorld; code: string }> {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  const { clientId } = await runningCampaign(one, 300);
  await placeMore(world, one, 10);
  const client = await asPlatform(one.db, (tx) =>
    tx.row<{ code: string }>('SELECT code FROM client WHERE client_id = $1', [clientId]),
  );
  await one.end();
  await world.backup();
  const two = await world.begin({ folder: 'one' });
  await endLeases(two);
  await placeMore(world, two, 20);
  await two.end();
  await world.restore();
  return { world, code: client?.code ?? '' };
}

for (const engineIn of ['two', 'three']) {
  test(`a process that places no calls does not vouch for a database that it never saw, nor does its folder (engine in ${engineIn})`, async () => {
    const { world } = await putBack();
    const console = await world.begin({ folder: 'two', placesCalls: false });
    expect(console.witness.hold()).toBeNull();
    const before = placed(world);
    const engine = await world.begin({ folder: engineIn });
    expect(engine.witness.hold()).toMatchObject({ code: 'unknown_folder' });
    await endLeases(engine);
    await engine.run(10_000);
    expect(placed(world)).toBe(before);
    await engine.end();
    await console.end();
  });
}

test('an import into the do-not-call list vouches for nothing', async () => {
  const { world, code } = await putBack();
  const file = join(world.folder('three'), 'numbers.csv');
  writeFileSync(file, '212-555-9999\n');
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('three') } });
  let isOver = false;
  const imports = (async () => {
    while (!isOver) await carillon('dnc', 'import', code, file);
  })();
  const engine = await world.begin({ folder: 'two' });
  isOver = true;
  await imports;
  expect(engine.witness.hold()).toMatchObject({ code: 'unknown_folder' });
  await engine.end();
});

test('a process that was vouched for while it ran vouches for others from then on', async () => {
  const world = await witnessWorld();
  const one = await world.begin({ folder: 'one' });
  await runningCampaign(one, 100);
  await placeMore(world, one, 5);
  await one.end();
  const console = await world.begin({ folder: 'two', placesCalls: false });
  const again = await world.begin({ folder: 'one' });
  // Both check once a second and see each other's signs.
  for (let looks = 0; looks < 3; looks += 1) {
    await again.witness.check();
    await console.witness.check();
  }
  await again.end();
  const engine = await world.begin({ folder: 'three' });
  expect(engine.witness.hold()).toBeNull();
  await engine.end();
  await console.end();
  // It also left a mark of what it knows.
  const alone = await world.begin({ folder: 'two' });
  expect(alone.witness.hold()).toBeNull();
  await alone.end();
});

test('a folder whose marks were removed no longer knows the database', async () => {
  const { world } = await putBack();
  const witness = join(world.folder('one'), 'witness');
  for (const name of readdirSync(witness)) {
    if (name !== 'id') rmSync(join(witness, name), { recursive: true });
  }
  const engine = await world.begin({ folder: 'one' });
  expect(engine.witness.hold()).toMatchObject({ code: 'unknown_folder' });
  await engine.end();
});
