/** An engine that handed a campaign over and got it back still follows calls of its first time. */

import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { listEngines, setDraining } from '../../src/db/queries/engine.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
const clock = virtualClock(afternoon);
const folder = temporaryFolder();
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
});

interface Line {
  msg: string;
  fence?: number;
  calls?: number;
}

function joins(name: string) {
  const lines: Line[] = [];
  const stream = { write: (text: string) => void lines.push(JSON.parse(text)) };
  const self = { name, carrierName: name, host: 'here', version: '1.0.0' };
  const metrics = createMetrics();
  const deps = { self, metrics, log: pino({ level: 'info' }, stream) };
  const { engine } = makeEngine(db, { clock, folder, deps });
  engines.push(engine);
  const handedOver = () => lines.filter(({ msg }) => msg === 'handed over to another engine');
  return { engine, metrics, handedOver };
}

/** Virtual milliseconds a tick: so slow that most calls outlast what happens between the engines. */
const slow = 5;

async function until(holds: () => Promise<boolean>, step: number): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    if (await holds()) return;
    if (step === slow) await sleep(slow);
    clock.advance(simMs(step));
    await Promise.all(engines.map((engine) => engine.tick()));
  }
  throw new Error('It never came to that.');
}

const holder = (name: string) => async () =>
  (await asPlatform(db, listEngines)).find((one) => one.name === name)?.leases === 1;

const isPast = (ms: number) => {
  const end = performance.now() + ms;
  return async () => performance.now() > end;
};

test('only the runner that has the lease hands its campaign over', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries: 300 });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const first = joins('first');
  const inProgress = async () => (await recount(db, campaign.clientId)).openAttempts;
  await until(async () => (await inProgress()) > 20, 250);

  const second = joins('second');
  await asPlatform(db, (tx) => setDraining(tx, 'first', true));
  await until(holder('second'), slow);
  expect(first.handedOver()).toMatchObject([{ fence: 1 }]);
  expect(await inProgress()).toBeGreaterThan(0);

  await asPlatform(db, (tx) => setDraining(tx, 'first', false));
  await second.engine.stop();
  engines.splice(engines.indexOf(second.engine), 1);
  await until(holder('first'), slow);

  // It is about to be handed over again, while only the first runner has calls.
  joins('third');
  await asPlatform(db, (tx) => setDraining(tx, 'first', true));
  await until(isPast(3_500), slow);
  expect(await holder('first')()).toBe(true);
  expect(await inProgress()).toBeGreaterThan(0);
  expect(first.handedOver()).toMatchObject([{ fence: 1 }]);
  expect(first.metrics.render()).toMatch(/carillon_campaigns_handed_over_total 1\n/);

  await until(holder('third'), 1_000);
  expect(first.handedOver()).toMatchObject([{ fence: 1 }, { fence: 3 }]);
  await until(async () => (await inProgress()) === 0, 1_000);
  const called = readCallLog(folder).flatMap(({ kind, to }) => (kind === 'call' ? [to] : []));
  expect(new Set(called).size).toBe(called.length);
}, 180_000);
