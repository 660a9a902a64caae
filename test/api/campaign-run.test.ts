import { beforeAll, describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

let client: TestClient;
let manager: Caller;
let message: number;
beforeAll(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
  message = await makeVoiceMessage(db, client.clientId, 'Reminder');
});

const start = (id: number) => manager.post(`/api/campaign/${id}/start`, { campaignId: id });
const stop = (id: number) => manager.post(`/api/campaign/${id}/stop`, { campaignId: id });
const state = async (id: number) =>
  (await manager.get(`/api/campaign/broadcast/${id}/item`)).json<{
    campaignStatusName: string;
    statusReason: string | null;
  }>();

/** A campaign with one list of one phone that waits for its call. */
async function callable(
  name: string,
  given: { message?: number } & Partial<Parameters<typeof makeCampaign>[2]> = { message },
): Promise<number> {
  const { message: customerMessageId = null, ...rest } = given;
  const campaignId = await makeCampaign(db, client.clientId, { name, customerMessageId, ...rest });
  const list = await makeCallList(db, client.clientId, { campaignId, name, phones: 1, status: 4 });
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [client.clientId, list],
    ),
  );
  return campaignId;
}

const change = (campaignId: number, what: string) =>
  asClient(db, client.clientId, (tx) =>
    tx.run(`UPDATE campaign SET ${what} WHERE campaign_id = $1`, [campaignId]),
  );

describe('start and stop', () => {
  test('a start makes it Starting, a stop Stopping; both may come twice', async () => {
    const id = await callable('Runs');
    const starting = { campaignId: id, campaignStatusId: 2, campaignStatusName: 'Starting' };
    expect((await start(id)).json()).toEqual(starting);
    expect((await start(id)).json()).toEqual(starting);
    const stopping = { campaignId: id, campaignStatusId: 4, campaignStatusName: 'Stopping' };
    expect((await stop(id)).json()).toEqual(stopping);
    expect((await stop(id)).json()).toEqual(stopping);
  });

  test('what is stopped stays stopped', async () => {
    const id = await callable('Stands');
    expect((await stop(id)).json()).toMatchObject({ campaignStatusName: 'Stopped' });
  });

  test.each([
    ['no contact list', () => makeCampaign(db, client.clientId, { name: 'Bare' }), 'no_list'],
    ['no message', () => callable('Silent', {}), 'no_message'],
  ])('a campaign with %s stays Stopped and says why', async (_what, make, why) => {
    const id = await make();
    const response = await start(id);
    expect(response.status).toBe(409);
    const reason = { code: why };
    const sentence = reasonSentence(reason);
    expect(response.json()).toMatchObject({ code: 'cannot_run', detail: sentence, reason });
    expect(await state(id)).toMatchObject({
      campaignStatusName: 'Stopped',
      statusReason: sentence,
      reason,
    });
  });

  test.each([
    ['Broadcast', 1, 'voice'],
    ['Texting', 3, 'text'],
  ] as const)(
    'a Completed %s says on a start that nothing is left',
    async (name, type, channel) => {
      const { clientId } = client;
      const given = { name: `${name} at its end`, type, completed: true };
      const campaignId = await makeCampaign(db, clientId, given);
      await makeCallList(db, clientId, { campaignId, name, phones: 3, status: 3 });
      const response = await start(campaignId);
      expect([response.status, response.json<{ detail: string }>().detail]).toEqual([
        409,
        reasonSentence({ code: 'nothing_left', channel }),
      ]);
      const shown = (await manager.get(`/api/campaign?clientId=${clientId}`)).json<
        { campaignId: number }[]
      >();
      expect(shown.find((one) => one.campaignId === campaignId)).toMatchObject({
        campaignStatusName: 'Completed',
      });
    },
  );

  test('a Linkback starts', async () => {
    const id = await callable('With agents', { message, type: 2 });
    expect((await start(id)).json()).toMatchObject({ campaignStatusName: 'Starting' });
  });

  test.each([
    ['customer message', async () => callable('Nothing to hear', { type: 2 }), 'no_message'],
    [
      'customer message, only one for machines',
      async () => {
        const id = await callable('Machines only', { message, type: 2 });
        await change(id, 'customer_message_id = NULL');
        return id;
      },
      'no_customer_message',
    ],
    [
      'linkback number',
      () => callable('Nobody to call', { message, type: 2, linkbackNumber: null }),
      'no_linkback_number',
    ],
    ['agents', () => callable('Nobody there', { message, type: 2, agentCount: null }), 'no_agents'],
    [
      'agent message that is ready',
      async () => {
        const id = await callable('Not ready', { message, type: 2 });
        const unread = await makeVoiceMessage(db, client.clientId, 'For agents');
        await change(id, `agent_message_id = ${unread}`);
        await asClient(db, client.clientId, (tx) =>
          tx.run('UPDATE voice_message SET ready_version = NULL WHERE voice_message_id = $1', [
            unread,
          ]),
        );
        return id;
      },
      'message_not_ready',
    ],
  ])('a Linkback without a %s stays Stopped and says why', async (_what, make, why) => {
    const id = await make();
    const response = await start(id);
    expect(response.status).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'cannot_run',
      reason: { code: why },
    });
    const stored = (await manager.get(`/api/campaign/linkback/${id}/item`)).json();
    expect(stored).toMatchObject({ campaignStatusName: 'Stopped' });
  });

  test('a message with an error is not said to become ready', async () => {
    const broken = await makeVoiceMessage(db, client.clientId, 'Broken');
    const id = await callable('Never ready', { message: broken });
    await asClient(db, client.clientId, (tx) =>
      tx.run(
        'UPDATE voice_message SET ready_version = NULL, status_id = 4 WHERE voice_message_id = $1',
        [broken],
      ),
    );
    expect((await start(id)).json()).toMatchObject({
      reason: { code: 'message_not_ready', failed: true },
    });
  });

  test('the reason goes when the campaign is changed', async () => {
    const id = await makeCampaign(db, client.clientId, { name: 'Mended' });
    await start(id);
    const { statusReason, ...saved } = await state(id);
    expect(statusReason).not.toBeNull();
    expect((await manager.post(`/api/campaign/broadcast/${id}/edit`, saved)).json()).toBe(true);
    expect((await state(id)).statusReason).toBeNull();
  });

  test('a body that names another campaign than the path changes none of them', async () => {
    const [id, other] = [await callable('Meant'), await callable('Not meant')];
    for (const way of ['start', 'stop', 'delete']) {
      const response = await manager.post(`/api/campaign/${id}/${way}`, { campaignId: other });
      expect([way, response.status]).toEqual([way, 404]);
      const nonsense = await manager.post(`/api/campaign/${id}/${way}`, { campaignId: 'this' });
      expect([way, nonsense.status]).toEqual([way, 400]);
    }
    for (const one of [id, other]) {
      expect(await state(one)).toMatchObject({ campaignStatusName: 'Stopped' });
    }
    expect((await manager.post(`/api/campaign/${id}/start`)).status).toBe(200);
  });

  test("another client's and a deleted campaign are not found", async () => {
    const stranger = await api.signIn(await makeClient(db));
    const id = await callable('Hidden');
    expect((await stranger.post(`/api/campaign/${id}/start`, {})).status).toBe(404);
    expect((await stranger.post(`/api/campaign/${id}/stop`, {})).status).toBe(404);
    await manager.post(`/api/campaign/${id}/delete`, {});
    expect((await start(id)).status).toBe(404);
  });
});

describe('before a start', () => {
  const check = async (id: number) => (await manager.get(`/api/campaign/${id}/start`)).json();

  test('the check says what the start would, and changes nothing', async () => {
    const id = await makeCampaign(db, client.clientId, { name: 'To check' });
    const reason = { code: 'no_list' };
    expect(await check(id)).toEqual({
      campaignId: id,
      statusReason: reasonSentence(reason),
      reason,
      waitsFor: null,
    });
    expect(await state(id)).toMatchObject({ campaignStatusName: 'Stopped', statusReason: null });
    const can = await callable('Can start');
    const none = { statusReason: null, reason: null, waitsFor: null };
    expect(await check(can)).toEqual({ campaignId: can, ...none });
    expect(await state(can)).toMatchObject({ campaignStatusName: 'Stopped' });
    await start(can);
    expect(await check(can)).toMatchObject({ reason: null });
  });
});

describe('stop all', () => {
  interface Stopped {
    campaigns: { campaignId: number; campaignStatusName: string }[];
  }
  const namesOf = async (own: Caller) =>
    Object.fromEntries(
      (await own.get('/api/campaign'))
        .json<{ name: string; campaignStatusName: string }[]>()
        .map(({ name, campaignStatusName }) => [name, campaignStatusName]),
    );

  test('every campaign that runs or starts is stopped in one request, and no other client', async () => {
    const one = await makeClient(db);
    const other = await makeClient(db);
    const own = await api.signIn(one);
    const ids = await Promise.all(
      ([1, 2, 3, 4] as const).map((runStatus) =>
        makeCampaign(db, one.clientId, { name: `Was ${runStatus}`, runStatus }),
      ),
    );
    await makeCampaign(db, one.clientId, { name: 'Text', type: 3, runStatus: 3 });
    await makeCampaign(db, other.clientId, { name: 'Foreign', runStatus: 3 });
    const { campaigns } = (await own.post('/api/campaign/stop')).json<Stopped>();
    expect(campaigns.map(({ campaignStatusName }) => campaignStatusName)).toEqual([
      ...['Stopping', 'Stopping', 'Stopping'],
    ]);
    expect(campaigns.map(({ campaignId }) => campaignId)).toEqual(
      expect.arrayContaining([ids[1], ids[2]]),
    );
    expect(await namesOf(own)).toEqual({
      ...{ 'Was 1': 'Stopped', 'Was 2': 'Stopping', 'Was 3': 'Stopping', 'Was 4': 'Stopping' },
      Text: 'Stopping',
    });
    expect(await namesOf(await api.signIn(other))).toEqual({ Foreign: 'Running' });
    expect((await own.post('/api/campaign/stop')).json()).toEqual({ campaigns: [] });
  });

  test('a campaign that is held does not keep the others running', async () => {
    const one = await makeClient(db);
    const own = await api.signIn(one);
    const held = await makeCampaign(db, one.clientId, { name: 'Held', runStatus: 3 });
    await makeCampaign(db, one.clientId, { name: 'Free', runStatus: 3 });
    let stopping: Promise<unknown> | undefined;
    await asClient(db, one.clientId, async (tx) => {
      await tx.run('SELECT FROM campaign WHERE campaign_id = $1 FOR UPDATE', [held]);
      stopping = own.post('/api/campaign/stop');
      await expect.poll(() => namesOf(own)).toEqual({ Held: 'Running', Free: 'Stopping' });
    });
    await stopping;
    expect(await namesOf(own)).toEqual({ Held: 'Stopping', Free: 'Stopping' });
  });

  test('an automatic start that waits for its carrier is given up', async () => {
    const one = await makeClient(db);
    const own = await api.signIn(one);
    const id = await makeCampaign(db, one.clientId, { name: 'Waits' });
    await asClient(db, one.clientId, (tx) =>
      tx.run('UPDATE campaign SET scheduled_start = true WHERE campaign_id = $1', [id]),
    );
    expect((await own.post('/api/campaign/stop')).json()).toEqual({ campaigns: [] });
    const row = await asClient(db, one.clientId, (tx) =>
      tx.row('SELECT scheduled_start FROM campaign WHERE campaign_id = $1', [id]),
    );
    expect(row).toEqual({ scheduled_start: false });
  });
});
