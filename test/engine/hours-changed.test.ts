/** The operator changes a client's calling hours while its campaigns run. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { setCallingHours } from '../../src/db/queries/client-hours.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { commandsOn } from '../cli/command-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
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

/** The simulated carrier, which submits nothing until it is let go. */
function heldCarrier(onSubmitted: () => void) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const carrier = simulatedCarrier({ clock, dataFolder: folder, randomOf });
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const place: typeof carrier.place = async (calls) => {
    asked.resolve();
    await free.promise;
    onSubmitted();
    return carrier.place(calls);
  };
  const carriers = new Map([['simulated', { ...carrier, place }]]);
  return { clock, folder, carriers, asked: asked.promise, letGo: () => free.resolve() };
}

test('when the command has returned, no call that was taken by the hours of before follows', async () => {
  const { clientId } = await running(400);
  const events: string[] = [];
  const carrier = heldCarrier(() => events.push('submitted'));
  const { clock, folder, carriers } = carrier;
  const { engine } = makeEngine(db, { clock, folder, deps: { carriers } });
  let over = false;
  const ticks = (async () => {
    while (!over) {
      clock.advance(simMs(20));
      await engine.tick();
      await sleep(1);
    }
  })();
  await carrier.asked;
  const read = () =>
    asPlatform(db, (tx) =>
      tx.row<{ code: string; gaps: number }>(
        'SELECT code, gap_revision AS gaps FROM client WHERE client_id = $1',
        [clientId],
      ),
    );
  const before = await read();
  const set = commandsOn(db.url)('client', 'set', before?.code ?? '', '--hours=08:00-08:30');
  const returned = set.then(() => {
    events.push('returned');
  });
  // The last statement of the change, and as much more as a command that waits for nothing needs to return.
  const saved = (async () => {
    while ((await read())?.gaps === before?.gaps);
    for (let n = 0; n < 100; n += 1) await read();
  })();
  await Promise.race([returned, saved]);
  carrier.letGo();
  expect(await set).toMatchObject({ code: 0, err: '' });
  await returned;
  const until = clock.now() + 5_000;
  while (clock.now() < until) await sleep(1);
  over = true;
  await ticks;
  await engine.stop();
  expect(events.filter((one) => one === 'returned')).toHaveLength(1);
  expect(events).toContain('submitted');
  expect(events.at(-1)).toBe('returned');
});
