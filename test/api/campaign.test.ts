import { beforeAll, describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeBucket, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { broadcast, linkback } from './campaign-bodies.ts';

/** An Eastern winter day: 9:00 there is 14:00 UTC. */
const now = new Date('2026-11-20T15:30:00Z');
const db = await freshDatabase();
const api = await testApi(db, { now: () => now });

let client: TestClient;
let other: TestClient;
let manager: Caller;
beforeAll(async () => {
  client = await makeClient(db);
  other = await makeClient(db);
  manager = await api.signIn(client);
});

const edit = (body: unknown, id = 0, type = 'broadcast') =>
  manager.post(`/api/campaign/${type}/${id}/edit`, body);

async function created(body: Record<string, unknown>, type = 'broadcast'): Promise<number> {
  const answer = await edit(body, 0, type);
  expect(answer.status, answer.text).toBe(200);
  return Number(/\/(\d+)\/item$/.exec(answer.headers.get('content-location') ?? '')?.[1]);
}

const item = async (id: number, type = 'broadcast') =>
  (await manager.get(`/api/campaign/${type}/${id}/item`)).json<Record<string, unknown>>();

describe('saving', () => {
  test('a new Broadcast is stopped, keeps what was sent and names itself in Content-Location', async () => {
    const message = await makeVoiceMessage(db, client.clientId, 'Reminder');
    const body = broadcast({ customerMessageId: message, machineMessageId: message });
    const answer = await edit(body);
    expect([answer.status, answer.json()]).toEqual([200, true]);
    const saved = (await manager.get(answer.headers.get('content-location') ?? '')).json();
    expect(saved).toMatchObject({
      name: body.name,
      clientId: client.clientId,
      campaignStatusId: 1,
      campaignStatusName: 'Stopped',
      campaignType: 1,
      campaignTypeName: 'Broadcast',
      callsPerMinute: 60,
      callerIdNumber: '13025550148',
      callerIdName: 'Harbor Regional',
      callerIdTypeId: 2,
      rciBucketId: 0,
      customerMessageId: message,
      machineMessageId: message,
      startTime: null,
      startTimeSpan: null,
      startWeekdays: '0000000',
      startAutomatically: false,
      campaignStarted: null,
      statusReason: null,
    });
  });

  test.each(['broadcast', 'linkback'] as const)(
    'a new %s calls each account once unless it is told not to, and keeps what it was told',
    async (type) => {
      const make = type === 'broadcast' ? broadcast : linkback;
      const once = async (body: object, id = 0) => {
        const answer = await edit(body, id, type);
        expect(answer.status).toBe(200);
        const saved = await manager.get(answer.headers.get('content-location') ?? '');
        return saved.json<{ campaignId: number; oneCallPerAccount: boolean }>();
      };
      const body = make();
      const made = await once(body);
      expect(made.oneCallPerAccount).toBe(true);
      expect(await once({ ...body, oneCallPerAccount: false }, made.campaignId)).toMatchObject({
        ...{ campaignId: made.campaignId, oneCallPerAccount: false },
      });
      // Absent: as it is.
      expect((await once(body, made.campaignId)).oneCallPerAccount).toBe(false);
      expect((await once(make({ oneCallPerAccount: false }))).oneCallPerAccount).toBe(false);
      expect((await edit(make({ oneCallPerAccount: 'yes' }), 0, type)).status).toBe(400);
      const all = (await manager.get('/api/campaign/dialer')).json<
        { campaignId: number; oneCallPerAccount: boolean }[]
      >();
      const listed = all.find(({ campaignId }) => campaignId === made.campaignId);
      expect(listed?.oneCallPerAccount).toBe(false);
    },
  );

  test('a change keeps the campaign and replaces what was sent', async () => {
    const body = broadcast();
    const id = await created(body);
    const answer = await edit({ ...body, name: `${body.name} b`, callsPerMinute: 75 }, id);
    expect(answer.json()).toBe(true);
    expect(await item(id)).toMatchObject({
      campaignId: id,
      name: `${body.name} b`,
      callsPerMinute: 75,
    });
  });

  test('a Linkback keeps its ratio, agents, linkback number and agent message', async () => {
    const message = await makeVoiceMessage(db, client.clientId, 'For the agent');
    const id = await created(linkback({ agentMessageId: message }), 'linkback');
    expect(await item(id, 'linkback')).toMatchObject({
      campaignTypeName: 'Linkback',
      callRatio: 1.5,
      agentCount: 4,
      linkbackNumber: '13025550199',
      agentMessageId: message,
    });
  });

  test('an id of the other type is not found', async () => {
    const id = await created(broadcast());
    expect((await manager.get(`/api/campaign/linkback/${id}/item`)).status).toBe(404);
    expect((await edit(linkback(), id, 'linkback')).status).toBe(404);
  });

  test.each([['3025550148'], ['13025550148'], ['(302) 555-0148'], ['+1 302.555.0148']])(
    'a telephone number sent as %s is answered as eleven digits',
    async (callerIdNumber) => {
      const id = await created(broadcast({ callerIdNumber }));
      expect((await item(id)).callerIdNumber).toBe('13025550148');
    },
  );
});

describe('a name is used once', () => {
  test('by another campaign of the client it is refused, whatever its case', async () => {
    const body = broadcast();
    await created(body);
    const answer = await edit(broadcast({ name: body.name.toUpperCase() }));
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'not_unique',
      detail: 'Campaign name must be unique',
      errors: [{ path: 'name', message: 'Campaign name must be unique' }],
    });
  });

  test('also when both are saved at the same moment', async () => {
    const body = broadcast();
    const answers = await Promise.all(Array.from({ length: 6 }, () => edit(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('another client and a deleted campaign do not stand in its way', async () => {
    const body = broadcast();
    const id = await created(body);
    const stranger = await api.signIn(other);
    expect((await stranger.post('/api/campaign/broadcast/0/edit', body)).status).toBe(200);
    expect((await manager.post(`/api/campaign/${id}/delete`, {})).json()).toBe(true);
    expect((await edit(body)).status).toBe(200);
  });
});

describe('messages and buckets', () => {
  test('of another client, deleted or unknown are not found', async () => {
    const theirs = await makeVoiceMessage(db, other.clientId, 'Theirs');
    const gone = await makeVoiceMessage(db, client.clientId, 'Gone');
    await asClient(db, client.clientId, (tx) =>
      tx.run('UPDATE voice_message SET deleted_at = now() WHERE voice_message_id = $1', [gone]),
    );
    const bucket = await makeBucket(db, other.clientId, 'Their bucket');
    const bodies = [
      broadcast({ customerMessageId: theirs }),
      broadcast({ machineMessageId: gone }),
      broadcast({ customerMessageId: 987_654 }),
      broadcast({ callerIdTypeId: 3, rciBucketId: bucket }),
    ];
    for (const body of bodies) expect((await edit(body)).status, JSON.stringify(body)).toBe(404);
    const agent = await edit(linkback({ agentMessageId: theirs }), 0, 'linkback');
    expect(agent.status).toBe(404);
  });

  test('a bucket is kept for Dynamic and cleared for every other type', async () => {
    const bucket = await makeBucket(db, client.clientId, 'Main numbers');
    const body = broadcast({ callerIdTypeId: 3, rciBucketId: bucket });
    const id = await created(body);
    expect((await item(id)).rciBucketId).toBe(bucket);
    await edit({ ...body, callerIdTypeId: 2 }, id);
    expect((await item(id)).rciBucketId).toBe(0);
  });

  test('the buckets say how many numbers they hold and which campaigns use them', async () => {
    const bucket = await makeBucket(db, client.clientId, 'Listed numbers');
    await created(broadcast({ name: 'Uses the bucket', callerIdTypeId: 3, rciBucketId: bucket }));
    const answer = await manager.get(`/api/rci?clientId=${client.clientId}`);
    expect(answer.json()).toContainEqual(
      expect.objectContaining({
        rciBucketId: bucket,
        name: 'Listed numbers',
        size: 2,
        campaigns: 'Uses the bucket',
        rciBucketSizeName: 'Listed numbers (2)',
      }),
    );
  });
});

describe('auto start and stop', () => {
  test('a time is kept as the Eastern wall time of its instant and answered for today', async () => {
    // 9:00 and 20:00 on a summer day, when Eastern clocks are four hours behind UTC.
    const body = broadcast({
      startTime: '2026-07-01T13:00:00Z',
      stopTime: '2026-07-02T00:00:00.000Z',
      startWeekdays: '1111100',
      stopWeekdays: '1111100',
      startTimeSpan: '03:33',
    });
    const saved = await item(await created(body));
    expect(saved).toMatchObject({
      startTime: '2026-11-20T14:00:00Z',
      startTimeSpan: '14:00',
      stopTime: '2026-11-21T01:00:00Z',
      stopTimeSpan: '01:00',
      startWeekdays: '1111100',
      startAutomatically: true,
      stopAutomatically: true,
    });
  });

  test('days without automatic start stay as sent', async () => {
    const times = { startTime: '2026-07-01T13:00:00Z', startWeekdays: '1000000' };
    const id = await created(broadcast({ ...times, startAutomatically: false }));
    expect(await item(id)).toMatchObject({ startAutomatically: false, startWeekdays: '1000000' });
  });
});

describe('lists', () => {
  test('GET /api/campaign has every type, dialer only voice, neither a deleted one', async () => {
    const texting = await makeCampaign(db, client.clientId, { name: 'A text campaign', type: 3 });
    const deleted = await created(broadcast());
    await manager.post(`/api/campaign/${deleted}/delete`, {});
    const ids = async (path: string) =>
      (await manager.get(path)).json<{ campaignId: number }[]>().map((row) => row.campaignId);
    expect(await ids('/api/campaign')).toContain(texting);
    expect(await ids('/api/campaign/dialer')).not.toContain(texting);
    expect(await ids('/api/campaign/')).not.toContain(deleted);
  });

  test('a stopped campaign with nothing left to call is named Completed and keeps status 1', async () => {
    const id = await makeCampaign(db, client.clientId, { name: 'All called', completed: true });
    expect(await item(id)).toMatchObject({ campaignStatusId: 1, campaignStatusName: 'Completed' });
  });
});

describe('delete', () => {
  test.each([2, 3, 4] as const)('in run status %i is refused', async (runStatus) => {
    const id = await makeCampaign(db, client.clientId, { name: `Busy ${runStatus}`, runStatus });
    const answer = await manager.post(`/api/campaign/${id}/delete`, { campaignId: id });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ detail: 'Stop the campaign before you delete it.' });
    expect((await manager.get(`/api/campaign/broadcast/${id}/item`)).status).toBe(200);
  });

  test('ends a campaign for good: it cannot be read, changed or deleted again', async () => {
    const id = await created(broadcast());
    expect((await manager.post(`/api/campaign/${id}/delete`, {})).json()).toBe(true);
    expect((await manager.get(`/api/campaign/broadcast/${id}/item`)).status).toBe(404);
    expect((await edit(broadcast(), id)).status).toBe(404);
    expect((await manager.post(`/api/campaign/${id}/delete`, {})).status).toBe(404);
  });
});
