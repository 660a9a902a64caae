/** Calls and texts to managers' own phones (decision 095): once, in the rows, and in no figure. */
import { expect, test } from 'vitest';
import type { CallEvent } from '../../src/carriers/port.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { managerCode } from '../../src/db/manager-code.ts';
import { takeContacts } from '../../src/db/queries/manager-contact-run.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { codeText } from '../../src/domain/manager-code-text.ts';
import { followManagerCall, newManagerCall } from '../../src/engine/manager/manager-call.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { type Asking, ask, callPlan, managerWorld, newest } from './manager-world.ts';
import { vault } from './world.ts';

const db = await freshDatabase();

async function someone(): Promise<Asking> {
  const { clientId, manager } = await makeClient(db);
  await asClient(db, clientId, (tx) =>
    tx.run(`INSERT INTO texting_number (client_id, phone) VALUES ($1, $2)`, [
      clientId,
      `1202555${String(clientId).padStart(4, '0')}`,
    ]),
  );
  return { clientId, managerId: manager.managerId };
}

const text = (body: string, { clientId }: Asking) => ({
  ...{ kind: 'text' as const, from: `1202555${String(clientId).padStart(4, '0')}`, body },
});

test('a call to a manager is placed once, plays the message and makes no attempt and no record', async () => {
  const who = await someone();
  const world = managerWorld(db);
  await ask(db, who);
  expect(await world.states(who, ['ended', 'failed'])).toEqual([
    ...['waiting', 'ringing', 'answered', 'ended'],
  ]);
  expect(world.log().map(({ kind, to }) => `${kind} ${to}`)).toEqual(['call 13025550148']);
  const left = await asClient(db, who.clientId, (tx) =>
    tx.row(
      `SELECT (SELECT count(*) FROM attempt) + (SELECT count(*) FROM call_record)
         + (SELECT count(*) FROM daily_use) AS rows,
         (SELECT plan FROM manager_contact LIMIT 1) AS plan`,
    ),
  );
  expect(left).toEqual({ rows: 0, plan: null });
});

test.each([
  ['13025550101', { code: 'manager_busy' }],
  ['13025550102', { code: 'manager_no_answer' }],
  ['13025550103', { code: 'manager_call_failed' }],
])('a call to %s that nobody answers fails with %o', async (phone, reason) => {
  const who = await someone();
  const world = managerWorld(db);
  await ask(db, who, { phone });
  await world.states(who, ['ended', 'failed']);
  expect(await newest(db, who)).toMatchObject({ status: 'failed', reason });
});

test('a 9 in a test opts out nobody', async () => {
  const who = await someone();
  const world = managerWorld(db);
  await ask(db, who, { phone: '13025550104' });
  await world.states(who, ['ended', 'failed']);
  expect(await newest(db, who)).toMatchObject({ status: 'ended' });
  const blocked = await asClient(db, who.clientId, (tx) => tx.rows('SELECT FROM do_not_call'));
  expect(blocked).toHaveLength(0);
});

test.each([
  [false, []],
  [true, ['agent 13025550177']],
])('a 1 in a Linkback calls the agents only when asked for: %s', async (callAgent, agents) => {
  const who = await someone();
  const world = managerWorld(db);
  const linkback = { number: '13025550177', agentMessage: null, callAgent };
  await ask(db, who, { phone: '13025550105', plan: { ...callPlan, linkback } });
  await world.states(who, ['ended', 'failed']);
  const called = world.log().map(({ kind, to }) => `${kind} ${to}`);
  expect(called).toEqual(['call 13025550105', ...agents]);
});

test.each([
  ['a single one', { type: 2, number: '12125550199' }, '12125550199'],
  ['a hidden one', { type: 1, number: '' }, '13025550177'],
] as const)(
  'without an agent a manager hears the number that a customer would: of %s',
  (_, callerId, number) => {
    const linkback = { number: '13025550177', agentMessage: null, callAgent: true };
    const call = newManagerCall(7, { ...callPlan, callerId, linkback });
    const event = { attemptId: 'a', at: 0 as never };
    followManagerCall(call, { ...event, kind: 'answered', by: 'person' });
    followManagerCall(call, { ...event, kind: 'key', key: '1' });
    const said = followManagerCall(call, { ...event, kind: 'agent_ended', cause: 'no_answer' });
    expect(said).toMatchObject({ kind: 'play', sound: { kind: 'apology', number } });
  },
);

test('a text to a manager is sent once and learns its receipt', async () => {
  const who = await someone();
  const world = managerWorld(db);
  await ask(db, who, { plan: text('Hello Ann', who) });
  const states = await world.states(who, ['delivered', 'failed']);
  expect(states.at(0)).toBe('waiting');
  expect(world.log().map(({ kind, to }) => `${kind} ${to}`)).toEqual(['text 13025550148']);
  const kept = await asClient(db, who.clientId, (tx) => tx.rows('SELECT FROM text_receipt'));
  expect(kept).toHaveLength(0);
});

test('a code is texted from no row: only the hash of it is stored', async () => {
  const who = await someone();
  const sent: string[] = [];
  const world = managerWorld(db);
  const { submit } = world.text;
  world.text.submit = (texts, mayWrite) => {
    sent.push(...texts.map(({ body }) => body));
    return submit(texts, mayWrite);
  };
  await ask(db, who, { purpose: 'code', plan: { kind: 'code', from: text('', who).from } });
  const row = await asClient(db, who.clientId, (tx) =>
    tx.row<{ carrierNumber: number; text: string }>(
      `SELECT carrier_number AS "carrierNumber", to_jsonb(manager_contact)::text AS text FROM manager_contact`,
    ),
  );
  const code = managerCode(vault, {
    clientId: who.clientId,
    carrierNumber: row?.carrierNumber ?? 0,
  });
  await world.states(who, ['sent', 'delivered', 'failed'], 'code');
  expect(sent).toEqual([codeText(code)]);
  expect(row?.text).not.toContain(code);
});

test.each(['manager', 'key'] as const)(
  'no code goes out once its number is on the do-not-call list, by %s',
  async (source) => {
    const who = await someone();
    const world = managerWorld(db, { vault });
    await ask(db, who, { purpose: 'code', plan: { kind: 'code', from: null } });
    await asClient(db, who.clientId, (tx) => optOut(tx, who.clientId, '13025550148', source));
    await world.states(who, ['ended', 'failed'], 'code');
    expect(await newest(db, who, 'code')).toMatchObject({
      ...{ status: 'failed', reason: { code: 'manager_do_not_call' } },
    });
    expect(world.log()).toEqual([]);
  },
);

const channels = ['voice', 'text'] as const;
const planFor = (channel: (typeof channels)[number], who: Asking) =>
  channel === 'voice' ? callPlan : text('Hello', who);

test.each(channels.flatMap((channel) => [[channel, 'key'] as const, [channel, 'text'] as const]))(
  'no %s goes to a manager whose number opted out after it was asked for, by %s',
  async (channel, source) => {
    const who = await someone();
    await ask(db, who, { plan: planFor(channel, who) });
    await asClient(db, who.clientId, (tx) => optOut(tx, who.clientId, '13025550148', source));
    const world = managerWorld(db);
    await world.states(who, ['sent', 'delivered', 'ended', 'failed']);
    expect(await newest(db, who)).toMatchObject({
      ...{ status: 'failed', reason: { code: 'manager_do_not_call' } },
    });
    expect(world.log()).toEqual([]);
  },
);

test.each(channels)(
  'a %s goes to a manager whose number another manager blocked after it was asked for',
  async (channel) => {
    const who = await someone();
    await ask(db, who, { plan: planFor(channel, who) });
    await asClient(db, who.clientId, (tx) => optOut(tx, who.clientId, '13025550148', 'manager'));
    const world = managerWorld(db);
    await world.states(who, ['sent', 'delivered', 'ended', 'failed']);
    expect(world.log()).toHaveLength(1);
  },
);

const losses: [string, string][] = [
  ['was removed', 'DELETE FROM manager_phone WHERE client_id = $1 AND manager_id = $2'],
  [
    'is another one now',
    `UPDATE manager_phone SET phone = '13025550149' WHERE client_id = $1 AND manager_id = $2`,
  ],
  [
    'belongs to nobody who may sign in',
    'UPDATE manager SET active = false WHERE client_id = $1 AND manager_id = $2',
  ],
];
test.each(losses)('nothing goes to a phone that %s since it was asked for', async (_, change) => {
  const who = await someone();
  await ask(db, who);
  await asClient(db, who.clientId, (tx) => tx.run(change, [who.clientId, who.managerId]));
  const world = managerWorld(db);
  await world.states(who, ['ended', 'failed']);
  expect(await newest(db, who)).toMatchObject({
    ...{ status: 'failed', reason: { code: 'manager_phone_gone' } },
  });
  expect(world.log()).toEqual([]);
});

test('a code is spoken twice, digit by digit', () => {
  const call = newManagerCall(7, { kind: 'code', code: '042917' });
  const said: string[] = [];
  let event: CallEvent = { attemptId: 'a', at: 0 as never, kind: 'answered', by: 'person' };
  for (;;) {
    const action = followManagerCall(call, event);
    if (action?.kind !== 'play' || action.sound.kind !== 'prompt') break;
    said.push(action.sound.name);
    event = { attemptId: 'a', at: 0 as never, kind: 'played' };
  }
  const digits = [...'042917'].map((digit) => `digit-${digit}`);
  expect(said).toEqual(['code-is', ...digits, 'code-again', ...digits, 'code-end']);
});

test('what an engine took before it died is never placed by another, and is said to be unclear', async () => {
  const who = await someone();
  await ask(db, who);
  await asPlatform(db, (tx) => takeContacts(tx, crypto.randomUUID(), 0));
  const world = managerWorld(db);
  await world.tick();
  await world.tick();
  expect(await newest(db, who)).toMatchObject({
    ...{ status: 'unclear', reason: { code: 'manager_contact_lost' } },
  });
  expect(world.log()).toEqual([]);
});

test('an engine that stops during a call hangs up, and says that it was cut off', async () => {
  const who = await someone();
  const world = managerWorld(db);
  await ask(db, who);
  await world.states(who, ['answered']);
  await world.contacts.stop();
  expect(await newest(db, who)).toMatchObject({ status: 'unclear', over: true });
});

test('a request that no engine takes within 20 seconds is never placed', async () => {
  const who = await someone();
  await ask(db, who);
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE manager_contact SET requested_at = now() - interval '21 seconds'
            WHERE client_id = $1`,
      [who.clientId],
    ),
  );
  const world = managerWorld(db);
  await world.tick();
  expect(await newest(db, who)).toMatchObject({
    ...{ status: 'failed', reason: { code: 'manager_no_engine' } },
  });
  expect(world.log()).toEqual([]);
});

test('under a stop of the operator nothing goes to a manager', async () => {
  const who = await someone();
  await ask(db, who);
  await asClient(db, who.clientId, (tx) =>
    tx.run(
      `INSERT INTO client_stop (client_id, reason, stopped_by) VALUES ($1, 'Wrong script', 'Ann')`,
      [who.clientId],
    ),
  );
  const world = managerWorld(db);
  await world.states(who, ['failed', 'ended']);
  expect(await newest(db, who)).toMatchObject({ reason: { code: 'client_stop' } });
  expect(world.log()).toEqual([]);
});

test('a carrier that does not respond leaves it unclear', async () => {
  const who = await someone();
  const world = managerWorld(db);
  world.text.submit = async () => [{ kind: 'unknown', note: { code: 'no_response' } }];
  await ask(db, who, { plan: text('Hello', who) });
  await world.states(who, ['unclear', 'sent']);
  expect(await newest(db, who)).toMatchObject({ status: 'unclear', note: { code: 'no_response' } });
});
