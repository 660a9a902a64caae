import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { TextCampaign } from '../../src/contract/text-campaign.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import {
  addContacts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);
const otherClient = await makeClient(db);
const stranger = await api.signIn(otherClient);
const sendersNumberId = await makeTextingNumber(db, client.clientId, '13025551000');
const messageTextId = await makeTextMessage(db, client.clientId, 'Balance');

let names = 0;
const body = (given: object = {}) => {
  names += 1;
  return { name: `Texts ${names}`, textPerMinute: 10, messageTextId, sendersNumberId, ...given };
};
const edit = (given: object, id = 0, who = manager) =>
  who.post(`/api/campaigntext/${id}/edit`, given);

async function made(given: object = {}): Promise<number> {
  const answer = await edit(body(given));
  expect([answer.status, answer.json()], answer.text).toEqual([200, true]);
  return Number(answer.headers.get('content-location')?.split('/').at(-1));
}

async function listed(id: number): Promise<TextCampaign | undefined> {
  const answer = await manager.get(`/api/campaigntext?clientId=${client.clientId}`);
  return answer.json<TextCampaign[]>().find(({ campaignId }) => campaignId === id);
}

test('the save body of the documents creates a text campaign, Stopped', async () => {
  const time = new Date().toISOString();
  const answer = await edit({
    campaignId: 0,
    clientId: client.clientId,
    name: '  November texts ',
    campaignStatusName: 'Running',
    updated: time,
    textPerMinute: 0,
    messageTextId,
    textMessageName: '',
    sendersNumberId,
    originalSendersNumberId: 0,
    startAutomatically: false,
    stopAutomatically: false,
    startTime: time,
    stopTime: time,
    startWeekdays: '00000',
    stopWeekdays: '00000',
  });
  expect([answer.status, answer.json()], answer.text).toEqual([200, true]);
  const id = Number(answer.headers.get('content-location')?.split('/').at(-1));
  expect(await listed(id)).toEqual({
    campaignId: id,
    clientId: client.clientId,
    name: 'November texts',
    campaignStatusId: 1,
    campaignStatusName: 'Stopped',
    updated: expect.any(String),
    textPerMinute: 0,
    messageTextId,
    textMessageName: 'Balance',
    sendersNumberId,
    originalSendersNumberId: sendersNumberId,
    startAutomatically: false,
    stopAutomatically: false,
    startTime: null,
    stopTime: null,
    startWeekdays: '00000',
    stopWeekdays: '00000',
  });
});

test('what was answered can be sent back as it is, also with its own name', async () => {
  const id = await made();
  const answer = await edit({ ...(await listed(id)), textPerMinute: 25 }, id);
  expect(answer.json(), answer.text).toBe(true);
  expect(await listed(id)).toMatchObject({ campaignId: id, textPerMinute: 25 });
});

test('a text campaign is among the campaigns of every type, as Texting', async () => {
  const id = await made();
  const all = (await manager.get('/api/campaign')).json<{ campaignId: number }[]>();
  expect(all.find(({ campaignId }) => campaignId === id)).toMatchObject({
    campaignType: 3,
    campaignTypeName: 'Texting',
  });
  const voice = (await manager.get('/api/campaign/dialer')).json<{ campaignId: number }[]>();
  expect(voice.map(({ campaignId }) => campaignId)).not.toContain(id);
});

test.each([
  [{ name: '  ' }, 'name', 'Name is Required'],
  [{ name: undefined }, 'name', 'Name is Required'],
  [{ textPerMinute: -1 }, 'textPerMinute', /not below 0/],
  [{ textPerMinute: 0.5 }, 'textPerMinute', /whole number/],
  [{ textPerMinute: undefined }, 'textPerMinute', /whole number/],
  [{ textPerMinute: 100_001 }, 'textPerMinute', /at most 100,000/],
  [{ sendersNumberId: 0 }, 'sendersNumberId', 'A sender number is required'],
  [{ sendersNumberId: undefined }, 'sendersNumberId', 'A sender number is required'],
  [{ messageTextId: undefined }, 'messageTextId', 'A text message is required'],
  [{ startAutomatically: true }, 'startAutomatically', /does not start or stop by itself/],
  [{ stopAutomatically: true }, 'stopAutomatically', /does not start or stop by itself/],
  [{ startWeekdays: '10000' }, 'startWeekdays', /does not start or stop by itself/],
  [{ stopWeekdays: '0000001' }, 'stopWeekdays', /does not start or stop by itself/],
])(
  'a text campaign that breaks a rule is refused and says which (%#)',
  async (part, path, sentence) => {
    const answer = await edit(body(part));
    const message = expect.stringMatching(sentence);
    expect([answer.status, answer.json<ProblemBody>()]).toEqual([
      422,
      expect.objectContaining({ detail: message, errors: [{ path, message }] }),
    ]);
  },
);

test('a name is unique among text campaigns, whatever its case, and free among voice campaigns', async () => {
  const given = body();
  const id = await made(given);
  const twin = await edit(body({ name: given.name.toUpperCase() }));
  expect([twin.status, twin.json<ProblemBody>()]).toEqual([
    409,
    expect.objectContaining({
      code: 'not_unique',
      detail: 'Campaign name must be unique',
      errors: [{ path: 'name', message: 'Campaign name must be unique' }],
    }),
  ]);
  const second = await made();
  expect((await edit({ ...given }, second)).status).toBe(409);
  await makeCampaign(db, client.clientId, { name: given.name });
  await makeCampaign(db, client.clientId, { name: 'Voice only' });
  await made({ name: 'Voice only' });
  expect((await manager.post(`/api/campaign/${id}/delete`, {})).json()).toBe(true);
  await made({ name: given.name });
});

test('of two saves of one name at the same moment one is refused', async () => {
  const given = body();
  const answers = await Promise.all([edit(given), edit(given), edit(given)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a number or message of another client, deleted or unknown, is not found', async () => {
  const theirNumber = await makeTextingNumber(db, otherClient.clientId);
  const theirMessage = await makeTextMessage(db, otherClient.clientId, 'Theirs');
  const goneNumber = await makeTextingNumber(db, client.clientId);
  const goneMessage = await makeTextMessage(db, client.clientId, 'Gone');
  await asClient(db, client.clientId, async (tx) => {
    await tx.run('UPDATE texting_number SET deleted_at = now() WHERE texting_number_id = $1', [
      goneNumber,
    ]);
    await tx.run('UPDATE text_message SET deleted_at = now() WHERE text_message_id = $1', [
      goneMessage,
    ]);
  });
  const number = 'There is no such texting number.';
  const message = 'There is no such text message.';
  for (const [part, sentence] of [
    [{ sendersNumberId: theirNumber }, number],
    [{ sendersNumberId: goneNumber }, number],
    [{ sendersNumberId: 987_654 }, number],
    [{ originalSendersNumberId: theirNumber }, number],
    [{ messageTextId: theirMessage }, message],
    [{ messageTextId: goneMessage }, message],
  ] as const) {
    const answer = await edit(body(part));
    expect([answer.status, answer.json<ProblemBody>().detail]).toEqual([404, sentence]);
  }
  // The number before the edit may have been taken back since.
  await made({ originalSendersNumberId: goneNumber });
});

test('the numbers to text from are those of the client, without the ones taken back', async () => {
  const path = (id: number) => `/api/campaigntext/${id}/phonenumbers`;
  expect((await manager.get(path(client.clientId))).json()).toEqual([
    {
      ...{ textingPhoneNumberId: sendersNumberId, phoneNumber: '13025551000' },
      ...{ kind: '10dlc', segmentsPerSecond: 10_000 },
    },
  ]);
  expect((await stranger.get(path(client.clientId))).status).toBe(403);
});

test('an edit is for a text campaign that the client has', async () => {
  const id = await made();
  const broadcast = await makeCampaign(db, client.clientId, { name: 'A broadcast' });
  for (const wrong of [broadcast, 987_654]) {
    expect((await edit(body(), wrong)).status).toBe(404);
  }
  expect((await edit(body(), id, stranger)).status).toBe(404);
  expect((await stranger.get('/api/campaigntext')).json()).toEqual([]);
});

test('a running text campaign can be edited and goes on running', async () => {
  const id = await makeTextCampaign(db, client.clientId, { name: 'On its way', runStatus: 3 });
  expect((await edit(body({ textPerMinute: 5 }), id)).json()).toBe(true);
  expect(await listed(id)).toMatchObject({ campaignStatusName: 'Running', textPerMinute: 5 });
});

test('a text campaign starts; without list, message or number it stays Stopped and says why', async () => {
  const { clientId } = client;
  const start = (id: number) => manager.post(`/api/campaign/${id}/start`, {});
  const refused = async (id: number) => {
    const answer = await start(id);
    const { code, detail } = answer.json<ProblemBody>();
    expect([answer.status, code]).toEqual([409, 'cannot_run']);
    expect(await listed(id)).toMatchObject({ campaignStatusName: 'Stopped' });
    return detail;
  };
  expect(await refused(await made())).toBe(
    'The campaign has no contact list with numbers. Upload a list for it, then start it again.',
  );
  const withList = async (given: Parameters<typeof makeTextCampaign>[2]) => {
    const campaignId = await makeTextCampaign(db, clientId, given);
    const list = await makeCallList(db, clientId, { campaignId, name: given.name, phones: 1 });
    await addContacts(db, clientId, list, [{ first_name: 'Ann' }]);
    return campaignId;
  };
  const textingNumberId = await makeTextingNumber(db, clientId);
  expect(await refused(await withList({ name: 'No words', textingNumberId }))).toBe(
    'The campaign has no text message. Choose one, then start it again.',
  );
  const textMessageId = await makeTextMessage(db, clientId, 'For the start');
  expect(await refused(await withList({ name: 'No sender', textMessageId }))).toBe(
    'The campaign has no sender number. Choose one, then start it again.',
  );
  const id = await withList({ name: 'All there', textMessageId, textingNumberId });
  expect((await start(id)).status).toBe(200);
  expect(await listed(id)).toMatchObject({ campaignStatusName: 'Starting' });
});

test('a sender number without eleven digits is an error of its own', async () => {
  await asOwner(db, (tx) =>
    tx.run('ALTER TABLE texting_number DROP CONSTRAINT texting_number_phone_check'),
  );
  const short = await makeTextingNumber(db, client.clientId, '5550148');
  const answer = await edit(body({ sendersNumberId: short }));
  const message = 'Invalid phone number in use on a texting campaign!';
  expect([answer.status, answer.json<ProblemBody>()]).toEqual([
    422,
    expect.objectContaining({
      detail: message,
      errors: [{ path: 'sendersNumberId', message }],
    }),
  ]);
});
