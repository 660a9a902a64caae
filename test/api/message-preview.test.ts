/** A message played with one account's values (spec 3 section 6, beyond the documents). */

import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { PreviewAccount } from '../../src/contract/message-preview.ts';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { unboundSeal } from '../harness/unbound-seal.ts';
import { until } from '../harness/until.ts';
import { named, samplesOf } from './call-sound-world.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const stranger = await api.signIn(await makeClient(db));
await testJobs(db);
await manager.post('/api/customfield/0/edit', { name: 'Balance Due' });
const campaignId = await makeCampaign(db, clientId, { name: 'Calls' });

const phone = '13025550148';
/** A list with one account; returns the list's id. */
function makeList(name: string, values: Record<string, unknown>, created = 'now()') {
  const { vault } = api.deps;
  const row = {
    first_name: 'Maximiliana',
    last_name: null,
    date_of_birth: unboundSeal(vault, '03/04/1968', { clientId, field: 'dateOfBirth' }),
    ssn: unboundSeal(vault, '123-45-6789', { clientId, field: 'ssn' }),
    external_id: 'A1',
    custom: JSON.stringify({ 1: '2,999.89' }),
    ...values,
  };
  return asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, created)
       VALUES ($1, $2, $3, 4, ${created}) RETURNING call_list_id AS id`,
      [clientId, campaignId, name],
    );
    const columns = Object.keys(row);
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, ${columns})
       VALUES ($1, $2, 1, 2, $3, ${columns.map((_, index) => `$${index + 4}`)})`,
      [clientId, list?.id, phone, ...Object.values(row)],
    );
    return list?.id ?? 0;
  });
}

await makeList('Older', { first_name: 'Al' }, `now() - interval '2 days'`);
const listId = await makeList('Newest', {});
const find = (given: string, who = manager) =>
  who.get(`/api/message/account?phone=${encodeURIComponent(given)}`);
const key = { callListId: listId, entryId: 1 };

test('an account is found by its number in the newest list that holds it', async () => {
  const response = await find('(302) 555-0148');
  expect(response.json<PreviewAccount>()).toEqual({
    ...key,
    callListName: 'Newest',
    phoneNumber: phone,
    values: [
      { id: 1, value: 'Maximiliana' },
      { id: 4, value: '**/**/1968', words: 'nineteen sixty-eight' },
      { id: 5, value: '***-**-6789', words: 'six seven eight nine' },
      { id: 11, value: 'A1', words: 'A one' },
      {
        ...{ id: 12, value: '2,999.89' },
        words: 'two thousand nine hundred ninety-nine dollars and eighty-nine cents',
      },
    ],
  });
});

test.each([
  ['12', 422, 'Enter a phone number with 10 digits.'],
  ['(302) 555-0149', 404, 'None of your contact lists contains this number.'],
])('no account is found by %s', async (given, ...wanted) => {
  const response = await find(given);
  expect([response.status, response.json<ProblemBody>().detail]).toEqual(wanted);
});

const samplesIn = (bytes: Uint8Array) => decodeWav(bytes).samples.length;
const speak = async (body: object, who = manager) =>
  who.post('/api/message/speak', { ttsVoiceId: 4, ...body });
/** Short, so that a difference is said in a line. */
const heard = ({ bytes }: { bytes: Uint8Array }) => named(samplesOf(bytes));

test('a field is spoken with the value of the chosen account, in words or spelled', async () => {
  const name = await speak({ ttsFieldId: 1 });
  const words = await speak({ ttsFieldId: 1, ...key });
  const spelled = await speak({ ttsFieldId: 1, ttsModeId: 2, ...key });
  const same = await speak({ text: 'Maximiliana' });
  expect(heard(words)).toBe(heard(same));
  expect(heard(words)).not.toBe(heard(name));
  expect(samplesIn(spelled.bytes)).toBeGreaterThan(samplesIn(words.bytes) * 2);
  const custom = await speak({ ttsFieldId: 12, ...key });
  const amount = 'two thousand nine hundred ninety-nine dollars and eighty-nine cents';
  expect(heard(custom)).toBe(heard(await speak({ text: amount })));
});

test('an empty value is silent', async () => {
  expect(samplesIn((await speak({ ttsFieldId: 3, ...key })).bytes)).toBe(0);
});

test('of a Social Security number only the last four digits are spoken, of a birth date the year', async () => {
  const spelled = { ttsModeId: 2, ...key };
  const ssn = await speak({ ttsFieldId: 5, ...spelled });
  expect(heard(ssn)).toBe(heard(await speak({ text: '6, 7, 8, 9' })));
  const born = await speak({ ttsFieldId: 4, ...key });
  expect(heard(born)).toBe(heard(await speak({ text: 'nineteen sixty-eight' })));
});

async function saved(steps: object[]): Promise<number> {
  const form = new FormData();
  const messageSteps = steps.map((step, stepOrder) => ({ ttsVoiceId: 4, stepOrder, ...step }));
  form.set('message', JSON.stringify({ name: 'Reminder', messageSteps }));
  const response = await manager.post('/api/message/0/edit', form);
  const id = Number(response.headers.get('content-location')?.split('/').at(-1));
  await until(async () => {
    const preview = await manager.get(`/api/message/${id}/preview`);
    return preview.status === 200 || undefined;
  });
  return id;
}

test('the preview of a saved message has the values instead of the field names', async () => {
  const id = await saved([
    { messageStepType: 4, value: 'Hello.' },
    { messageStepType: 5, ttsFieldId: 1 },
    { messageStepType: 5, ttsFieldId: 3 },
    { messageStepType: 4, value: 'Goodbye.' },
  ]);
  const path = `/api/message/${id}/preview/`;
  const whole = await manager.get(`${path}?callListId=${listId}&entryId=1`);
  expect(whole.headers.get('content-type')).toBe('audio/wav');
  const parts = [];
  for (const text of ['Hello.', 'Maximiliana', 'Goodbye.']) {
    parts.push(...decodeWav((await speak({ text })).bytes).samples);
  }
  expect([...decodeWav(whole.bytes).samples]).toEqual(parts);
  expect(whole.bytes).not.toEqual((await manager.get(path)).bytes);
});

test('a value in letters that the voices do not know is refused with the sentence', async () => {
  const foreign = await makeList('Foreign', { first_name: 'Анна' });
  const response = await speak({ ttsFieldId: 1, callListId: foreign, entryId: 1 });
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([
    422,
    reasonSentence({ code: 'letters_not_spoken', letters: 'А н а' }),
  ]);
});

test('another client finds no account, and previews none', async () => {
  expect((await find(phone, stranger)).status).toBe(404);
  expect((await speak({ ttsFieldId: 1, ...key }, stranger)).status).toBe(404);
  const none = await speak({ ttsFieldId: 1, callListId: listId, entryId: 99 });
  expect([none.status, none.json<ProblemBody>().detail]).toEqual([
    404,
    'There is no such account.',
  ]);
});
