import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { makeBucket, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { broadcast, linkback } from './campaign-bodies.ts';
import { campaignWorld } from './campaign-world.ts';

const { db, client, other, manager, edit, created, item } = await campaignWorld();

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
    const response = await manager.get(`/api/rci?clientId=${client.clientId}`);
    expect(response.json()).toContainEqual(
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
  test('a time is kept as the Eastern wall time of its instant and returned for today', async () => {
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
    const response = await manager.post(`/api/campaign/${id}/delete`, { campaignId: id });
    expect(response.status).toBe(409);
    expect(response.json()).toMatchObject({ detail: 'Stop the campaign before you delete it.' });
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
