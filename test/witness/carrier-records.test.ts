import { rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readLastReconciliation } from '../../src/db/queries/reconciliation.ts';
import { commandsOn } from '../cli/command-run.ts';
import { recount } from '../engine/recount.ts';
import { campaignState, makeCampaign, makeList, readCallLog } from '../engine/world.ts';
import { endLeases, placeMore } from './calls.ts';
import { witnessWorld } from './witness-world.ts';

test("if the journal is lost, the carrier's records prevent second calls", async () => {
  const world = await witnessWorld();
  const placed = () => readCallLog(world.folder('carrier')).map(({ to }) => to);
  const first = await world.begin();
  const campaign = await makeCampaign(first.db, { callsPerMinute: 600 });
  const { clientId, campaignId } = campaign;
  await makeList(first.db, campaign, { entries: 200, firstPhone: 12_125_550_000 });
  await requestStart(first.db, clientId, campaignId);
  await placeMore(world, first, 40);
  await first.end();
  await world.backup();
  const before = placed().length;

  const second = await world.begin();
  await endLeases(second);
  await placeMore(world, second, 30);
  await second.end();
  const after = placed().length;
  await world.restore();
  rmSync(join(world.folder('one'), 'witness'), { recursive: true });

  const third = await world.begin({ folder: 'two' });
  expect(third.witness.hold()).toMatchObject({ code: 'unknown_folder' });
  // The machine with the carrier's log; its journal belongs to another database.
  writeFileSync(join(world.folder('carrier'), 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
  const carillon = commandsOn(world.url, { env: { CARILLON_DATA: world.folder('carrier') } });
  const gone = `--gone=${hostname()}:${world.folder('one')}`;
  const reconciled = await carillon('restore', 'reconcile', gone);
  expect(reconciled.out).toContain(`${after - before} were missing`);
  expect(reconciled.out).toContain('The hold is over');
  expect(reconciled.code).toBe(0);
  const kept = await asPlatform(third.db, readLastReconciliation);
  expect(kept?.carriers.simulated).toMatchObject({
    state: 'asked',
    report: { missing: after - before, marked: after - before, elsewhere: 0 },
  });

  await third.witness.check();
  await endLeases(third);
  await third.runUntil(async () => (await campaignState(third.db, campaign)).completed);
  expect(new Set(placed()).size).toBe(200);
  expect(placed()).toHaveLength(200);
  expect(await recount(third.db, clientId)).toMatchObject({
    ...{ attempts: 200, callRecords: 200, mismatches: 0, wrongCounts: [] },
  });
  await third.end();
});
