/** "Call me" and "Text me" over HTTP, and the phone that a code confirms (decision 095). */
import { expect, test } from 'vitest';
import { managerPhoneTexts as phoneTexts } from '../../src/contract/manager-phone.ts';
import { recordingTexts } from '../../src/contract/message-recording.ts';
import { type MessageTest, messageTestTexts as texts } from '../../src/contract/message-test.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { managerCode } from '../../src/db/manager-code.ts';
import { insertCarrier } from '../../src/db/queries/carrier.ts';
import type { ContactPlan } from '../../src/db/queries/manager-contact.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testApi } from '../harness/api.ts';
import * as data from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import {
  addContacts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';

const db = await freshDatabase();
// A Wednesday, 12:00 in the East and 7:00 in Hawaii.
const noon = new Date('2026-11-18T17:00:00Z');
const api = await testApi(db, { now: () => noon });
const own = '13025550123';

async function signedIn() {
  const client = await makeClient(db);
  const { clientId } = client;
  const me = await api.signIn(client);
  return { clientId, managerId: client.manager.managerId, me };
}

type Who = Awaited<ReturnType<typeof signedIn>>;

const sql = (clientId: number, text: string, values: unknown[] = []) =>
  asClient(db, clientId, (tx) => tx.rows<Record<string, unknown>>(text, values));

/** One that is rendered. */
async function makeVoiceMessage(clientId: number, name: string): Promise<number> {
  const id = await data.makeVoiceMessage(db, clientId, name);
  await sql(
    clientId,
    `INSERT INTO voice_message_rendering (client_id, voice_message_id, version, plan, preview, duration_ms)
     VALUES ($1, $2, 1, '[]', '', 4000)`,
    [clientId, id],
  );
  return id;
}

/** As an engine does when it is over. */
const endAll = ({ clientId }: Who) =>
  sql(
    clientId,
    `UPDATE manager_contact SET status = 'ended', ended_at = now(), plan = NULL WHERE ended_at IS NULL`,
  );
const longAgo = ({ clientId }: Who) =>
  sql(clientId, `UPDATE manager_contact SET requested_at = requested_at - interval '2 minutes'`);

async function codeOf({ clientId }: Who): Promise<string> {
  const [row] = await sql(
    clientId,
    'SELECT carrier_number AS n FROM manager_contact ORDER BY manager_contact_id DESC LIMIT 1',
  );
  return managerCode(api.deps.vault, { clientId, carrierNumber: Number(row?.n) });
}

/** A manager with a confirmed phone. */
async function confirmed(): Promise<Who> {
  const who = await signedIn();
  await sql(
    who.clientId,
    `INSERT INTO manager_phone (client_id, manager_id, phone, confirmed_at) VALUES ($1, $2, $3, now())`,
    [who.clientId, who.managerId, own],
  );
  return who;
}

async function planOf({ clientId }: Who): Promise<ContactPlan> {
  const [row] = await sql(clientId, 'SELECT plan FROM manager_contact WHERE ended_at IS NULL');
  return row?.plan as ContactPlan;
}

test('a phone is confirmed by the code that is sent to it, and only then used', async () => {
  const who = await signedIn();
  const { me } = who;
  const sent = await me.post('/api/manager/phone', { phone: '(302) 555-0123' });
  expect(sent.status, sent.text).toBe(200);
  expect(sent.json()).toMatchObject({ phone: null, newPhone: own, canText: false });
  expect(sent.json<{ code: object }>().code).toMatchObject({ channel: 'voice', over: false });
  const early = await me.post('/api/messagetest', { channel: 'voice', campaignId: 1 });
  expect(early.json()).toMatchObject({ code: 'conflict', detail: texts.noPhone });
  const code = await codeOf(who);
  const right = await me.post('/api/manager/phone/confirm', {
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  });
  expect(right.status, right.text).toBe(200);
  expect(right.json()).toMatchObject({ phone: own, newPhone: null, code: null });
  const [row] = await sql(who.clientId, 'SELECT * FROM manager_phone');
  expect(row).toMatchObject({ phone: own, code_hash: null });
  const audit = await sql(
    who.clientId,
    `SELECT operation, after FROM audit_entry
     WHERE operation IN ('sendPhoneCode', 'confirmManagerPhone') ORDER BY sequence`,
  );
  expect(audit.map(({ operation }) => operation)).toEqual(['sendPhoneCode', 'confirmManagerPhone']);
  expect(JSON.stringify(audit)).not.toContain(code);
});

test('a code is worth nothing after five wrong tries, or ten minutes', async () => {
  const who = await signedIn();
  const { me, clientId } = who;
  await me.post('/api/manager/phone', { phone: own });
  const code = await codeOf(who);
  const wrong = code === '000000' ? '000001' : '000000';
  const tries = [];
  for (let tried = 0; tried < 5; tried += 1) {
    tries.push(
      (await me.post('/api/manager/phone/confirm', { code: wrong })).json<{ detail: string }>()
        .detail,
    );
  }
  expect(tries).toEqual([...Array(4).fill(phoneTexts.wrong), phoneTexts.tooOften]);
  const late = await me.post('/api/manager/phone/confirm', { code });
  expect(late.json()).toMatchObject({ detail: phoneTexts.tooOften });
  await endAll(who);
  await me.post('/api/manager/phone', { phone: own });
  await sql(clientId, `UPDATE manager_phone SET code_until = now() - interval '1 second'`);
  const expired = await me.post('/api/manager/phone/confirm', { code: await codeOf(who) });
  expect(expired.json()).toMatchObject({ detail: phoneTexts.expired });
});

test('a new number leaves the confirmed one in place until its own code is entered', async () => {
  const who = await confirmed();
  await who.me.post('/api/manager/phone', { phone: '3025550124' });
  expect((await who.me.get('/api/manager/phone')).json()).toMatchObject({
    ...{ phone: own, newPhone: '13025550124' },
  });
  await who.me.post('/api/manager/phone/confirm', { code: await codeOf(who) });
  expect((await who.me.get('/api/manager/phone')).json()).toMatchObject({ phone: '13025550124' });
});

test('at most five codes an hour go to a manager, or to a number', async () => {
  const who = await signedIn();
  const statuses = [];
  for (let sent = 0; sent < 6; sent += 1) {
    statuses.push((await who.me.post('/api/manager/phone', { phone: own })).status);
    await endAll(who);
    await longAgo(who);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test.each([
  ['9002345678', 'Premium-rate numbers (900) cannot be used'],
  ['8762345678', 'This is a foreign number (Jamaica); your operator can allow it'],
])('no code goes to %s: %s', async (phone, message) => {
  const { me } = await signedIn();
  const response = await me.post('/api/manager/phone', { phone });
  expect(response.json()).toMatchObject({ errors: [{ path: 'phone', message }] });
});

test('no code goes to a number on the do-not-call list: nothing proves yet whose it is', async () => {
  const { me, clientId } = await signedIn();
  await asClient(db, clientId, (tx) => optOut(tx, clientId, own, 'manager'));
  const response = await me.post('/api/manager/phone', { phone: own });
  expect(response.json()).toMatchObject({ errors: [{ message: recordingTexts.doNotCall }] });
});

test('a campaign calls its manager with its own messages, caller ID and the values of an account', async () => {
  const who = await confirmed();
  const { me, clientId } = who;
  const campaignId = await data.makeCampaign(db, clientId, { name: 'Broadcast' });
  const message = await makeVoiceMessage(clientId, 'Statement');
  await sql(clientId, 'UPDATE campaign SET customer_message_id = $2 WHERE campaign_id = $1', [
    campaignId,
    message,
  ]);
  const callListId = await data.makeCallList(db, clientId, {
    campaignId,
    name: 'People',
    phones: 3,
  });
  await addContacts(db, clientId, callListId, [person('Ann', 'Lee')]);
  const body = { channel: 'voice', campaignId, values: 'first', callListId };
  const response = await me.post('/api/messagetest', body);
  expect(response.status, response.text).toBe(200);
  expect(response.json()).toMatchObject({
    ...{ phone: own, campaignName: 'Broadcast', messageName: 'Statement', status: 'waiting' },
    ...{ over: false, sentence: 'Waiting for an engine.' },
  });
  expect(await planOf(who)).toMatchObject({
    ...{ kind: 'call', linkback: null, heardAs: { callListId, entryId: 1 } },
    person: { voiceMessageId: message },
  });
  const rows = await sql(
    clientId,
    `SELECT (SELECT count(*) FROM attempt) + (SELECT count(*) FROM call_record) AS count`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  const [entry] = await sql(
    clientId,
    `SELECT thing_kind, thing_id, thing_name, after FROM audit_entry WHERE operation = 'requestMessageTest'`,
  );
  expect(entry).toEqual({
    ...{ thing_kind: 'campaign', thing_id: String(campaignId), thing_name: 'Broadcast' },
    after: { channel: 'voice', values: 'first', number: '…0123' },
  });
});

test('a machine gets from a tried campaign what it gets in a real call; a message tried alone plays itself', async () => {
  const who = await confirmed();
  const { me, clientId } = who;
  const [statement, note] = [
    await makeVoiceMessage(clientId, 'Statement'),
    await makeVoiceMessage(clientId, 'Note'),
  ];
  const campaignId = await data.makeCampaign(db, clientId, { name: 'Broadcast' });
  const machineOf = async (machineMessageId: number | null, body: object) => {
    await sql(
      clientId,
      `UPDATE campaign SET customer_message_id = $2, machine_message_id = $3 WHERE campaign_id = $1`,
      [campaignId, statement, machineMessageId],
    );
    const response = await me.post('/api/messagetest', { channel: 'voice', ...body });
    expect(response.status, response.text).toBe(200);
    const plan = await planOf(who);
    await endAll(who);
    await longAgo(who);
    return plan.kind === 'call' ? (plan.machine?.voiceMessageId ?? null) : undefined;
  };
  expect(await machineOf(note, { campaignId })).toBe(note);
  expect(await machineOf(null, { campaignId })).toBeNull();
  expect(await machineOf(note, { campaignId, hear: 'machine' })).toBe(note);
  expect(await machineOf(null, { voiceMessageId: statement })).toBe(statement);
});

test('a text has the values of the account that is chosen: first, most blank, longest, by number', async () => {
  const who = await confirmed();
  const { me, clientId } = who;
  const { campaignId } = await textCampaign(clientId, 'Dear [first_name] [last_name].');
  const callListId = await data.makeCallList(db, clientId, {
    campaignId,
    name: 'People',
    phones: 3,
  });
  await addContacts(db, clientId, callListId, [
    ...[person('Ann', 'Lee'), person('', 'Ray'), person('Wilhelmina', 'Featherstone')],
  ]);
  const phone = '3025550177';
  await sql(clientId, 'UPDATE list_entry SET phone = $2 WHERE call_list_id = $1 AND entry_id = 2', [
    callListId,
    `1${phone}`,
  ]);
  const bodies: string[] = [];
  for (const wish of [
    { values: 'placeholders' },
    { values: 'first', callListId },
    { values: 'blank', callListId },
    { values: 'longest', callListId },
    { values: 'account', phone },
  ]) {
    const response = await me.post('/api/messagetest', { channel: 'text', campaignId, ...wish });
    expect(response.status, response.text).toBe(200);
    const plan = await planOf(who);
    bodies.push(plan.kind === 'text' ? plan.body : '');
    await endAll(who);
    await longAgo(who);
  }
  expect(bodies).toEqual([
    ...['Dear [first_name] [last_name].', 'Dear Ann Lee.', 'Dear Ray.'],
    ...['Dear Wilhelmina Featherstone.', 'Dear Ray.'],
  ]);
});

const person = (first_name: string, last_name: string) => ({
  ...{ first_name, last_name, external_id: 'A-1' },
});

async function textCampaign(clientId: number, message: string) {
  const sendersNumberId = await makeTextingNumber(db, clientId);
  const messageTextId = await makeTextMessage(db, clientId, 'Letter', message);
  const campaignId = await makeTextCampaign(db, clientId, { name: 'Texts' });
  await sql(
    clientId,
    'UPDATE campaign SET text_message_id = $2, texting_number_id = $3 WHERE campaign_id = $1',
    [campaignId, messageTextId, sendersNumberId],
  );
  return { campaignId };
}

test('two presses call once, whether with one key or with two', async () => {
  const who = await confirmed();
  const { me, clientId } = who;
  const voiceMessageId = await makeVoiceMessage(clientId, 'Statement');
  const body = { channel: 'voice', voiceMessageId };
  const key = { 'idempotency-key': 'once' };
  const [one, same] = [
    await me.post('/api/messagetest', body, key),
    await me.post('/api/messagetest', body, key),
  ];
  expect(same.json<MessageTest>()).toEqual(one.json<MessageTest>());
  // Codes for phones are made from the numbers that requests have at the carrier.
  expect(Object.keys(one.json<object>())).not.toContain('carrierNumber');
  const both = await Promise.all([
    me.post('/api/messagetest', body),
    me.post('/api/messagetest', body),
  ]);
  expect(both.map(({ status }) => status)).toEqual([409, 409]);
  expect(both[0]?.json()).toMatchObject({ detail: texts.inProgress });
  expect(await sql(clientId, 'SELECT FROM manager_contact')).toHaveLength(1);
});

test('at most three a minute, with the sentence and the time to wait', async () => {
  const who = await confirmed();
  const voiceMessageId = await makeVoiceMessage(who.clientId, 'Statement');
  const statuses = [];
  for (let asked = 0; asked < 3; asked += 1) {
    statuses.push(
      (await who.me.post('/api/messagetest', { channel: 'voice', voiceMessageId })).status,
    );
    await endAll(who);
  }
  const fourth = await who.me.post('/api/messagetest', { channel: 'voice', voiceMessageId });
  expect(statuses).toEqual([200, 200, 200]);
  expect(fourth.json()).toMatchObject({ status: 429, detail: texts.tooMany });
  expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0);
});

test.each([
  ['text', texts.optedOut],
  ['manager', undefined],
] as const)(
  'the do-not-call list by %s: a test is refused only after an opt-out',
  async (source, detail) => {
    const who = await confirmed();
    const { clientId } = who;
    const voiceMessageId = await makeVoiceMessage(clientId, 'Statement');
    await asClient(db, clientId, (tx) => optOut(tx, clientId, own, source));
    const response = await who.me.post('/api/messagetest', { channel: 'voice', voiceMessageId });
    expect(response.status).toBe(detail ? 409 : 200);
    if (detail) expect(response.json()).toMatchObject({ detail });
  },
);

test('what is missing is said: a message that is not ready, a number to text from, a Linkback', async () => {
  const who = await confirmed();
  const { me, clientId } = who;
  const campaignId = await data.makeCampaign(db, clientId, { name: 'Broadcast' });
  const detailOf = async (body: object) =>
    (await me.post('/api/messagetest', body)).json<{ detail: string }>().detail;
  await sql(clientId, 'UPDATE campaign SET customer_message_id = NULL WHERE campaign_id = $1', [
    campaignId,
  ]);
  expect(await detailOf({ channel: 'voice', campaignId })).toBe(texts.noMessage);
  expect(await detailOf({ channel: 'text', campaignId })).toBe(texts.notVoice);
  expect(await detailOf({ channel: 'voice' })).toBe(texts.nothing);
  const voiceMessageId = await makeVoiceMessage(clientId, 'Statement');
  expect(await detailOf({ channel: 'voice', voiceMessageId, callAgent: true })).toBe(
    texts.noLinkback,
  );
  await sql(clientId, 'UPDATE voice_message SET ready_version = NULL');
  expect(await detailOf({ channel: 'voice', voiceMessageId })).toBe(texts.notReady);
  const textMessageId = await makeTextMessage(db, clientId, 'Letter', 'Hello.');
  expect(await detailOf({ channel: 'text', textMessageId })).toBe(texts.noTextingNumber);
});

test('the demo reads its codes on the screen while every carrier is simulated; the first real one ends what they proved', async () => {
  const [stranger, who] = [await signedIn(), await signedIn()];
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET demo = true WHERE client_id = $1', [who.clientId]),
  );
  const shown = async ({ me }: Who) =>
    (await me.get('/api/manager/phone')).json<{ code: { shown?: string } | null }>().code?.shown;
  for (const { me } of [stranger, who]) {
    const sent = await me.post('/api/manager/phone', { phone: own });
    // What is kept for a repeated request has no code.
    expect(sent.json<{ code: object }>().code).not.toHaveProperty('shown');
  }
  expect(await shown(stranger)).toBeUndefined();
  expect(await shown(who)).toBe(await codeOf(who));
  await who.me.post('/api/manager/phone/confirm', { code: await shown(who) });
  expect((await who.me.get('/api/manager/phone')).json()).toMatchObject({ phone: own });

  await asPlatform(db, (tx) =>
    insertCarrier(tx, api.deps.vault, 'smpp', { name: 'real', settings: {}, secrets: {} }),
  );
  expect((await who.me.get('/api/manager/phone')).json()).toMatchObject({ phone: null });
  await endAll(who);
  await who.me.post('/api/manager/phone', { phone: own });
  expect(await shown(who)).toBeUndefined();
  const [row] = await sql(stranger.clientId, 'SELECT new_phone FROM manager_phone');
  expect(row).toMatchObject({ new_phone: own });
});
