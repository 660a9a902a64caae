/** "Kill the engine" in the demo, as a manager does it in the console: real processes, a real kill -9. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type EngineCount, tourTexts } from '../../src/contract/tour.ts';
import { findEmbedded } from '../../src/db/embedded/server.ts';
import type { Caller } from '../harness/caller.ts';
import { startFirstCampaign } from '../harness/first-campaign.ts';
import { until } from '../harness/until.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-kill-engine-'));
const password = 'plum kettle 4471 harbor';
/** Seconds: processes start and restart beside whatever else the machine does. */
const patience = 120;
let running: CarillonProcess | undefined;

afterAll(async () => {
  running?.child.kill('SIGTERM');
  await running?.ended;
  await (await findEmbedded(dataFolder))?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

test('an engine that is killed in a running campaign comes back, and nobody is called twice', async () => {
  const port = await freePort();
  const more = {
    ...{ CARILLON_DEMO_PASSWORD: password, CARILLON_METRICS: 'off', CARILLON_SIM_SPEED: '20' },
  };
  running = carillon({ dataFolder, port, more }, ['start', '--no-console']);
  await running.started;
  const contacts = readFileSync(join(dataFolder, 'demo-contacts.csv'), 'utf8');
  const { me, numbers, status, callsInReport } = await startFirstCampaign(
    `http://127.0.0.1:${port}`,
    password,
    contacts,
    { callsPerMinute: 120, beforeStart: killAtRest },
  );
  const killed = await until(async () => {
    const { taken } = await readCount(me);
    return taken < 20 ? undefined : kill(me);
  }, patience);
  expect(killed.kill?.inFlight).toBeGreaterThan(0);
  expect(killed.kill?.backAfter).toBeNull();

  const after = await until(async () => {
    const count = await readCount(me);
    return (await status()) === 'Completed' && count.kill?.stillOpen === 0 ? count : undefined;
  }, patience);
  expect(after).toMatchObject({ kills: 2, twice: 0 });
  expect(after.kill?.backAfter).toBeGreaterThan(0);
  // The carrier of a dead engine tells nobody how its calls ended.
  const unknown = after.kill?.unknown ?? 0;
  expect(unknown).toBe(killed.kill?.inFlight);
  expect(await callsInReport()).toBe(numbers);
  // The kill may hit between the record of a call and the carrier: such a call is unknown, and not taken.
  expect(after.taken).toBeLessThanOrEqual(numbers);
  expect(after.taken).toBeGreaterThanOrEqual(numbers - unknown);
});

/** It has a process of its own from the first campaign on: then it can be killed, and is back. */
async function killAtRest(me: Caller): Promise<void> {
  expect(await until(() => kill(me), patience)).toMatchObject({
    kills: 1,
    kill: { inFlight: 0 },
    taken: 0,
  });
  // Campaigns exist: what is waited for is the engine alone.
  const again = await me.post('/api/demo/engine/kill');
  expect(again.json<{ detail: string }>().detail).toBe(tourTexts.notRunning);
  await until(async () => (await readCount(me)).kill?.backAfter ?? undefined, patience);
}

async function kill(me: Caller): Promise<EngineCount | undefined> {
  const response = await me.post('/api/demo/engine/kill');
  return response.status === 200 ? response.json<EngineCount>() : undefined;
}

async function readCount(me: Caller): Promise<EngineCount> {
  return (await me.get('/api/demo/engine')).json<EngineCount>();
}
