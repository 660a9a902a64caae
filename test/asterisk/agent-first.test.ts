/** Where nobody more may be abandoned, a real Asterisk calls the agent before the customer (decision 085). */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
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
       VALUES ($1, $2, (now() AT TIME ZONE 'America/New_York')::date, 10, 1)`,
      [clientId, campaign.campaignId],
    );
  });
  await addCarrier(db, [node]);
  const engine = await runEngine({ db, soundUrl: host.urlOf });
  await connected(db);
  world.atEnd(host.close);
  world.atEnd(engine.stop);
  await callNumbers(db, campaign, [customer]);
  records = await allRecorded(db, campaign, 1);
  left = await channelsOn(node);
});

describe('agent first over Asterisk', () => {
  test('the agent is called, then the customer, who is connected at once', () => {
    expect(network.calls().map(({ to }) => to)).toEqual([agent, customer]);
    expect(records.get(customer)).toMatchObject({ result: 'person', transferred: true });
  });

  test('the agent hears the whole message first, and later the customer', async () => {
    const heard = await samplesIn(join(network.spool, `agent-heard-${agent}.wav`));
    expect(matchIn(heard, spoken.toAgent).ends).toBe(true);
    expect(matchIn(heard, spoken.customer).share).toBeGreaterThan(0.9);
  });

  test('nobody is left on the line', () => {
    expect(left).toEqual([]);
  });
});
