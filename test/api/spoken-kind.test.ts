/** How an account's values are said: guessed, chosen by a manager, heard in previews (decision 092). */
import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { PreviewAccount, WorstAccount } from '../../src/contract/message-preview.ts';
import type { FieldSpokenKind } from '../../src/contract/spoken-kind.ts';
import { asClient } from '../../src/db/database.ts';
import { guessByList, guessSpoken } from '../../src/db/queries/spoken-kind.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { named, samplesOf } from './call-sound-world.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const stranger = await api.signIn(await makeClient(db));
const names = ['Balance Due', 'When', 'Note'];
for (const name of names) await manager.post('/api/customfield/0/edit', { name });
await manager.post('/api/customfield/0/edit', { name: 'Card', sensitive: true });
const [balance, when, note, card] = [12, 13, 14, 15];
const campaignId = await makeCampaign(db, clientId, { name: 'Calls' });

interface Row {
  first_name?: string | null;
  state_code?: string | null;
  custom?: Record<number, string>;
}

function makeList(rows: readonly Row[], created = '2026-11-20'): Promise<number> {
  return asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, mapped_fields, created)
       VALUES ($1, $2, 'L', 4, '{0,1,9,12,13,14}', '${created}') RETURNING call_list_id AS id`,
      [clientId, campaignId],
    );
    const id = list?.id ?? 0;
    for (const [at, { first_name = 'Ann', state_code = 'MO', custom = {} }] of rows.entries()) {
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, state_code, custom)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          clientId,
          id,
          at + 1,
          at + 2,
          `1302555${String(100 + id * 10 + at).padStart(4, '0')}`,
        ].concat([first_name, state_code, JSON.stringify(custom)] as never[]),
      );
    }
    return id;
  });
}

const kinds = async (who = manager) =>
  (await who.get('/api/ttsfield/kind')).json<FieldSpokenKind[]>();
const kindOf = async (id: number) => (await kinds()).find((field) => field.id === id);
const choose = (id: number, spokenKind: string | null, who = manager) =>
  who.post(`/api/ttsfield/${id}/kind`, { spokenKind });
const speak = async (body: object) =>
  named(samplesOf((await manager.post('/api/message/speak', { ttsVoiceId: 4, ...body })).bytes));

const listId = await makeList([
  { custom: { 1: '509.24', 2: '06/18/1994', 3: 'Bring your card' } },
  { first_name: 'Maximiliana', state_code: null, custom: { 1: '12.00' } },
  { first_name: null, state_code: null, custom: { 3: 'x' } },
  {
    custom: { 1: '1,234,567.89', 2: '12/31/1999', 3: 'A note that is longer than all others here' },
  },
]);

test('a field is guessed by its name, then by the first values of a list, and then stays', async () => {
  expect(await kindOf(balance)).toEqual({
    ...{ id: balance, spokenKind: 'money', guess: 'money', chosen: false },
  });
  expect(await kindOf(when)).toMatchObject({ spokenKind: 'words' });
  await asClient(db, clientId, (tx) => guessByList(tx, clientId, listId));
  expect(await kindOf(when)).toMatchObject({ spokenKind: 'date', guess: 'date', chosen: false });
  expect(await kindOf(note)).toMatchObject({ spokenKind: 'words' });
  const other = await makeList([{ custom: { 2: 'on Monday' } }], '2026-11-18');
  await asClient(db, clientId, (tx) => guessByList(tx, clientId, other));
  expect(await kindOf(when)).toMatchObject({ spokenKind: 'date' });
});

test('a field of lists from before is guessed when a message first speaks it', async () => {
  await asClient(db, clientId, async (tx) => {
    await tx.run('DELETE FROM spoken_kind WHERE client_id = $1', [clientId]);
    await guessSpoken(tx, clientId, [when]);
  });
  expect(await kindOf(when)).toMatchObject({ spokenKind: 'date' });
});

test('calls and previews say a value by the kind of its field', async () => {
  const key = { callListId: listId, entryId: 1 };
  const said = (text: string) => speak({ text });
  expect(await speak({ ttsFieldId: when, ...key })).toEqual(
    await said('June eighteenth, nineteen ninety-four'),
  );
  expect(await speak({ ttsFieldId: 9, ...key })).toEqual(await said('Missouri'));
  expect(await speak({ ttsFieldId: 9, ttsModeId: 2, ...key })).toEqual(await said('M, O'));
});

test('a manager chooses another kind, for every value from then on, and returns to the guess', async () => {
  const key = { callListId: listId, entryId: 1 };
  expect((await choose(when, 'digits')).json()).toBe(true);
  expect(await kindOf(when)).toEqual({
    ...{ id: when, spokenKind: 'digits', guess: 'date', chosen: true },
  });
  const digits = 'zero six, one eight, one nine nine four';
  expect(await speak({ ttsFieldId: when, ...key })).toEqual(await speak({ text: digits }));
  await choose(when, null);
  expect(await kindOf(when)).toMatchObject({ spokenKind: 'date', chosen: false });
});

test('what a mask leaves is said in one way, and a field that is none has no kind', async () => {
  for (const id of [4, 5, card]) {
    const response = await choose(id, 'words');
    expect([response.status, response.json<ProblemBody>().detail]).toEqual([
      422,
      'Calls speak only what the mask of this field leaves, always in the same way.',
    ]);
  }
  expect((await choose(99, 'words')).status).toBe(404);
  expect((await choose(when, 'poem')).status).toBe(422);
  expect((await choose(balance, 'words', stranger)).status).toBe(404);
});

test('the account of a preview has its values in words', async () => {
  const found = await manager.get('/api/message/account?phone=(302) 555-0110');
  const { values } = found.json<PreviewAccount>();
  expect(values).toContainEqual({ id: 9, value: 'MO', words: 'Missouri' });
  expect(values).toContainEqual({ id: 1, value: 'Ann' });
});

const worst = async (query = '') => {
  const response = await manager.get(`/api/message/worst-accounts?callListId=${listId}${query}`);
  return response.json<WorstAccount[]>().map(({ reason, account }) => [reason, account.entryId]);
};

test('the three worst accounts of a list: most blank values, longest, most digits', async () => {
  expect(await worst()).toEqual([
    ['blank', 3],
    ['longest', 4],
    ['digits', 4],
  ]);
  // Only of what the message speaks.
  expect(await worst('&fields=1,13')).toEqual([
    ['blank', 3],
    ['longest', 1],
    ['digits', 1],
  ]);
  expect(await worst('&fields=15')).toEqual([
    ['blank', 1],
    ['longest', 1],
    ['digits', 1],
  ]);
  const others = await stranger.get(`/api/message/worst-accounts?callListId=${listId}`);
  expect(others.status).toBe(404);
});

test('the voice of the message that was saved last is marked for the next step', async () => {
  const marked = async () =>
    (await manager.get('/api/ttsvoice')).json<{ id: number; lastUsed?: true }[]>();
  expect((await marked()).filter(({ lastUsed }) => lastUsed)).toEqual([]);
  const form = new FormData();
  const step = { messageStepType: 4, value: 'Hello.', ttsVoiceId: 3 };
  form.set('message', JSON.stringify({ name: 'Reminder', messageSteps: [step] }));
  await manager.post('/api/message/0/edit', form);
  expect((await marked()).filter(({ lastUsed }) => lastUsed).map(({ id }) => id)).toEqual([3]);
});
