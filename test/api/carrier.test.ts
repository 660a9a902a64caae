import { beforeEach, expect, test } from 'vitest';
import type { ClientCarriers } from '../../src/contract/carrier.ts';
import type { CarrierDetail } from '../../src/contract/carrier-detail.ts';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { findCarrier, insertCarrier, removeCarrier } from '../../src/db/queries/carrier.ts';
import { writeCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db);
let made = 0;

beforeEach(() => asOwner(db, (tx) => tx.run('DELETE FROM carrier_state')));

/** A client whose calls go by a carrier of its own; returns the carrier's id and name too. */
async function onTrunk(choice: { voice?: boolean; text?: boolean } = { voice: true }) {
  made += 1;
  const name = `trunk-${made}`;
  const client = await makeClient(db);
  const carrierId = await asPlatform(db, async (tx) => {
    const { vault } = api.deps;
    await insertCarrier(tx, vault, 'smpp', { name, settings: { host: 'x' }, secrets: {} });
    const [voice, text] = [choice.voice ? name : 'simulated', choice.text ? name : 'simulated'];
    await setCarrierChoice(tx, client.clientId, { voice, text });
    return (await findCarrier(tx, name))?.carrierId ?? 0;
  });
  return { client, name, carrierId, me: await api.signIn(client) };
}

const report = (engine: string, carrierId: number, connected: boolean, detail?: CarrierDetail) =>
  asPlatform(db, (tx) => writeCarrierStates(tx, engine, [{ carrierId, connected, detail }]));

test('a manager sees the two carriers of the own client and how they stand, and nothing of their settings', async () => {
  const { client, name, carrierId, me } = await onTrunk();
  const detail: CarrierDetail = { code: 'asterisk_nodes', connected: 2, nodes: 3, silent: [] };
  await report('one', carrierId, true, detail);
  const response = await me.get(`/api/carrier?clientId=${client.clientId}`);
  const { voice, text } = response.json<ClientCarriers>();
  expect(voice).toEqual({
    name,
    kind: 'smpp',
    connected: true,
    since: expect.stringMatching(/Z$/),
    detail: carrierDetailSentence(detail),
    detailCodes: [detail],
  });
  expect(text).toEqual({
    name: 'simulated',
    kind: 'simulated',
    connected: false,
    since: null,
    detail: carrierDetailSentence({ code: 'no_engine' }),
    detailCodes: [{ code: 'no_engine' }],
  });
});

test('the database shows a client no carrier of another and no setting of its own', async () => {
  const mine = await onTrunk();
  await onTrunk();
  const { clientId } = mine.client;
  const seen = await asClient(db, clientId, (tx) =>
    tx.rows<{ name: string }>('SELECT name FROM carrier ORDER BY name'),
  );
  expect(seen.map(({ name }) => name)).toEqual(['simulated', mine.name]);
  for (const column of ['settings', 'secrets']) {
    await expect(
      asClient(db, clientId, (tx) => tx.rows(`SELECT ${column} FROM carrier`)),
    ).rejects.toThrow('permission denied');
  }
});

test('a carrier that was removed is disconnected', async () => {
  const { name, me } = await onTrunk();
  await asPlatform(db, (tx) => removeCarrier(tx, name));
  expect((await me.get('/api/carrier')).json<ClientCarriers>().voice).toMatchObject({
    connected: false,
    detail: carrierDetailSentence({ code: 'no_such_carrier' }),
    detailCodes: [{ code: 'no_such_carrier' }],
  });
});

const disconnected = reasonSentence({ code: 'carrier_disconnected' });

/** A Broadcast that lacks nothing. */
async function readyBroadcast(clientId: number) {
  const customerMessageId = await makeVoiceMessage(db, clientId, 'Reminder');
  const campaignId = await makeCampaign(db, clientId, { name: 'Ready', customerMessageId });
  await withEntry(clientId, campaignId);
  return campaignId;
}

async function withEntry(clientId: number, campaignId: number) {
  const listId = await makeCallList(db, clientId, { campaignId, name: 'People', phones: 1 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [clientId, listId],
    ),
  );
}

test('a start on a carrier that no engine is connected to is refused with its reason, which stays with the campaign', async () => {
  const { client, carrierId, me } = await onTrunk();
  const campaignId = await readyBroadcast(client.clientId);
  const start = () => me.post(`/api/campaign/${campaignId}/start`);
  expect(await start()).toMatchObject({ status: 409 });
  expect((await start()).json()).toMatchObject({ code: 'cannot_run', detail: disconnected });
  await report('one', carrierId, false, { code: 'connection_closed' });
  expect((await start()).json()).toMatchObject({ code: 'cannot_run', detail: disconnected });
  const stored = await asClient(db, client.clientId, (tx) =>
    tx.row('SELECT run_status, reason FROM campaign'),
  );
  expect(stored).toEqual({ run_status: 1, reason: { code: 'carrier_disconnected' } });
  // One of two engines is enough.
  await report('two', carrierId, true);
  expect((await start()).status).toBe(200);
});

test('a text campaign asks for the text carrier, a voice campaign for the voice carrier', async () => {
  const { client, carrierId, me } = await onTrunk({ text: true });
  const { clientId } = client;
  const textMessageId = await makeTextMessage(db, clientId, 'Hello');
  const textingNumberId = await makeTextingNumber(db, clientId);
  const texting = await makeTextCampaign(db, clientId, {
    name: 'Texts',
    textMessageId,
    textingNumberId,
  });
  await withEntry(clientId, texting);
  const broadcast = await readyBroadcast(clientId);
  const start = (id: number) => me.post(`/api/campaign/${id}/start`);
  expect((await start(texting)).json()).toMatchObject({ code: 'cannot_run', detail: disconnected });
  // The simulated carrier is never disconnected: its campaign waits for an engine.
  expect((await start(broadcast)).status).toBe(200);
  await report('one', carrierId, true);
  expect((await start(texting)).status).toBe(200);
});

test('the simulation is one for everybody only while no client uses a real carrier', async () => {
  await asPlatform(db, (tx) =>
    tx.run("UPDATE client SET voice_carrier = 'simulated', text_carrier = 'simulated'"),
  );
  const said = async () => (await api.stranger.get('/api/simulation')).json();
  expect(await said()).toMatchObject({ simulated: true });
  const { name } = await onTrunk({ text: true });
  expect(await said()).toMatchObject({ simulated: false });
  await asPlatform(db, (tx) => removeCarrier(tx, name));
  expect(await said()).toMatchObject({ simulated: true });
});
