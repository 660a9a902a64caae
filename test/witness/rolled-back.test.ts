import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { addByManager } from '../../src/db/queries/opt-out.ts';
import { commandsOn } from '../cli/command-run.ts';
import { recount } from '../engine/recount.ts';
import { campaignState, readCallLog } from '../engine/world.ts';
import { endLeases, placed, runningCampaign, twice } from './calls.ts';
import { witnessWorld } from './witness-world.ts';

test('after a restored backup nobody is called twice, or after a stop', async () => {
  const world = await witnessWorld();
  const first = await world.begin();
  const campaign = await runningCampaign(first, 300);
  const { clientId } = campaign;
  await first.run(8_000);
  await first.end();
  await world.backup();
  const before = placed(world);
  expect(before).toBeGreaterThan(20);

  const second = await world.begin();
  expect(second.witness.hold()).toBeNull();
  await endLeases(second);
  await second.run(10_000);
  await asClient(second.db, clientId, (tx) => addByManager(tx, clientId, '12125550299'));
  await second.end();
  const after = placed(world);
  expect(after).toBeGreaterThan(before + 20);
  await world.restore();

  const third = await world.begin();
  expect(third.witness.hold()).toMatchObject({ code: 'rolled_back' });
  expect(third.notes.join()).toContain('hold=rolled_back');
  await endLeases(third);
  await third.run(10_000);
  expect(placed(world)).toBe(after);
  expect((await campaignState(third.db, campaign)).reason).toMatchObject({ code: 'hold' });

  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('one') } });
  const reconciled = await carillon('restore', 'reconcile');
  expect(reconciled.err).toContain('On hold since');
  expect(reconciled.out).toContain(`${after - before} of them were missing`);
  expect(reconciled.out).toContain('The hold is over');
  expect(reconciled.code).toBe(0);
  expect(readdirSync(join(world.folder('one'), 'witness', 'reports'))).toHaveLength(1);

  await third.witness.check();
  expect(third.witness.off()).toBeUndefined();
  await third.runUntil(async () => (await campaignState(third.db, campaign)).completed);
  expect(twice(world)).toEqual([]);
  expect(placed(world)).toBe(299);
  expect(readCallLog(world.folder('carrier')).some(({ to }) => to === '12125550299')).toBe(false);
  expect(await recount(third.db, clientId)).toMatchObject({
    ...{ attempts: 299, callRecords: 299, mismatches: 0, wrongCounts: [] },
  });
  await third.end();
});

test('a database that is restored under a running engine is held before it offers a call again', async () => {
  const world = await witnessWorld();
  const first = await world.begin();
  const campaign = await runningCampaign(first, 400);
  await first.run(5_000);
  await first.end();
  await world.backup();
  const second = await world.begin();
  await endLeases(second);
  await second.run(10_000);
  await second.witness.check();
  const before = placed(world);
  await world.restore();
  await second.run(500);
  await second.witness.check();
  expect(second.witness.hold()).toMatchObject({ code: 'rolled_back' });
  await endLeases(second);
  await second.run(10_000);
  expect(placed(world)).toBe(before);
  expect((await campaignState(second.db, campaign)).reason).toMatchObject({ code: 'hold' });
  await second.end();
});
