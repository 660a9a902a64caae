/** A node stays within the operator's limits, whatever a campaign asks for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeCampaign, makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { openCarrier } from './carrier.ts';
import { addCarrier, runEngine } from './engine.ts';
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

const db = await freshDatabase();
const world = await makeWorld();
const { network, node, spoken, number } = world;

test('calls waiting for their turn count as calls at once', async () => {
  const settings = { callsAtOnce: '3', setupsPerSecond: '50' };
  const carrier = await openCarrier({ nodes: node.url, engineName: 'caps', settings });
  const { voice, next, close } = carrier;
  const calls = Array.from({ length: 8 }, (_, line) => ({
    ...{ attemptId: `1-1-${line}`, to: number(221, line), callerId: { kind: 'default' } as const },
  }));
  const place = async () => (await voice.place(calls)).map(({ kind }) => kind);
  expect((await place()).filter((kind) => kind === 'accepted')).toHaveLength(3);
  for (const { attemptId } of calls.slice(0, 3)) {
    voice.acknowledge([await next(attemptId, 'ended')]);
  }
  // A call that may not be placed any more keeps no slot.
  await voice.place(calls, () => false);
  expect((await place()).filter((kind) => kind === 'accepted')).toHaveLength(3);
  await until(async () => (await channelsOn(node)).length === 0 || undefined);
  await close();
});

test('a node stays within its calls at once, and every number is called once', async () => {
  const host = await hostSounds(() => spoken.toCustomer);
  world.atEnd(host.close);
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customerMessage = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const campaign = await makeCampaign(db, { clientId, customerMessage, callsPerMinute: 1_200 });
  const numbers = Array.from({ length: 8 }, (_, line) => number(204, line + 1));
  await addCarrier(db, [node], { callsAtOnce: '3', setupsPerSecond: '5' });
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  world.atEnd(engine.stop);
  await connected(db);
  let most = 0;
  let isSampling = true;
  const sampling = (async () => {
    while (isSampling) {
      most = Math.max(most, (await channelsOn(node)).length);
      await sleep(20);
    }
  })();
  await callNumbers(db, campaign, numbers);
  const records = await allRecorded(db, campaign, numbers.length);
  isSampling = false;
  await sampling;
  expect(most).toBe(3);
  const called = network.calls().map(({ to }) => to);
  expect(called.filter((to) => numbers.includes(to)).toSorted()).toEqual(numbers);
  expect(new Set([...records.values()].map(({ result }) => result))).toEqual(new Set(['person']));
});
