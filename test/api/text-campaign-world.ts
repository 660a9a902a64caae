/** A client with a number to text from and a text message, and another client. */
import { expect } from 'vitest';
import type { TextCampaign } from '../../src/contract/text-campaign.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';

export async function textCampaignWorld() {
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
    const response = await edit(body(given));
    expect([response.status, response.json()], response.text).toEqual([200, true]);
    return Number(response.headers.get('content-location')?.split('/').at(-1));
  }

  async function listed(id: number): Promise<TextCampaign | undefined> {
    const response = await manager.get(`/api/campaigntext?clientId=${client.clientId}`);
    return response.json<TextCampaign[]>().find(({ campaignId }) => campaignId === id);
  }

  return {
    db,
    client,
    manager,
    otherClient,
    stranger,
    sendersNumberId,
    messageTextId,
    body,
    edit,
    made,
    listed,
  };
}
