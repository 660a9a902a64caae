/** The operator changes a client's calling hours while its campaigns run. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { setCallingHours } from '../../src/db/queries/client-hours.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine } from './test-engine.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();

/** Over for today at every place, whatever its zone: `afternoon` is later. */
const over = { close: '08:30' };

async function running(entries: number): Promise<Campaign> {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  return campaign;
}

const waitingFor = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ reason: string | null; n: number }>(
      `SELECT reason, count(*)::int AS n FROM list_entry WHERE client_id = $1 AND state = 0 GROUP BY 1`,
      [clientId],
    ),
  );

test('hours that are longer than before call at once whom the old ones had put off', async () => {
  const campaign = await running(60);
  await setCallingHours(db, campaign.clientId, over);
  const { engine, run, runUntil, folder } = makeEngine(db);
  await run(5_000);
  expect(readCallLog(folder)).toEqual([]);
  expect(await waitingFor(campaign)).toEqual([{ reason: 'calling_hours', n: 60 }]);
  expect((await campaignState(db, campaign)).reason).toMatchObject({ code: 'calling_hours' });
  await setCallingHours(db, campaign.clientId, null);
  await run(1_500);
  expect(readCallLog(folder).length).toBeGreaterThan(0);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect(readCallLog(folder)).toHaveLength(60);
});

test('hours that are shorter than before end the calls at once', async () => {
  const campaign = await running(400);
  const { engine, run, folder } = makeEngine(db);
  await run(5_000);
  await setCallingHours(db, campaign.clientId, over);
  const before = readCallLog(folder).length;
  expect(before).toBeGreaterThan(10);
  await run(5_000);
  await engine.stop();
  expect(readCallLog(folder)).toHaveLength(before);
});

test('an engine that has not read the new hours yet takes and puts off nobody', async () => {
  const campaign = await running(20);
  const { clientId } = campaign;
  const lease = { ...campaign, engineId: randomUUID(), fence: 1 };
  await asPlatform(db, async (tx) => {
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, 'infinity')`,
      [clientId, campaign.campaignId, lease.engineId],
    );
    await tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]);
  });
  const claimBy = (hours: object | null) =>
    asClient(db, clientId, (tx) =>
      claimCalls(tx, {
        ...{ lease, now: new Date(afternoon), wanted: 5, skip: [], hours: JSON.stringify(hours) },
        judge: () => ({ kind: 'call' as const, until: simMs(afternoon + 3_600_000) }),
        callerId: { type: 1, number: '' },
      }),
    );
  await setCallingHours(db, clientId, { close: '20:00', open: '09:00' });
  expect(await claimBy(null)).toEqual({ kind: 'outdated' });
  expect(await claimBy(over)).toEqual({ kind: 'outdated' });
  expect(await waitingFor(campaign)).toEqual([{ reason: null, n: 20 }]);
  const current = await claimBy({ open: '09:00', close: '20:00' });
  expect(current).toMatchObject({ kind: 'claimed', calls: { length: 5 } });
  await setCallingHours(db, clientId, null);
  expect(await claimBy(null)).toMatchObject({ kind: 'claimed' });
});
