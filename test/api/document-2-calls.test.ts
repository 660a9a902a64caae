/**
 * The calls of document 2 section 7 on uploads and text messages, asked as they stand there, and
 * the fields of section 3.
 */
import { beforeAll, expect, test } from 'vitest';
import { fixedFields } from '../../src/contract/account-field.ts';
import { testApi } from '../harness/api.ts';
import type { Caller, TestResponse } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextMessage } from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
const headers = ['Given', 'Mobile', 'Due'];
const file = 'Given,Mobile,Due\nAnn,(302) 555-0148,10\nBo,12,20\nCy,,30\n';

let manager: Caller;
beforeAll(async () => {
  manager = await api.signIn(client);
  await manager.post('/api/customfield/0/edit', { name: 'Balance' });
});

const column = (fieldColumn: number) => ({ fieldColumn, fieldName: headers[fieldColumn] ?? '' });
/** As the console of document 2 sends it: ids 1 to 11 fixed, customIndex + 11, 0 for the phones. */
const callListMapList = [
  { accountField: { id: 0, value: 'Phone Number' }, selectedCallListField: [column(1)] },
  { accountField: { id: 1, value: 'First Name' }, selectedCallListField: [column(0)] },
  { accountField: { id: 12, value: 'Balance' }, selectedCallListField: [column(2)] },
];
const settings = {
  callListName: 'November',
  campaignId,
  delimiter: ',',
  callListMapList,
  restriction: { restrictionType: 2, pastXDays: null },
};

function upload(change: object = {}, content = file) {
  const form = new FormData();
  form.append('fileSelect', new Blob([content]), 'contacts.csv');
  form.append('callListMap', JSON.stringify({ ...settings, ...change }));
  form.append('headers', JSON.stringify(headers));
  return manager.post(`/api/calllist/upload?clientId=${clientId}`, form);
}

const sentences = (response: TestResponse) =>
  response.json<{ errors?: { path: string; message: string }[] }>().errors;

test('POST /api/calllist/upload takes the file, callListMap and headers and returns the upload result', async () => {
  const response = await upload();
  expect(response.status, response.text).toBe(200);
  expect(response.json()).toEqual({
    callListId: expect.any(Number),
    accountsTotal: 3,
    accountsNotImported: 2,
    accountPhonesTotal: 2,
    accountPhonesImported: 1,
    wrongFormatPhoneNumbers: 1,
    fieldsTrucated: 0,
    restrictedPhoneNotCallable: 0,
    unknownStates: 0,
  });
});

test('POST /api/calllist/mapping takes the file headers, with the manager, and returns the saved mapping', async () => {
  expect((await upload()).status).toBe(200);
  const { managerId } = client.manager;
  const response = await manager.post(
    `/api/calllist/mapping?clientId=${clientId}&managerId=${managerId}`,
    headers,
  );
  expect(response.json()).toEqual(callListMapList);
});

test('POST /api/calllist/preview takes the delimiter and the first lines and returns headers and rows', async () => {
  const form = new FormData();
  form.append('delimiter', ',');
  form.append('fileSelect', new Blob([file]), 'contacts.csv');
  const response = await manager.post('/api/calllist/preview', form);
  expect(response.json()).toMatchObject({
    headers,
    rows: [
      ['Ann', '(302) 555-0148', '10'],
      ['Bo', '12', '20'],
      ['Cy', '', '30'],
    ],
  });
});

test.each(['', 'ab', 'a', 'Z', '7', 'é'])(
  'the server refuses the delimiter "%s" with the sentence of the console',
  async (delimiter) => {
    const message = 'The delimiter must be a special character';
    const form = new FormData();
    form.append('delimiter', delimiter);
    form.append('fileSelect', new Blob([file]), 'contacts.csv');
    const preview = await manager.post('/api/calllist/preview', form);
    expect([preview.status, sentences(preview)]).toEqual([422, [{ path: 'delimiter', message }]]);
    const refused = await upload({ delimiter });
    expect([refused.status, sentences(refused)]).toEqual([
      422,
      [{ path: 'callListMap.delimiter', message }],
    ]);
  },
);

test.each([
  ['callListName', '', 'A name is required for the contact list'],
  ['callListName', undefined, 'A name is required for the contact list'],
  ['campaignId', 0, 'A campaign selection is required'],
  ['campaignId', undefined, 'A campaign selection is required'],
])(
  'an upload with %s %j is refused with the sentence of the console',
  async (path, value, message) => {
    const response = await upload({ [path]: value });
    expect([response.status, sentences(response)]).toEqual([
      422,
      [{ path: `callListMap.${path}`, message }],
    ]);
  },
);

test('without a restriction duplicates are left out, as the console proposes', async () => {
  const response = await upload(
    { restriction: undefined },
    'Given,Mobile,Due\nAnn,3025550148,1\nBo,3025550148,2\n',
  );
  expect(response.json()).toMatchObject({
    accountPhonesImported: 1,
    restrictedPhoneNotCallable: 1,
  });
});

test('the fixed account fields have the ids 1 to 11 in their order', () => {
  expect(fixedFields.map(({ id, label }) => `${id} ${label}`)).toEqual([
    ...['1 First Name', '2 Middle Name', '3 Last Name', '4 Date of Birth', '5 SSN', '6 Address'],
    ...['7 Address 2', '8 City', '9 State', '10 Zip Code', '11 External Id'],
  ]);
});

test('what the wizard chooses from: account fields with name and customIndex, campaigns with id and name', async () => {
  const fields = (await manager.get(`/api/customfield?clientId=${clientId}`)).json<object[]>();
  expect(fields).toEqual([expect.objectContaining({ name: 'Balance', customIndex: 1 })]);
  const campaigns = (await manager.get(`/api/campaign?clientId=${clientId}`)).json<object[]>();
  expect(campaigns).toEqual([expect.objectContaining({ campaignId, name: 'Reminders' })]);
});

test('a text message template has every documented field, and beyond them only its version', async () => {
  const id = await makeTextMessage(db, clientId, 'Balance');
  const [template] = (await manager.get(`/api/messagetext?clientId=${clientId}`)).json<object[]>();
  expect(template).toMatchObject({ id, clientId, name: 'Balance', campaigns: '' });
  expect(Object.keys(template ?? {}).sort()).toEqual(
    [
      ...['id', 'clientId', 'name', 'message', 'campaigns', 'created', 'updated'],
      // Optional fields of ours: who changed it last, and when (decision 055).
      ...['version', 'changedAt', 'changedBy'],
    ].sort(),
  );
});
