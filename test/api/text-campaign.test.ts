import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import {
  addContacts,
  makeTextCampaign,
  makeTextingNumber,
  makeTextMessage,
} from '../harness/text-data.ts';
import { textCampaignWorld } from './text-campaign-world.ts';

const { db, client, manager, stranger, sendersNumberId, messageTextId, body, edit, made, listed } =
  await textCampaignWorld();

test('the save body of the documents creates a text campaign, Stopped', async () => {
  const time = new Date().toISOString();
  const response = await edit({
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
    // Beyond the documents: who changed it last, and when (decision 055).
    ...{ version: 1, changedAt: expect.any(String), changedBy: expect.any(String) },
  });
  expect([response.status, response.json()], response.text).toEqual([200, true]);
  const id = Number(response.headers.get('content-location')?.split('/').at(-1));
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
    followUps: [],
    purpose: 'sales',
    // Beyond the documents: who changed it last, and when (decision 055).
    ...{ version: 1, changedAt: expect.any(String), changedBy: expect.any(String) },
  });
});

test('a returned campaign can be sent back as it is, also with its own name', async () => {
  const id = await made();
  const response = await edit({ ...(await listed(id)), textPerMinute: 25 }, id);
  expect(response.json(), response.text).toBe(true);
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
    const response = await start(id);
    const { code, detail } = response.json<ProblemBody>();
    expect([response.status, code]).toEqual([409, 'cannot_run']);
    expect(await listed(id)).toMatchObject({ campaignStatusName: 'Stopped' });
    return detail;
  };
  expect(await refused(await made())).toBe(reasonSentence({ code: 'no_list' }));
  const withList = async (given: Parameters<typeof makeTextCampaign>[2]) => {
    const campaignId = await makeTextCampaign(db, clientId, given);
    const list = await makeCallList(db, clientId, { campaignId, name: given.name, phones: 1 });
    await addContacts(db, clientId, list, [{ first_name: 'Ann' }]);
    return campaignId;
  };
  const textingNumberId = await makeTextingNumber(db, clientId);
  expect(await refused(await withList({ name: 'No words', textingNumberId }))).toBe(
    reasonSentence({ code: 'no_text_message' }),
  );
  const textMessageId = await makeTextMessage(db, clientId, 'For the start');
  expect(await refused(await withList({ name: 'No sender', textMessageId }))).toBe(
    reasonSentence({ code: 'no_sender' }),
  );
  const id = await withList({ name: 'All there', textMessageId, textingNumberId });
  expect((await start(id)).status).toBe(200);
  expect(await listed(id)).toMatchObject({ campaignStatusName: 'Starting' });
});
