/** Linkback by Twilio: key 1 connects to an agent, who hears a message first. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import type { Campaign } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { callingByTwilio, linkbackNumber, namesOf } from './calling-world.ts';
import type { Callee } from './double/call.ts';
import { twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());
afterEach(() => {
  double.loses = () => false;
});
const pressesOne: Callee = { keyDuring: { sound: '/message.', after: 300, key: '1' } };
let made = 0;

async function linkback(callees: Callee[], agent: Callee, more = {}) {
  made += 1;
  const firstPhone = 12_124_000_000 + made * 1_000;
  const world = await callingByTwilio(db, site, { firstPhone, callees, agent, ...more });
  const callsBefore = double.calls.all.length;
  const { stop } = await world.begin();
  /** Of this campaign only. */
  const agentCalls = () =>
    double.calls.all
      .slice(0, double.calls.all.length - callsBefore)
      .filter(({ to }) => to === linkbackNumber);
  return { ...world, stop, agentCalls, customer: () => world.callsTo(world.numbers[0])[0] };
}

/** Nobody more may be abandoned, so the one agent is called first. */
async function allowNoneAbandoned({ clientId, campaignId }: Campaign): Promise<void> {
  await asPlatform(db, (tx) =>
    setAbandonmentRule(tx, clientId, { waitSeconds: 2, hangUps: false }),
  );
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO abandonment_day (client_id, campaign_id, day, persons, no_agent)
       VALUES ($1, $2, (now() AT TIME ZONE 'America/New_York')::date, 10, 1)`,
      [clientId, campaignId],
    );
    // One after the other, for the same agent.
    await tx.run('UPDATE campaign SET agent_count = 1 WHERE client_id = $1', [clientId]);
  });
}

/** The webhooks that say how an agent's call ended do not reach us. */
function loseAgentsEnds(): void {
  double.loses = ({ To, CallStatus, CallbackSource }) =>
    To === linkbackNumber && CallbackSource !== undefined && CallStatus !== 'initiated';
}

const rooms = (what: string[]) => what.filter((name) => name.startsWith('room'));

test("the customer hears ringing, the agent the agent message, then both each other; when the agent hangs up the customer's call ends", async () => {
  const world = await linkback([pressesOne], { rings: 700 });
  await until(
    () => rooms(namesOf(world.customer())).some((room) => room.endsWith('with 2')) || undefined,
  );
  const [agent] = world.agentCalls();
  if (!agent) throw new Error('no agent was called');
  expect(agent.fields.get('From')).toBe('+12125550199');
  const room = `room carillon-${world.customer()?.sid}`;
  const toAgent = namesOf(agent);
  expect(toAgent[0]).toBe(`message ${world.agentMessage}`);
  expect(agent.heard[0]?.ms).toBeGreaterThan(950);
  expect(toAgent.slice(1).every((what) => what.startsWith(room))).toBe(true);
  const toCustomer = namesOf(world.customer());
  expect(toCustomer.slice(0, 2)).toEqual([`message ${world.customerMessage}`, 'ringing']);
  expect(toCustomer.slice(2).every((what) => what.startsWith(room))).toBe(true);
  double.calls.hangUp(agent);
  const [record] = await world.ended();
  expect(record).toMatchObject({ result: 'person', transferred: true, abandoned: false });
  expect(double.calls.live()).toEqual([]);
  expect(world.agentCalls().length).toBe(1);
  await until(async () => (await world.callbacksLeft()) === 0 || undefined);
  await world.stop();
  await world.end();
});

test("a customer who hangs up ends the agent's call: in the talk, in the agent message, and while the agent's telephone rings", async () => {
  interface Moment {
    agent: Callee;
    agentMs: number;
    when(heard: string[]): boolean;
  }
  const agentHears = () =>
    namesOf(double.calls.all.find(({ to }) => to === linkbackNumber)).length > 0;
  const moments: Moment[] = [
    {
      ...{ agent: {}, agentMs: 1_000 },
      when: (heard) => rooms(heard).some((room) => room.endsWith('with 2')),
    },
    { agent: {}, agentMs: 30_000, when: agentHears },
    { agent: { rings: 15_000 }, agentMs: 1_000, when: (heard) => heard.includes('ringing') },
  ];
  for (const { agent, agentMs, when } of moments) {
    const world = await linkback([pressesOne], agent, { agentMs });
    await until(
      () => (world.agentCalls().length > 0 && when(namesOf(world.customer()))) || undefined,
    );
    const customer = world.customer();
    if (customer) double.calls.hangUp(customer);
    const [record] = await world.ended();
    expect(record).toMatchObject({ result: 'person', abandoned: false });
    await until(() => double.calls.live().length === 0 || undefined);
    const [called, ...more] = world.agentCalls();
    expect(more).toEqual([]);
    if (agent.rings !== undefined) expect(called).toMatchObject({ status: 'canceled', heard: [] });
    else expect(called?.heard[0]?.ms).toBeLessThan(20_000);
    await world.stop();
    await world.end();
  }
});

test('without an agent the customer hears a prompt and counts as abandoned', async () => {
  for (const agent of [{ ends: 'busy' }, { ends: 'failed' }] as Callee[]) {
    const world = await linkback([pressesOne], agent);
    const [record] = await world.ended();
    expect(record).toMatchObject({ result: 'person', transferred: false, abandoned: true });
    expect(namesOf(world.customer()).at(-1)).toBe('apology');
    expect(world.customer()?.heard.at(-1)?.ms).toBeGreaterThan(4_900);
    expect(double.calls.live()).toEqual([]);
    await world.stop();
    await world.end();
  }
});

test("9 while the agent's telephone rings is stored, and the call to the agent ends", async () => {
  const world = await linkback([pressesOne], { rings: 15_000 });
  await until(() => namesOf(world.customer()).includes('ringing') || undefined);
  const customer = world.customer();
  if (customer) double.calls.press(customer, '9');
  await world.ended();
  expect(namesOf(customer).at(-1)).toBe('opted-out');
  expect((await world.ask('SELECT phone FROM do_not_call')).length).toBe(1);
  expect(double.calls.live()).toEqual([]);
  await world.stop();
  await world.end();
});

test("an agent's call whose response is lost goes on by its webhooks, and the agent is not called again", async () => {
  const world = await linkback([pressesOne], { rings: 300 }, { agentMs: null });
  await until(() => namesOf(world.customer()).length > 0 || undefined);
  double.callMishaps.push('cut');
  await until(
    () => rooms(namesOf(world.customer())).some((room) => room.endsWith('with 2')) || undefined,
  );
  const customer = world.customer();
  if (customer) double.calls.hangUp(customer);
  const [record] = await world.ended();
  expect(record).toMatchObject({ transferred: true });
  expect(world.agentCalls().length).toBe(1);
  await until(() => double.calls.live().length === 0 || undefined);
  await world.stop();
  await world.end();
});

test('where nobody more may be abandoned the agent is called first, and waits for the customer', async () => {
  made += 1;
  const firstPhone = 12_124_000_000 + made * 1_000;
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone, callees: [{}, pressesOne], agent: { rings: 300 } },
  });
  await allowNoneAbandoned(world);
  const before = double.calls.all.length;
  const { stop } = await world.begin();
  const mine = () => double.calls.all.slice(0, double.calls.all.length - before).reverse();
  const customer = () => world.callsTo(world.numbers[1])[0];
  await until(
    () => rooms(namesOf(customer())).some((room) => room.endsWith('with 2')) || undefined,
    40,
  );
  const calls = mine();
  expect(calls.map(({ to }) => to)).toEqual([linkbackNumber, ...world.numbers]);
  const [agent] = calls;
  expect(namesOf(agent)[0]).toBe(`message ${world.agentMessage}`);
  expect(namesOf(customer())).not.toContain('ringing');
  const talking = customer();
  if (talking) double.calls.hangUp(talking);
  const records = await world.ended();
  expect(records.map(({ transferred }) => transferred)).toEqual([false, true]);
  expect(records.some(({ abandoned }) => abandoned)).toBe(false);
  await until(() => double.calls.live().length === 0 || undefined, 40);
  await until(async () => (await world.callbacksLeft()) === 0 || undefined);
  await stop();
  await world.end();
});

test('a waiting agent whose end was lost is missed by the customer who asks, who hears the apology and counts as abandoned', async () => {
  made += 1;
  const firstPhone = 12_124_000_000 + made * 1_000;
  const world = await callingByTwilio(db, site, {
    ...{ firstPhone, callees: [{}], agent: { rings: 300 }, customerMs: 5_000 },
  });
  await allowNoneAbandoned(world);
  loseAgentsEnds();
  const { stop } = await world.begin();
  const customer = await until(() => {
    const [call] = world.callsTo(world.numbers[0]);
    return namesOf(call).length > 0 ? call : undefined;
  });
  const [agent] = double.calls.live().filter(({ to }) => to === linkbackNumber);
  if (!agent) throw new Error('no agent waits');
  double.calls.hangUp(agent);
  double.calls.press(customer, '1');
  const [record] = await world.ended();
  expect(record).toMatchObject({ result: 'person', transferred: false, abandoned: true });
  expect(namesOf(customer).at(-1)).toBe('apology');
  expect(await world.ask('SELECT transfer_seconds FROM call_record')).toEqual([
    { transfer_seconds: 0 },
  ]);
  await until(() => double.calls.live().length === 0 || undefined, 40);
  await stop();
  await world.end();
});

test('an agent whose end was lost during the agent message is asked for: the customer hears the apology', async () => {
  const world = await linkback([pressesOne], { rings: 300 }, { agentMs: 2_000 });
  loseAgentsEnds();
  const agent = await until(() => {
    const [call] = world.agentCalls();
    return namesOf(call).length > 0 ? call : undefined;
  });
  double.calls.hangUp(agent);
  const [record] = await world.ended();
  expect(record).toMatchObject({ result: 'person', transferred: false, abandoned: true });
  expect(namesOf(world.customer()).at(-1)).toBe('apology');
  await world.stop();
  await world.end();
});

test('an agent who left between the agent message and the talk was missed, and counts for no transfer', async () => {
  const world = await linkback([pressesOne], { rings: 300 }, { agentMs: 1_000 });
  loseAgentsEnds();
  // From the end of the message on, which is reported, the agent is not there any more.
  double.hooks.after = ({ url }) => {
    const [agent] = world.agentCalls();
    if (agent && url.includes('-agent/played/')) double.calls.hangUp(agent);
  };
  const [record] = await world.ended();
  double.hooks.after = undefined;
  expect(record).toMatchObject({ result: 'person', transferred: false, abandoned: true });
  expect(namesOf(world.customer()).at(-1)).toBe('apology');
  await world.stop();
  await world.end();
});
