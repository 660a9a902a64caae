/** During a campaign the engine's process dies, or Asterisk, or one of two nodes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Campaign, makeCampaign, makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { addCarrier, runEngine } from './engine.ts';
import type { ChildSettings } from './engine-child.ts';
import type { Node } from './site.ts';
import { hostSounds } from './sounds.ts';
import {
  allRecorded,
  callByAsterisk,
  callNumbers,
  channelsOn,
  connected,
  makeWorld,
  msOf,
} from './world.ts';

const databases = [await freshDatabase(), await freshDatabase(), await freshDatabase()] as const;
const world = await makeWorld();
const { network, spoken, number } = world;
const host = await hostSounds(() => spoken.toCustomer);
world.atEnd(host.close);
const childFile = fileURLToPath(new URL('./engine-child.ts', import.meta.url));
const many = 40;

/** A campaign that calls persons, about ten at a time. */
async function prepare(db: TestDatabase, nodes: readonly Node[], first: number) {
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customer = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const wish = { clientId, customerMessage: customer, machineMessage: null, callsPerMinute: 120 };
  const campaign = await makeCampaign(db, wish);
  await addCarrier(db, nodes);
  const numbers = Array.from({ length: many }, (_, line) => number(201, first + line));
  return { campaign, numbers };
}

async function start(db: TestDatabase, campaign: Campaign, numbers: readonly string[]) {
  await connected(db);
  await callNumbers(db, campaign, numbers);
}

async function inProgress(node: Node, least: number): Promise<string[]> {
  return until(async () => {
    const ids = await channelsOn(node);
    return ids.length >= least ? ids : undefined;
  }, 60);
}

/** How often each of these numbers was called. */
function timesCalled(numbers: readonly string[]): number[] {
  const calls = network.calls();
  return numbers.map((one) => calls.filter(({ to }) => to === one).length);
}

describe('During a campaign', () => {
  test('our process is killed: its next life ends orphaned calls, and calls nobody twice', async () => {
    const [db] = databases;
    const { campaign, numbers } = await prepare(db, [world.node], 1);
    const settings = { url: db.url, soundPort: host.port, began: Date.now() };
    const killed = await startChild(settings);
    await start(db, campaign, numbers);
    const before = await inProgress(world.node, 8);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await sleep(500);
    const left = (await channelsOn(world.node)).filter((id) => before.includes(id));
    expect(left.length).toBeGreaterThan(0);
    const again = await startChild(settings);
    const gone = async () => (await channelsOn(world.node)).every((id) => !left.includes(id));
    // By themselves most of them would have ended only later, or never.
    await until(async () => (await gone()) || undefined, 10);
    const records = await allRecorded(db, campaign, many);
    expect(Math.max(...timesCalled(numbers))).toBe(1);
    const results = [...records.values()].map(({ result }) => result);
    expect(results.filter((one) => one === 'unknown').length).toBeGreaterThanOrEqual(left.length);
    expect(results.filter((one) => one === 'person').length).toBeGreaterThan(0);
    expect(await channelsOn(world.node)).toEqual([]);
    again.kill('SIGKILL');
    await once(again, 'exit');
  });

  test('Asterisk is killed: its calls are unknown, and the campaign calls nobody twice', async () => {
    const db = databases[1];
    const { campaign, numbers } = await prepare(db, [world.node], 101);
    const engine = await runEngine({ db, soundUrl: host.urlOf });
    world.atEnd(engine.stop);
    await start(db, campaign, numbers);
    const lost = await inProgress(world.node, 8);
    await world.node.kill();
    await sleep(3_000);
    await world.node.start();
    const records = await allRecorded(db, campaign, many);
    expect(Math.max(...timesCalled(numbers))).toBe(1);
    const unknown = [...records.values()].filter(({ result }) => result === 'unknown');
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.length).toBeLessThanOrEqual(lost.length + 4);
    expect(unknown.map(({ note }) => note)).toContainEqual({
      code: 'call_lost',
      system: 'Asterisk',
    });
  });

  test('one of two nodes dies: only its own calls are lost, and the other goes on', async () => {
    const db = databases[2];
    const other = await world.another();
    const { campaign, numbers } = await prepare(db, [world.node, other], 201);
    const engine = await runEngine({ db, soundUrl: host.urlOf });
    world.atEnd(engine.stop);
    await start(db, campaign, numbers);
    const lost = await inProgress(other, 4);
    const safe = await inProgress(world.node, 4);
    await other.kill();
    const records = await allRecorded(db, campaign, many);
    expect(Math.max(...timesCalled(numbers))).toBe(1);
    const byAttempt = new Map([...records.values()].map((one) => [one.attemptId, one.result]));
    expect(safe.map((id) => byAttempt.get(id))).toEqual(safe.map(() => 'person'));
    const unknown = [...byAttempt].filter(([, result]) => result === 'unknown');
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.length).toBeLessThanOrEqual(lost.length + 2);
  });
});

async function startChild(settings: ChildSettings): Promise<ChildProcess> {
  const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  world.atEnd(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
