/** What a file says about consent, and what is kept of it: with its entries, with its list. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { erasePlaces } from '../../src/db/queries/person-erase-places.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf, type UploadGiven, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders', completed: true });

const columns = ['Home', 'Cell', 'TCPA', 'Source', 'Opt-in date', 'Text'];
const consentColumns = {
  ...{ Consent: 'TCPA', 'Consent Source': 'Source', 'Consent Date': 'Opt-in date' },
  'Consent Words': 'Text',
};
const rows = [
  '2125550310,2125550311,PEWC,Web form,2026-01-05,"Call me, please"',
  '2125550312,,yes,,,',
  '2125550313,,no,,,',
  '2125550314,,,Web form,2026-01-05,',
  '2125550315,,ask again 2125550312,,,',
  'nothing,,perhaps,,,',
];
const file = (some: readonly string[]) => [columns.join(','), ...some, ''].join('\n');

async function upload(text: string, given: Omit<UploadGiven, 'campaignId'>) {
  const response = await me.post(
    '/api/calllist/upload',
    uploadForm(text, { campaignId, ...given }),
  );
  expect(response.status, response.text).toBe(200);
  return response.json<{ callListId: number; unclearConsents?: number }>();
}

async function consentsOf(callListId: number) {
  const found = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; consent: unknown }>(
      `SELECT right(phone, 3) AS phone, consent FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
      [clientId, callListId],
    ),
  );
  return Object.fromEntries(found.map(({ phone, consent }) => [phone, consent]));
}

const mapped = mappingOf(columns, ['Home', 'Cell'], consentColumns);
const written = {
  ...{ kind: 'written', source: 'Web form', date: '2026-01-05', words: 'Call me, please' },
};

test('each number of an account has what its row says, and what nobody understands is counted and said', async () => {
  const result = await upload(file(rows), { mapping: mapped });
  expect(result.unclearConsents).toBe(2);
  expect(await consentsOf(result.callListId)).toEqual({
    310: written,
    311: written,
    312: { kind: 'given' },
    313: { kind: 'refused' },
    314: null,
    315: { kind: 'unclear', words: 'ask again 2125550312' },
  });
  const kept = (await me.get(`/api/calllist/${result.callListId}/import`)).json<object>();
  expect(kept).toMatchObject({ unclearConsents: 2 });
});

test('a row whose consent is dated in the future has none, is counted, and keeps what it says', async () => {
  const to = ['Phone', 'Consent', 'Date'];
  const mapping = mappingOf(to, ['Phone'], { Consent: 'Consent', 'Consent Date': 'Date' });
  const some = ['2125550330,written,2099-01-05', '2125550331,written,2026-01-05'];
  const result = await upload(`${to.join(',')}\n${some.join('\n')}\n`, { mapping });
  expect(result.unclearConsents).toBe(1);
  expect(await consentsOf(result.callListId)).toEqual({
    330: { kind: 'unclear', date: '2099-01-05', words: 'written' },
    331: { kind: 'written', date: '2026-01-05' },
  });
});

test('a date with a refusal behind it is no consent, and is counted', async () => {
  const to = ['Phone', 'Consent', 'Date'];
  const both = mappingOf(to, ['Phone'], { Consent: 'Consent', 'Consent Date': 'Date' });
  const some = [
    '2125550340,2026-01-31 revoked 2026-05-02,',
    '2125550341,yes,"1/5/2026, opted out"',
    '2125550342,1/5/2026 10:22 AM EST,',
  ];
  const result = await upload(`${to.join(',')}\n${some.join('\n')}\n`, { mapping: both });
  expect(result.unclearConsents).toBe(2);
  expect(await consentsOf(result.callListId)).toEqual({
    340: { kind: 'unclear', words: '2026-01-31 revoked 2026-05-02' },
    341: { kind: 'unclear', date: '1/5/2026, opted out', words: 'yes' },
    342: { kind: 'given' },
  });
  const dated = mappingOf(to, ['Phone'], { 'Consent Date': 'Date' });
  const alone = await upload(`${to.join(',')}\n2125550343,,2026-01-31 (NO)\n`, { mapping: dated });
  expect(alone.unclearConsents).toBe(1);
});

test('the mapping is remembered with its consent columns, and a file without them has none', async () => {
  const headers = ['Phone', 'Consent'];
  const mapping = mappingOf(headers, ['Phone'], { Consent: 'Consent' });
  await upload('Phone,Consent\n2125550320,y\n', { mapping });
  const saved = (await me.post(`/api/calllist/mapping?clientId=${clientId}`, headers)).json<
    { accountField: { id: number } }[]
  >();
  expect(saved.map(({ accountField }) => accountField.id)).toEqual([0, -1]);
  const plain = await upload('Phone\n2125550321\n', { mapping: mappingOf(['Phone'], ['Phone']) });
  expect(plain).not.toHaveProperty('unclearConsents');
  expect(await consentsOf(plain.callListId)).toEqual({ 321: null });
});

test('a list keeps the consent that it was uploaded with, and a reuse has both', async () => {
  const consent = { kind: 'express' as const, source: 'Paper', date: '2026-02-01', words: 'Yes' };
  const { callListId } = await upload(file(rows.slice(0, 4)), { mapping: mapped, consent });
  const listOf = async (id: number) =>
    (await me.get('/api/calllist'))
      .json<{ callListId: number; consent: unknown }[]>()
      .find((list) => list.callListId === id);
  expect((await listOf(callListId))?.consent).toEqual(consent);
  await me.post(`/api/calllist/${callListId}/close`, { callListId });
  const renewed = await me.post(`/api/calllist/${callListId}/renew`, {
    ...{ newCalllistName: 'Again', campaignId, filterOptionNotCalled: true },
  });
  expect(renewed.status, renewed.text).toBe(200);
  const lists = (await me.get('/api/calllist')).json<
    { callListId: number; originalFileName: string; consent: unknown }[]
  >();
  const again = lists.find(({ originalFileName }) => originalFileName === 'Again');
  expect(again?.consent).toEqual(consent);
  expect(await consentsOf(again?.callListId ?? 0)).toEqual(await consentsOf(callListId));
});

test('an erasure takes the consent of the number, and its mention in that of others', async () => {
  const { callListId } = await upload(file(rows), { mapping: mapped, name: 'To erase' });
  await asClient(db, clientId, (tx) =>
    erasePlaces(tx, { clientId, phone: '12125550312', listed: null }),
  );
  const left = await consentsOf(callListId);
  expect(left['']).toBeNull();
  expect(left[315]).toEqual({ kind: 'unclear', words: 'ask again ' });
  expect(left[310]).toEqual(written);
});

test('an account field with a made-up id is refused', async () => {
  const mapping = mappingOf(['Phone', 'A'], ['Phone'], { '-5': 'A' });
  const response = await me.post(
    '/api/calllist/upload',
    uploadForm('Phone,A\n2125550330,y\n', { campaignId, mapping }),
  );
  expect(response.status).toBe(422);
});
