/** Where nobody more may be abandoned, a real Asterisk calls agents before customers (decision 085). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeLinkback } from '../engine/linkback-world.ts';
import { afternoon, campaignState, makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { openCarrier } from './carrier.ts';
import { addCarrier, runEngine } from './engine.ts';
import type { ChildSettings } from './engine-child.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { ari, type Node } from './site.ts';
import { hostSounds, type SoundHost } from './sounds.ts';
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

const databases = await Promise.all(Array.from({ length: 5 }, freshDatabase));
const world = await makeWorld({ agentWait: 4 });
const { network, node, spoken, number } = world;

interface Wish {
  db: TestDatabase;
  agent: string;
  agents: number;
  nodes?: readonly Node[];
}

/** A Linkback that has lost a call already, so that agents come first. */
async function campaignOf({ db, agent, agents, nodes = [node] }: Wish) {
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customerMessage = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const machineMessage = await makeMessage(db, clientId, msOf(spoken.toMachine));
  const agentMessage = await makeMessage(db, clientId, msOf(spoken.toAgent));
  const host = await hostSounds((sound) => {
    if (sound === 'prompt') return spoken.prompt;
    if (sound.message === agentMessage) return spoken.toAgent;
    return sound.message === machineMessage ? spoken.toMachine : spoken.toCustomer;
  });
  world.atEnd(host.close);
  const wish = { clientId, customerMessage, machineMessage, agentMessage, agentCount: agents };
  const campaign = await makeLinkback(db, wish);
  await asPlatform(db, (tx) =>
    setAbandonmentRule(tx, clientId, { waitSeconds: 2, hangUps: false }),
  );
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE campaign SET linkback_number = $2 WHERE client_id = $1', [
      clientId,
      agent,
    ]);
    await tx.run(
      `INSERT INTO abandonment_day (client_id, campaign_id, day, persons, no_agent)
       VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'America/New_York')::date, 10, 1)`,
      [clientId, campaign.campaignId, new Date(afternoon)],
    );
  });
  await addCarrier(db, nodes);
  const since = network.calls().length;
  return {
    campaign,
    host,
    called: () =>
      network
        .calls()
        .slice(since)
        .map(({ to }) => to),
  };
}

async function engineOn(db: TestDatabase, host: SoundHost) {
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  world.atEnd(engine.stop);
  await connected(db);
  return engine;
}

/** Hangs up all telephones of the network. */
const allHangUp = () => network.cli('channel request hangup all');
const nobodyOn = (one = node) =>
  until(async () => (await channelsOn(one)).length === 0 || undefined, 20);
const waitingOn = async (one = node) => (await channelsOn(one)).filter((id) => id.startsWith('0-'));

test('an agent is called first, stays while customers do not ask, and is connected at once with the one who does', async () => {
  const [db] = databases as [TestDatabase];
  const agent = number(232, 1);
  const [machine, leaves, asks] = [number(212, 1), number(204, 1), number(202, 1)];
  const { campaign, host, called } = await campaignOf({ db, agent, agents: 1 });
  const engine = await engineOn(db, host);
  await callNumbers(db, campaign, [machine, leaves, asks]);
  await until(async () => (await bridgesOn(node)).includes(2) || undefined, 80);
  // Both hear each other for a moment.
  await until(() => network.keys().has(asks) || undefined);
  await sleep(4_000);
  await allHangUp();
  const records = await allRecorded(db, campaign, 3);
  expect(called()).toEqual([agent, machine, leaves, asks]);
  expect(records.get(machine)).toMatchObject({ result: 'machine', abandoned: false });
  expect(records.get(leaves)).toMatchObject({ result: 'person', transferred: false });
  expect(records.get(asks)).toMatchObject({ result: 'person', transferred: true });
  expect([...records.values()].some(({ abandoned }) => abandoned)).toBe(false);
  await nobodyOn();
  await engine.stop();
  const heard = await samplesIn(join(network.spool, `agent-heard-${agent}.wav`));
  expect(matchIn(heard, spoken.toAgent).ends).toBe(true);
  expect(matchIn(heard, spoken.customer).share).toBeGreaterThan(0.9);
  // The tone that says that the line is open.
  const tone = Int16Array.from({ length: 1_200 }, (_, at) =>
    Math.round(7_000 * Math.sin((2 * Math.PI * 440 * at) / 8_000)),
  );
  expect(loudestAt(heard, 440)).toBeGreaterThan(0.5 * loudestAt(tone, 440));
  const customer = await samplesIn(join(network.spool, `heard-${asks}.wav`));
  expect(matchIn(customer, spoken.agent).share).toBeGreaterThan(0.9);
  expect(loudestAt(customer, 440)).toBeLessThan(0.5 * loudestAt(tone, 440));
});

test('a stop lets go the agent who has no customer, at once; the other one when the customer has ended', async () => {
  const db = databases[1] as TestDatabase;
  const agent = number(232, 2);
  const customer = number(226, 1);
  const { campaign, host, called } = await campaignOf({ db, agent, agents: 2 });
  const engine = await engineOn(db, host);
  await callNumbers(db, campaign, [customer]);
  await until(() => called().includes(customer) || undefined);
  expect((await waitingOn()).length).toBe(2);
  const { clientId, campaignId } = campaign;
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await until(async () => (await waitingOn()).length === 1 || undefined, 5);
  expect(await channelsOn(node)).toHaveLength(2);
  await allRecorded(db, campaign, 1);
  await nobodyOn();
  await until(async () => (await campaignState(db, campaign)).run_status === 1 || undefined);
  expect(called()).toEqual([agent, agent, customer]);
  await engine.stop();
});

test('an engine that dies leaves no agent on the line, and its next life calls no customer twice', async () => {
  const db = databases[2] as TestDatabase;
  const agent = number(232, 3);
  const customers = [number(226, 2), number(226, 3)];
  const { campaign, host, called } = await campaignOf({ db, agent, agents: 1 });
  const settings = { url: db.url, soundPort: host.port, began: Date.now() };
  const killed = await startChild(settings);
  await connected(db);
  await callNumbers(db, campaign, customers);
  await until(() => called().includes(customers[0] ?? '') || undefined);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const left = await channelsOn(node);
  expect(left.filter((id) => id.startsWith('0-'))).toHaveLength(1);
  const again = await startChild(settings);
  await until(
    async () => (await channelsOn(node)).every((id) => !left.includes(id)) || undefined,
    20,
  );
  const records = await allRecorded(db, campaign, 2);
  expect(called()).toEqual([agent, customers[0], agent, customers[1]]);
  expect(customers.map((one) => records.get(one)?.result)).toEqual(['unknown', 'person']);
  await nobodyOn();
  again.kill('SIGKILL');
  await once(again, 'exit');
});

test('an agent who hangs up while the customer listens is not kept, and the customer hears the message to its end', async () => {
  const db = databases[3] as TestDatabase;
  const agent = number(231, 1);
  const customer = number(226, 4);
  const { campaign, host, called } = await campaignOf({ db, agent, agents: 1 });
  const engine = await engineOn(db, host);
  await callNumbers(db, campaign, [customer]);
  await until(() => called().includes(customer) || undefined);
  await until(async () => (await waitingOn()).length === 0 || undefined);
  expect(await channelsOn(node)).toHaveLength(1);
  const records = await allRecorded(db, campaign, 1);
  expect(records.get(customer)).toMatchObject({ result: 'person', abandoned: false });
  await nobodyOn();
  expect(called()).toEqual([agent, customer]);
  await engine.stop();
});

test('with two nodes each customer is called where the agent waits', async () => {
  const db = databases[4] as TestDatabase;
  const other = await world.another();
  const agent = number(232, 4);
  const customers = [number(202, 2), number(202, 3)];
  const { campaign, host, called } = await campaignOf({
    ...{ db, agent, agents: 2, nodes: [node, other] },
  });
  const engine = await engineOn(db, host);
  const bothTakeCalls = { connected: 2, nodes: 2, silent: [] };
  await until(() =>
    asPlatform(db, (tx) =>
      tx.row('SELECT 1 FROM carrier_state WHERE detail - $2 = $1::jsonb', [
        JSON.stringify(bothTakeCalls),
        'code',
      ]),
    ),
  );
  await callNumbers(db, campaign, customers);
  await until(async () => {
    const joined = await Promise.all([node, other].map(bridgesOn));
    return joined.every((bridges) => bridges.includes(2)) || undefined;
  }, 60);
  await allHangUp();
  const records = await allRecorded(db, campaign, 2);
  expect(called().slice(0, 2)).toEqual([agent, agent]);
  expect(called().slice(2).toSorted()).toEqual(customers);
  expect([...records.values()]).toMatchObject([
    { transferred: true, abandoned: false },
    { transferred: true, abandoned: false },
  ]);
  await nobodyOn(node);
  await nobodyOn(other);
  await engine.stop();
});

test('Asterisk hangs up an agent whom the engine forgot; what the engine plays takes that back', async () => {
  const alone = await openCarrier({ nodes: node.url, engineName: 'alone' });
  const { waitingAgents } = alone.voice;
  const at = simMs(0);
  for (const id of ['0-1-9', '0-2-9']) {
    const answerWithin = simMs(10_000);
    waitingAgents.call(id, { to: number(232, 9), callerId: { kind: 'default' }, answerWithin }, at);
    alone.voice.acknowledge([await alone.next(id, 'agent_answered')]);
    await limitOn(node, `${id}-agent`, 3);
  }
  waitingAgents.play('0-2-9', { kind: 'hold_tone', durationMs: 15_000 }, at);
  await alone.next('0-1-9', 'agent_ended', 10);
  await sleep(3_000);
  expect(await channelsOn(node)).toEqual(['0-2-9-agent']);
  waitingAgents.hangUp('0-2-9', at);
  await nobodyOn();
  await alone.close();
});

/** As a carrier does it; seconds from now. */
async function limitOn({ url }: Node, channel: string, seconds: number): Promise<void> {
  const query = new URLSearchParams({
    ...{ api_key: `${ari.user}:${ari.password}` },
    ...{ variable: 'TIMEOUT(absolute)', value: String(seconds) },
  });
  const asked = await fetch(`${url}/ari/channels/${channel}/variable?${query}`, { method: 'POST' });
  expect(asked.status).toBe(204);
}

const childFile = fileURLToPath(new URL('./engine-child.ts', import.meta.url));

async function startChild(settings: ChildSettings) {
  const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  world.atEnd(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** The greatest share of this frequency in any 100 ms, as an amplitude (Goertzel's filter). */
function loudestAt(samples: Int16Array, frequency: number): number {
  const length = 800;
  const coefficient = 2 * Math.cos((2 * Math.PI * frequency) / 8_000);
  let loudest = 0;
  for (let first = 0; first + length <= samples.length; first += length / 4) {
    let [last, before] = [0, 0];
    for (const sample of samples.subarray(first, first + length)) {
      [last, before] = [sample + coefficient * last - before, last];
    }
    const power = last * last + before * before - coefficient * last * before;
    loudest = Math.max(loudest, (2 * Math.sqrt(Math.max(0, power))) / length);
  }
  return loudest;
}
