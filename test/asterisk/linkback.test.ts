/** Linkback over a real Asterisk: 1 connects to an agent, after the agent message. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { makeLinkback } from '../engine/linkback-world.ts';
import { makeMessage, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
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
  type Recorded,
} from './world.ts';

const db = await freshDatabase();
const world = await makeWorld({ agentWait: 5 });
const { network, node, spoken, number } = world;
const customer = number(202, 1);
const agent = number(231, 1);
let records = new Map<string, Recorded>();
let left = ['not checked'];

beforeAll(async () => {
  const clientId = await makeTestClient(db);
  await callByAsterisk(db, clientId);
  const toCustomer = await makeMessage(db, clientId, msOf(spoken.toCustomer));
  const toAgent = await makeMessage(db, clientId, msOf(spoken.toAgent));
  const host = await hostSounds((sound) => {
    if (sound === 'prompt') return spoken.prompt;
    return sound.message === toAgent ? spoken.toAgent : spoken.toCustomer;
  });
  const campaign = await makeLinkback(db, {
    ...{ clientId, customerMessage: toCustomer, agentMessage: toAgent, machineMessage: null },
    agentCount: 1,
  });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET linkback_number = $2 WHERE client_id = $1', [clientId, agent]),
  );
  await addCarrier(db, [node]);
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  await connected(db);
  world.atEnd(host.close);
  world.atEnd(engine.stop);
  await callNumbers(db, campaign, [customer]);
  records = await allRecorded(db, campaign, 1);
  left = await channelsOn(node);
});

describe('Linkback over Asterisk', () => {
  test('1 connects to an agent, and the call counts as transferred', () => {
    expect(records.get(customer)).toMatchObject({ result: 'person', transferred: true });
    expect(network.calls().map(({ to }) => to)).toEqual([customer, agent]);
  });

  test('the agent hears the whole agent message, and after it the customer', async () => {
    const heard = await samplesIn(join(network.spool, `agent-heard-${agent}.wav`));
    const message = matchIn(heard, spoken.toAgent);
    expect(message.ends).toBe(true);
    const after = heard.subarray(Math.round(message.from * 8000) + spoken.toAgent.length);
    expect(matchIn(after, spoken.customer).share).toBeGreaterThan(0.9);
  });

  test('the customer hears the agent, and not the message for the agent', async () => {
    const heard = await samplesIn(join(network.spool, `heard-${customer}.wav`));
    expect(matchIn(heard, spoken.agent).share).toBeGreaterThan(0.9);
    expect(matchIn(heard, spoken.toAgent).share).toBeLessThan(0.5);
  });

  test('when the agent hangs up, the customer is hung up on, too', () => {
    expect(left).toEqual([]);
  });
});
