/** Checks of messages: what is found over HTTP, and what refuses a start. */
import { beforeEach, expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { LintSettings, VoiceLint } from '../../src/contract/lint.ts';
import type { LintLevel, LintRule } from '../../src/contract/lint-rule.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setLintLevel } from '../../src/db/queries/lint-settings.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { auditedActs } from '../harness/audit-entries.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { field, lintOfMessage, number, savedMessage, say, stop } from './lint-world.ts';

const db = await freshDatabase();
const api = await testApi(db);
await testJobs(db);

let client: TestClient;
let manager: Caller;

beforeEach(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
});

const saved = (steps: object[], id?: number) => savedMessage(manager, steps, id);
const lintOf = (id: number, query?: string) => lintOfMessage(manager, id, query);
const rulesOf = ({ findings }: { findings: readonly { rule: string }[] }) =>
  findings.map(({ rule }) => rule);
const named = (spokenName = 'Harbor Bank') => manager.post('/api/lint/spoken-name', { spokenName });
const level = (rule: LintRule, to: LintLevel) =>
  asClient(db, client.clientId, (tx) => setLintLevel(tx, client.clientId, rule, to));

/** A list of the campaign with these accounts. */
async function addList(campaignId: number, accounts: Record<string, string | null>[]) {
  const { clientId } = client;
  const given = { campaignId, name: 'People', phones: accounts.length, status: 4 } as const;
  const list = await makeCallList(db, clientId, given);
  await asClient(db, clientId, async (tx) => {
    for (const [index, { first_name = null, last_name = null }] of accounts.entries()) {
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, last_name)
         VALUES ($1, $2, $3, $3 + 1, '1302555' || lpad($3::text, 4, '0'), $4, $5)`,
        [clientId, list, index + 1, first_name, last_name],
      );
    }
  });
  return list;
}

async function playing(messageId: number, type: 1 | 2 = 1): Promise<number> {
  const given = { name: `Calls ${type} of ${messageId}`, type, customerMessageId: messageId };
  const campaignId = await makeCampaign(db, client.clientId, given);
  await addList(campaignId, [{ first_name: 'Ada' }]);
  return campaignId;
}

test('a rendered message is checked on its time line, with rule, place, source and cure', async () => {
  await named();
  const id = await saved([
    say('Hello. Your statement is ready, and you can read it in your account from today on.'),
    stop,
  ]);
  const { findings, version, recorded, listened } = await lintOf(id);
  expect({ version, recorded, listened }).toEqual({ version: 1, recorded: false, listened: null });
  expect(findings).toMatchObject([
    { rule: 'voice_number', level: 'warn', source: '47 CFR 64.1200(b)(2)' },
  ]);
  await named('Harbor Bank of Salem');
  const [name] = (await lintOf(id)).findings;
  expect(name).toMatchObject({
    ...{ rule: 'voice_name', place: 'Step 1, at 0:00', step: 1, messageName: 'Reminder' },
    sentence: 'The message does not say who calls: "Harbor Bank of Salem" is not in it.',
    cure: 'Say "Harbor Bank of Salem" in the first sentence.',
  });
});

test('without a spoken name, who calls is not checked; a message is checked as campaigns use it', async () => {
  const id = await saved([say('Hello. To stop these calls, press 9. Please call us back.')]);
  expect(rulesOf(await lintOf(id))).toEqual(['voice_number']);
  expect(rulesOf(await lintOf(id, '?role=machine'))).toEqual(['voice_machine_number']);
  expect(rulesOf(await lintOf(id, '?role=agent&campaignType=2'))).toEqual([]);
  await playing(id);
  expect(rulesOf(await lintOf(id))).toEqual(['voice_number', 'voice_machine_number']);
});

test('the worst accounts of the list are named with what is spoken of them', async () => {
  const id = await saved([stop, field(1), field(3), number]);
  const campaignId = await makeCampaign(db, client.clientId, { name: 'A', customerMessageId: id });
  await addList(campaignId, [
    { first_name: 'Ada', last_name: 'King' },
    { first_name: null, last_name: '' },
    { first_name: 'Maximiliana', last_name: 'Featherstonehaugh' },
    { first_name: 'Bo 4417', last_name: 'Lee' },
    { first_name: 'Анна', last_name: null },
  ]);
  const { worst, callListName, findings } = await lintOf(id);
  expect(callListName).toBe('People');
  const shown = worst.map(({ kind, entryId, values }) => ({
    ...{ kind, entryId },
    spoken: values.map(({ spoken }) => spoken),
  }));
  expect(shown).toEqual([
    { kind: 'blank', entryId: 2, spoken: ['', ''] },
    { kind: 'longest', entryId: 3, spoken: ['Maximiliana', 'Featherstonehaugh'] },
    { kind: 'digits', entryId: 4, spoken: ['Bo 4417', 'Lee'] },
  ]);
  expect(
    findings.filter(({ rule }) => rule === 'voice_blank').map(({ sentence }) => sentence),
  ).toEqual([
    'First Name is blank for 1 of 5 numbers: they hear nothing in its place.',
    'First Name cannot be spoken for 1 of 5 numbers, who hear nothing in its place: the voices do not know letters of its values.',
    'Last Name is blank for 2 of 5 numbers: they hear nothing in its place.',
  ]);
});

test('press 1 in a Broadcast refuses its start with 422 and the sentence, and in a Linkback does not', async () => {
  const id = await saved([stop, say('Press 1 to talk to us. Or call 800 255 0142.')]);
  const broadcast = await playing(id);
  const check = await manager.get(`/api/campaign/${broadcast}/start`);
  const refused = await manager.post(`/api/campaign/${broadcast}/start`, {});
  expect(refused.status).toBe(422);
  const { code, reason, detail } = refused.json<ProblemBody>();
  expect([code, reason]).toEqual([
    'lint_blocked',
    {
      ...{ code: 'lint_blocked', rule: 'voice_press_one', message: 'Reminder' },
      place: expect.stringMatching(/^Step 2, at 0:0\d$/),
      said: 'The message promises something to those who press 1, but this campaign is no Linkback: nothing answers the key.',
      cure: 'Take press 1 out of the message, or use the message in a Linkback campaign.',
    },
  ]);
  expect(detail).toBe(reason && reasonSentence(reason));
  expect(check.json()).toMatchObject({ statusReason: detail, reason });
  const linkback = await playing(id, 2);
  expect((await manager.post(`/api/campaign/${linkback}/start`, {})).status).toBe(200);
  await level('voice_press_one', 'warn');
  expect((await manager.post(`/api/campaign/${broadcast}/start`, {})).status).toBe(200);
});

/** An edit that could not be rendered: calls play the version before. */
async function editedInVain(id: number, before: string, after: string): Promise<void> {
  await asClient(db, client.clientId, async (tx) => {
    await tx.run(
      'UPDATE voice_message SET version = 2, status_id = 4 WHERE voice_message_id = $1',
      [id],
    );
    await tx.run(
      'UPDATE voice_message_step SET value = $3 WHERE voice_message_id = $1 AND value = $2',
      [id, before, after],
    );
  });
}

test('a start is judged by the version that calls play, not by an edit that is not Ready', async () => {
  const [bad, good] = ['Press 1 to talk to us.', 'Call 800 255 0142.'];
  const startOf = async (campaignId: number) =>
    (await manager.post(`/api/campaign/${campaignId}/start`, {})).status;
  const mended = await saved([stop, say(bad)]);
  await editedInVain(mended, bad, good);
  const refused = await playing(mended);
  expect(await startOf(refused)).toBe(422);
  const findings = await manager.get(`/api/campaign/${refused}/lint`);
  expect(rulesOf(findings.json())).toContain('voice_press_one');
  // The editor shows what is saved, and does not ask for it again and again.
  const shown = await lintOf(mended);
  expect([shown.ready, shown.rendering, rulesOf(shown).includes('voice_press_one')]).toEqual([
    ...[false, false, false],
  ]);

  const spoiled = await saved([stop, say(good)]);
  await editedInVain(spoiled, good, bad);
  expect(await startOf(await playing(spoiled))).toBe(200);
});

test('while a message is rendered, no list is read for it; in Error it is', async () => {
  const id = await saved([stop, field(1), number]);
  await addList(await makeCampaign(db, client.clientId, { name: 'A', customerMessageId: id }), [
    { first_name: null },
  ]);
  const inState = async (status: number) => {
    await asClient(db, client.clientId, (tx) =>
      tx.run('UPDATE voice_message SET status_id = $2 WHERE voice_message_id = $1', [id, status]),
    );
    const { rendering, ready, worst } = await lintOf(id);
    return [rendering, ready, worst.length > 0];
  };
  expect(await inState(2)).toEqual([true, false, false]);
  expect(await inState(4)).toEqual([false, false, true]);
  expect(await inState(3)).toEqual([false, true, true]);
});

test('the operator decides what a rule does, and the findings of a campaign come with what blocks first', async () => {
  await named();
  const id = await saved([say('Hello. Your statement is ready.')]);
  const campaignId = await playing(id);
  const found = async () =>
    (await manager.get(`/api/campaign/${campaignId}/lint`)).json<VoiceLint>().findings;
  expect((await found()).map((one) => `${one.rule} ${one.level}`)).toEqual([
    'voice_name warn',
    'voice_stop warn',
    'voice_number warn',
    'voice_machine_number warn',
  ]);
  await level('voice_number', 'block');
  await level('voice_name', 'note');
  expect((await found()).map((one) => `${one.rule} ${one.level}`)).toEqual([
    'voice_number block',
    'voice_stop warn',
    'voice_machine_number warn',
    'voice_name note',
  ]);
  expect((await manager.post(`/api/campaign/${campaignId}/start`, {})).status).toBe(422);
  await level('voice_number', 'warn');
  const rows = await asPlatform(db, (tx) =>
    tx.rows('SELECT rule FROM lint_level WHERE client_id = $1', [client.clientId]),
  );
  expect(rows).toEqual([{ rule: 'voice_name' }]);
});

test('what a recording says cannot be read; a manager who listened confirms it for that version', async () => {
  const id = await saved([say('This is Harbor Bank.'), number]);
  const made = async () =>
    asClient(db, client.clientId, (tx) =>
      tx.run(
        `UPDATE voice_message_step SET step_type = 3, file_name = 'x.wav', value = 'x'
         WHERE voice_message_id = $1 AND value LIKE 'Call%'`,
        [id],
      ),
    );
  await made();
  const before = await lintOf(id);
  expect([before.recorded, rulesOf(before)]).toEqual([true, ['voice_unheard']]);
  const confirm = (listened: boolean, version = 1) =>
    manager.post(`/api/message/${id}/listened`, { version, listened });
  expect((await confirm(true, 2)).status).toBe(409);
  expect((await confirm(true)).json()).toMatchObject({ by: client.manager.name });
  const after = await lintOf(id);
  expect([after.listened?.by, rulesOf(after)]).toEqual([client.manager.name, []]);
  expect((await confirm(false)).json()).toBeNull();
  expect(rulesOf(await lintOf(id))).toEqual(['voice_unheard']);
  await confirm(true);
  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE voice_message SET version = 2 WHERE voice_message_id = $1', [id]),
  );
  expect((await lintOf(id)).listened).toBeNull();
  expect(await auditedActs(db, client.clientId)).toContain('confirmListened done');
});

test('a bracket that is missing refuses the start of a text campaign', async () => {
  const { clientId } = client;
  const textMessageId = await makeTextMessage(db, clientId, 'Hello', 'Hello [first_name, hi.');
  const textingNumberId = await makeTextingNumber(db, clientId);
  const given = { name: 'Texts', textMessageId, textingNumberId };
  const campaignId = await makeTextCampaign(db, clientId, given);
  await addList(campaignId, [{ first_name: 'Ada' }]);
  const refused = await manager.post(`/api/campaign/${campaignId}/start`, {});
  const reason = {
    ...{ code: 'lint_blocked', rule: 'text_bracket', message: 'Hello', place: 'Character 7' },
    said: '"[first_name" is sent as it is written, because it is not [first_name].',
    cure: 'Write [first_name].',
  } as const;
  expect(refused.status).toBe(422);
  expect(refused.json()).toMatchObject({ detail: reasonSentence(reason), reason });
});

test('only administrators set the spoken name, and everybody reads the rules', async () => {
  const other = await makeManager(db, client.clientId, { name: 'Bo Lee', role: 'manager' });
  const bo = await api.signIn(client, other);
  expect((await bo.post('/api/lint/spoken-name', { spokenName: 'X' })).status).toBe(403);
  expect((await named('  Harbor Bank ')).status).toBe(200);
  const read = (await bo.get('/api/lint')).json<LintSettings>();
  expect(read.spokenName).toBe('Harbor Bank');
  expect(read.rules).toContainEqual({
    ...{ rule: 'voice_press_one', name: '1 is promised only in a Linkback' },
    ...{ level: 'block', standard: 'block' },
    source: 'Carillon connects an agent only in a Linkback',
  });
  expect((await named('')).json<LintSettings>().spokenName).toBeNull();
  expect(await auditedActs(db, client.clientId)).toContain('setSpokenName done');
});
