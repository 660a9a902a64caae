/** The connection to an Asterisk is cut during a campaign, while its calls go on. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeCampaign, makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { cutLinkTo } from './cut-link.ts';
import { addCarrier, runEngine } from './engine.ts';
import { matchIn, samplesIn } from './recording-match.ts';
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
const many = 16;

test('listeners hear the whole message, and the campaign calls nobody twice', async () => {
  const link = await cutLinkTo(node.url);
  world.atEnd(link.close);
  const host = await hostSounds(() => spoken.toCustomer);
  world.atEnd(host.close);
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const customerMessage = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const wish = { clientId, customerMessage, machineMessage: null, callsPerMinute: 120 };
  const campaign = await makeCampaign(db, wish);
  const numbers = Array.from({ length: many }, (_, line) => number(201, line + 1));
  await addCarrier(db, [{ ...node, url: link.url }]);
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  world.atEnd(engine.stop);
  await connected(db);
  await callNumbers(db, campaign, numbers);

  await until(() => (host.asked.length >= 3 ? true : undefined), 60);
  const listening = host.asked.map((path) => path.split('/').at(-1)?.replace('.wav', ''));
  link.cut();
  await sleep(2_000);
  const goesOn = await channelsOn(node);
  expect(goesOn).toEqual(expect.arrayContaining(listening.slice(-1)));
  link.mend();

  const records = await allRecorded(db, campaign, many);
  const calls = network.calls().map(({ to }) => to);
  expect(new Set(calls).size).toBe(calls.length);
  const heard = [...records.values()].filter(({ attemptId }) => listening.includes(attemptId));
  expect(heard).toHaveLength(listening.length);
  for (const { phone, result } of heard) {
    expect(result).toBe('person');
    const recording = await samplesIn(join(network.spool, `heard-${phone}.wav`));
    expect(matchIn(recording, spoken.toCustomer).ends).toBe(true);
  }
  // The dialplan hung up on people who answered during the disconnection.
  const results = new Set([...records.values()].map(({ result }) => result));
  expect([...results].filter((one) => one !== 'person' && one !== 'unknown')).toEqual([]);
  expect(await channelsOn(node)).toEqual([]);
});
