/** A client with a record of every kind that document 1 names, asked as it stands there. */
import { expect } from 'vitest';
import { testApi } from '../harness/api.ts';
import { makeBucket, makeCallList, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

export type Row = Record<string, unknown>;

export async function documentWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);

  const ids = { broadcast: 0, linkback: 0, texting: 0, list: 0, linkbackList: 0, textList: 0 };
  const client = await makeClient(db);
  const { clientId } = client;
  const manager = await api.signIn(client);
  await makeVoiceMessage(db, clientId, 'Reminder');
  await makeBucket(db, clientId, 'Main numbers');
  const text = {
    textingNumberId: await makeTextingNumber(db, clientId, '13025551000'),
    textMessageId: await makeTextMessage(db, clientId, 'Balance'),
  };
  ids.broadcast = await made('broadcast', broadcast());
  ids.linkback = await made('linkback', linkback());
  ids.texting = await makeTextCampaign(db, clientId, { name: 'Texts', ...text });
  const listOf = (campaignId: number, name: string, status: 3 | 6 = 3) =>
    makeCallList(db, clientId, { campaignId, name, phones: 10, status });
  ids.list = await listOf(ids.broadcast, 'Of the Broadcast');
  ids.linkbackList = await listOf(ids.linkback, 'Of the Linkback');
  ids.textList = await listOf(ids.texting, 'Of the texts');
  const closedList = await listOf(ids.broadcast, 'Closed', 6);
  await manager.post('/api/customfield/0/edit', { name: 'Balance' });
  await manager.post(`/api/donotcall/${clientId}/edit`, {
    clientId,
    id: -1,
    doNotCallTypeId: 1,
    phoneRestriction: '13025550148',
  });

  async function made(type: string, body: object): Promise<number> {
    const response = await manager.post(`/api/campaign/${type}/0/edit`, body);
    expect(response.status, response.text).toBe(200);
    return Number(/\d+/.exec(response.headers.get('content-location') ?? '')?.[0]);
  }

  /** The first row, or the response itself. */
  async function got(path: string, rowOf: (rows: Row[]) => Row | undefined = (rows) => rows[0]) {
    const response = await manager.get(path);
    expect(response.status, response.text).toBe(200);
    const value = response.json<Row | Row[]>();
    return Array.isArray(value) ? rowOf(value) : value;
  }
  const posted = async (path: string, body?: unknown) => {
    const response = await manager.post(path, body);
    expect(response.status, response.text).toBe(200);
    return response.json();
  };

  return { db, api, client, manager, clientId, ids, closedList, got, posted };
}
