/** Under the law's 2 seconds an adaptive campaign calls its agents ahead, over a real Asterisk (decisions 098 and 099). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { personsOfBefore } from '../engine/adaptive-world.ts';
import { makeLinkback } from '../engine/linkback-world.ts';
import { makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { addCarrier, runEngine } from './engine.ts';
import type { ChildSettings } from './engine-child.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { hostSounds } from './sounds.ts';
import {
  allRecorded,
  bridgesOn,
  callByAsterisk,
  callNumbers,
  channelsOn,
  connected,
  makeWorld,
  msOf,
} from './world.ts';

const databases = await Promise.all(Array.from({ length: 2 }, freshDatabase));
const world = await makeWorld();
const { network, node, spoken, number } = world;

/** An adaptive campaign that has been free since yesterday, with one agent at this number. */
async function campaignOf(db: TestDatabase, agent: string) {
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customerMessage = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const agentMessage = await makeMessage(db, clientId, msOf(spoken.toAgent));
  const host = await hostSounds((sound) => {
    if (sound === 'prompt') return spoken.prompt;
    return sound.message === agentMessage ? spoken.toAgent : spoken.toCustomer;
  });
  world.atEnd(host.close);
  const wish = { clientId, customerMessage, machineMessage: null, agentMessage, agentCount: 1 };
  const campaign = await makeLinkback(db, wish);
  await asPlatform(db, (tx) =>
    setAbandonmentRule(tx, clientId, { waitSeconds: 2, hangUps: false }),
  );
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET linkback_number = $2, pacing = 'adaptive' WHERE client_id = $1`, [
      clientId,
      agent,
    ]),
  );
  await personsOfBefore(db, campaign, { persons: 3_000, daysAgo: 1 });
  await addCarrier(db, [node]);
  const since = network.calls().length;
  const called = () =>
    network
      .calls()
      .slice(since)
      .map(({ to }) => to);
  return { campaign, host, called };
}

const nobodyOn = () => until(async () => (await channelsOn(node)).length === 0 || undefined, 20);

test('an agent who is called ahead talks to one customer after another over one line, until nobody is left to call', async () => {
  const [db] = databases as [TestDatabase];
  const agent = number(232, 21);
  const customers = [number(206, 1), number(206, 2), number(206, 3)];
  const { campaign, host, called } = await campaignOf(db, agent);
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  world.atEnd(engine.stop);
  await connected(db);
  await callNumbers(db, campaign, customers);
  const records = await allRecorded(db, campaign, 3);
  for (const customer of customers) {
    expect(records.get(customer)).toMatchObject({
      ...{ result: 'person', transferred: true, abandoned: false },
    });
  }
  // Once: its line stayed.
  expect(called()).toEqual([agent, ...customers]);
  await nobodyOn();
  await engine.stop();
  const heard = await samplesIn(join(network.spool, `agent-heard-${agent}.wav`));
  expect(matchIn(heard, spoken.customer).share).toBeGreaterThan(0.9);
  for (const customer of customers) {
    const own = await samplesIn(join(network.spool, `heard-${customer}.wav`));
    expect(matchIn(own, spoken.agent).share).toBeGreaterThan(0.5);
  }
});

test('an engine that dies in the second talk of a line leaves nobody on it, and nobody is called twice', async () => {
  const db = databases[1] as TestDatabase;
  const agent = number(232, 22);
  const customers = [number(206, 4), number(206, 5), number(206, 6)];
  const { campaign, host, called } = await campaignOf(db, agent);
  const settings = { url: db.url, soundPort: host.port, began: Date.now() };
  const killed = await startChild(settings);
  await connected(db);
  await callNumbers(db, campaign, customers);
  await until(
    async () =>
      (called().includes(customers[1] ?? '') && (await bridgesOn(node)).includes(2)) || undefined,
    60,
  );
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const left = await channelsOn(node);
  expect(left.filter((id) => id.startsWith('0-'))).toHaveLength(1);
  const again = await startChild(settings);
  await until(
    async () => (await channelsOn(node)).every((id) => !left.includes(id)) || undefined,
    30,
  );
  const records = await allRecorded(db, campaign, 3);
  expect(called()).toEqual([agent, customers[0], customers[1], agent, customers[2]]);
  expect(customers.map((one) => records.get(one)?.result)).toEqual(['person', 'unknown', 'person']);
  expect(records.get(customers[2] ?? '')).toMatchObject({ transferred: true, abandoned: false });
  await nobodyOn();
  again.kill('SIGKILL');
  await once(again, 'exit');
});

const childFile = fileURLToPath(new URL('./engine-child.ts', import.meta.url));

async function startChild(settings: ChildSettings) {
  const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  world.atEnd(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}
