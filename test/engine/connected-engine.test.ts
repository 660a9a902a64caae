/** Several engines of which not all are connected to a campaign's carrier. */

import { beforeEach, expect, test } from 'vitest';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { addWire, carrierSite } from './carrier-site.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
let made = 0;

/** Of the test before. */
beforeEach(() =>
  asOwner(db, async (tx) => {
    await tx.run('DELETE FROM carrier_state');
    await tx.run('UPDATE campaign SET run_status = 1');
  }),
);

/** Two engines with carriers of their own, and a campaign on one carrier that each of both has open. */
async function twoEngines(entries: number) {
  made += 1;
  const name = `trunk-${made}`;
  await addWire(db, name, 'one.example.net');
  const reports: (() => Promise<void>)[] = [];
  const engineOf = async (engineName: string) => {
    const site = carrierSite(db, engineName);
    await site.open.follow();
    const wire = site.wires.find((one) => one.name === name);
    if (!wire) throw new Error('no wire');
    const { carriers } = site.open;
    reports.push(() => site.open.report(true));
    const { engine } = makeEngine(db, { clock: site.clock, deps: { carriers } });
    const stand = async (up: boolean) => {
      wire.up = up;
      await site.open.report(true);
    };
    return {
      ...{ engine, stand },
      called: () => readCallLog(site.folder).map(({ to }) => to),
      async run(ms: number, step = 250) {
        for (let passed = 0; passed < ms; passed += step) {
          site.clock.advance(simMs(step));
          await engine.tick();
          // As both processes do, whatever their engines are at.
          for (const report of reports) await report();
        }
      },
      async end() {
        await engine.stop();
        await site.open.close();
      },
    };
  };
  const one = await engineOf('engine-1');
  const other = await engineOf('engine-2');
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries });
  await asPlatform(db, (tx) => setCarrierChoice(tx, clientId, { voice: name, text: 'simulated' }));
  return {
    ...{ one, other, clientId },
    start: () => requestStart(db, clientId, campaignId),
    stop: () => asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId)),
    state: () => campaignState(db, campaign),
    fence: () =>
      asPlatform(db, async (tx) => {
        const lease = await tx.row<{ fence: number }>(
          'SELECT fence FROM campaign_lease WHERE client_id = $1',
          [clientId],
        );
        return lease?.fence;
      }),
  };
}

test('a campaign starts on the engine that is connected, whichever polls first', async () => {
  const { one, other, start, state } = await twoEngines(200);
  await one.stand(false);
  await other.stand(true);
  await start();
  await one.run(2_000);
  expect(await state()).toMatchObject({ run_status: 2, reason: null });
  await other.run(3_000);
  await one.run(1_000);
  expect(await state()).toMatchObject({ run_status: 3, reason: null });
  expect(other.called().length).toBeGreaterThan(5);
  expect(one.called()).toEqual([]);
  await Promise.all([one.end(), other.end()]);
});

test('a campaign whose engine loses the carrier is left to one that is connected when its calls have ended, and every number is called once', async () => {
  const { one, other, clientId, start, state, fence } = await twoEngines(60);
  await one.stand(true);
  await other.stand(false);
  await start();
  await one.run(3_000);
  const before = one.called().length;
  expect(before).toBeGreaterThan(5);
  await one.stand(false);
  await other.stand(true);
  await one.run(250);
  // What is in flight is followed to its end where it is.
  expect((await recount(db, clientId)).openAttempts).toBeGreaterThan(0);
  await other.run(2_000);
  expect(other.called()).toEqual([]);
  await one.run(120_000, 2_000);
  expect((await recount(db, clientId)).openAttempts).toBe(0);
  expect(await fence()).toBe(1);
  for (let rounds = 0; rounds < 200 && !(await state()).completed; rounds += 1) {
    await one.run(250);
    await other.run(1_000);
  }
  expect(await state()).toMatchObject({ completed: true });
  const all = [...one.called(), ...other.called()];
  expect(one.called().length).toBe(before);
  expect(all.length).toBe(60);
  expect(new Set(all).size).toBe(60);
  expect(await recount(db, clientId)).toMatchObject({ openAttempts: 0, mismatches: 0 });
  await Promise.all([one.end(), other.end()]);
});

test('where no engine is connected one of them keeps the campaign, says why it waits, and leaves it to whichever is connected first', async () => {
  const { one, other, start, state, fence } = await twoEngines(300);
  await one.stand(true);
  await other.stand(false);
  await start();
  await one.run(2_000);
  await one.stand(false);
  await one.run(120_000, 2_000);
  await other.run(1_000);
  expect(await state()).toMatchObject({
    run_status: 3,
    reason: { code: 'waits_for_carrier', channel: 'voice' },
  });
  expect(await fence()).toBe(1);
  await other.stand(true);
  // Engines announce their carriers once a second of real time, and share campaigns by that.
  for (let rounds = 0; rounds < 200 && (await fence()) !== 2; rounds += 1) {
    await one.run(250);
    await other.run(250);
  }
  expect(await fence()).toBe(2);
  await other.run(3_000);
  expect(await state()).toMatchObject({ run_status: 3, reason: null });
  expect(other.called().length).toBeGreaterThan(5);
  await Promise.all([one.end(), other.end()]);
});

test('a stop is carried out by any engine', async () => {
  const { one, other, start, stop, state } = await twoEngines(50);
  await one.stand(false);
  await other.stand(true);
  await start();
  await stop();
  await one.run(2_000);
  expect(await state()).toMatchObject({ run_status: 1 });
  await Promise.all([one.end(), other.end()]);
});
