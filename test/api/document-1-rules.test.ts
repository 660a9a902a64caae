/** Every rule of document 1 section 5, broken over HTTP: the server refuses with its sentence. */
import { beforeAll, expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeBucket, makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

const db = await freshDatabase();
const api = await testApi(db);

let client: TestClient;
let manager: Caller;
let text: { sendersNumberId: number; messageTextId: number };
let closedList: number;
let campaignId: number;

beforeAll(async () => {
  client = await makeClient(db);
  const { clientId } = client;
  manager = await api.signIn(client);
  text = {
    sendersNumberId: await makeTextingNumber(db, clientId, '13025551000'),
    messageTextId: await makeTextMessage(db, clientId, 'Balance'),
  };
  campaignId = await makeCampaign(db, clientId, { name: 'Taken' });
  await makeTextCampaign(db, clientId, { name: 'Taken texts' });
  const list = { campaignId, name: 'Closed', phones: 0, status: 6 as const };
  closedList = await makeCallList(db, clientId, list);
  await manager.post(`/api/donotcall/${clientId}/edit`, {
    id: -1,
    doNotCallTypeId: 1,
    phoneRestriction: '13025550199',
  });
});

const save = {
  broadcast: (given: object) =>
    manager.post('/api/campaign/broadcast/0/edit', broadcast({ ...given })),
  linkback: (given: object) =>
    manager.post('/api/campaign/linkback/0/edit', linkback({ ...given })),
  text: (given: object) =>
    manager.post('/api/campaigntext/0/edit', {
      name: 'New texts',
      textPerMinute: 10,
      ...text,
      ...given,
    }),
  field: (given: object) => manager.post('/api/customfield/0/edit', given),
  reuse: (given: object) =>
    manager.post(`/api/calllist/${closedList}/renew`, {
      newCalllistName: 'Again',
      campaignId,
      filterOptionNotCalled: true,
      ...given,
    }),
  number: (given: object) =>
    manager.post(`/api/donotcall/${client.clientId}/edit`, {
      id: -1,
      doNotCallTypeId: 1,
      ...given,
    }),
};

const nameRequired = 'Name is Required';
const nameUnique = 'Campaign name must be unique';
const pace = 'The calls per minute must be a number above 0.';
const phoneRequired = 'A phone number is required';
const phoneDigits = 'A phone number must have 10 digits';
const startTime = 'An auto start time is required for the chosen weekdays';
const stopTime = 'An auto stop time is required for the chosen weekdays';
const bucket = 'A bucket must be used for Dynamic Caller ID';
const noFilter = { filterOptionNotCalled: false };

test.each<[keyof typeof save, string, object, status: number, sentence: string]>([
  ['broadcast', 'an empty name', { name: '' }, 422, nameRequired],
  ['broadcast', 'a name of spaces', { name: '   ' }, 422, nameRequired],
  ['broadcast', 'a name that is taken', { name: 'taken' }, 409, nameUnique],
  ['broadcast', 'no calls per minute', { callsPerMinute: undefined }, 422, pace],
  ['broadcast', '0 calls per minute', { callsPerMinute: 0 }, 422, pace],
  ['broadcast', 'fewer than 0 calls per minute', { callsPerMinute: -1 }, 422, pace],
  ['broadcast', 'no caller ID number', { callerIdNumber: '' }, 422, phoneRequired],
  [
    'broadcast',
    'a caller ID number of 9 digits',
    { callerIdNumber: '(302) 555-014' },
    422,
    phoneDigits,
  ],
  [
    'broadcast',
    'a caller ID number of 12 digits',
    { callerIdNumber: '130255501488' },
    422,
    phoneDigits,
  ],
  ['broadcast', 'no caller ID type', { callerIdTypeId: undefined }, 422, 'A caller id is required'],
  ['broadcast', 'Dynamic without a bucket', { callerIdTypeId: 3 }, 422, bucket],
  ['broadcast', 'a start weekday without a time', { startWeekdays: '1000000' }, 422, startTime],
  ['broadcast', 'a stop weekday without a time', { stopWeekdays: '0000001' }, 422, stopTime],
  ['linkback', 'an empty name', { name: '' }, 422, nameRequired],
  ['linkback', 'a name that is taken', { name: 'Taken' }, 409, nameUnique],
  [
    'linkback',
    'a call ratio of 0',
    { callRatio: 0 },
    422,
    'The call ratio must be a number above 0.',
  ],
  [
    'linkback',
    'no call ratio',
    { callRatio: undefined },
    422,
    'The call ratio must be a number above 0.',
  ],
  ['linkback', '0 agents', { agentCount: 0 }, 422, 'The agent count must be a number above 0.'],
  [
    'linkback',
    'no agent count',
    { agentCount: undefined },
    422,
    'The agent count must be a number above 0.',
  ],
  ['linkback', 'no linkback number', { linkbackNumber: '' }, 422, phoneRequired],
  ['linkback', 'a linkback number of 3 digits', { linkbackNumber: '555' }, 422, phoneDigits],
  ['linkback', 'no caller ID number', { callerIdNumber: '' }, 422, phoneRequired],
  ['linkback', 'no caller ID type', { callerIdTypeId: undefined }, 422, 'A caller id is required'],
  ['linkback', 'Dynamic without a bucket', { callerIdTypeId: 3 }, 422, bucket],
  ['linkback', 'a start weekday without a time', { startWeekdays: '0100000' }, 422, startTime],
  ['linkback', 'a stop weekday without a time', { stopWeekdays: '0100000' }, 422, stopTime],
  ['field', 'an empty name', { name: ' ' }, 422, nameRequired],
  ['field', 'no name', {}, 422, nameRequired],
  ['text', 'a blank name', { name: '  ' }, 422, nameRequired],
  ['text', 'a name that is taken', { name: 'TAKEN TEXTS' }, 409, nameUnique],
  ['text', 'no sender number', { sendersNumberId: 0 }, 422, 'A sender number is required'],
  ['text', 'no message', { messageTextId: 0 }, 422, 'A text message is required'],
  [
    'text',
    'texts per minute below 0',
    { textPerMinute: -1 },
    422,
    'The texts per minute must be a whole number, 0 or more.',
  ],
  ['reuse', 'no new name', { newCalllistName: '' }, 422, 'A name is required for the contact list'],
  ['reuse', 'no campaign', { campaignId: 0 }, 422, 'Campaign selection is required'],
  ['reuse', 'no filter', noFilter, 422, 'Please select at least one option above'],
  ['number', 'no number', { phoneRestriction: '' }, 422, phoneRequired],
  ['number', '9 digits', { phoneRestriction: '302555014' }, 422, phoneDigits],
  [
    'number',
    'a first digit 0',
    { phoneRestriction: '(002) 555-0148' },
    422,
    'A phone number on the do-not-call list cannot start with 0 or 1',
  ],
  [
    'number',
    'a first digit 1',
    { phoneRestriction: '(102) 555-0148' },
    422,
    'A phone number on the do-not-call list cannot start with 0 or 1',
  ],
  [
    'number',
    'a number that is on the list',
    { phoneRestriction: '(302) 555-0199' },
    409,
    'Phone number restriction must be unique!',
  ],
])('%s: %s is refused', async (kind, _what, given, status, sentence) => {
  const response = await save[kind](given);
  expect(response.status, response.text).toBe(status);
  const body = response.json<ProblemBody>();
  expect(body.detail).toBe(sentence);
  expect(body.errors?.map(({ message }) => message)).toEqual([sentence]);
});

test('what keeps every rule is saved, so that no refusal above has another reason', async () => {
  const bucketId = await makeBucket(db, client.clientId, 'Main numbers');
  const at = '2026-11-20T14:00:00Z';
  const dynamic = {
    callerIdTypeId: 3,
    rciBucketId: bucketId,
    startWeekdays: '1000000',
    startTime: at,
  };
  expect((await save.broadcast(dynamic)).status).toBe(200);
  expect((await save.linkback(dynamic)).status).toBe(200);
  expect((await save.text({ textPerMinute: 0 })).status).toBe(200);
  expect((await save.field({ name: 'Balance' })).status).toBe(200);
  expect((await save.number({ phoneRestriction: '(302) 555-0148' })).status).toBe(200);
  // No number of this list remains: the last refusal, after every rule of the form.
  expect((await save.reuse({})).json<ProblemBody>().code).toBe('nothing_to_call');
});
