import { describe, expect, test } from 'vitest';
import { makeVoiceMessage } from '../harness/campaign-data.ts';
import { broadcast, linkback } from './campaign-bodies.ts';
import { campaignWorld } from './campaign-world.ts';

const { db, api, client, other, manager, edit, created, item } = await campaignWorld();

describe('saving', () => {
  test('a new Broadcast is stopped, keeps what was sent and names itself in Content-Location', async () => {
    const message = await makeVoiceMessage(db, client.clientId, 'Reminder');
    const body = broadcast({ customerMessageId: message, machineMessageId: message });
    const response = await edit(body);
    expect([response.status, response.json()]).toEqual([200, true]);
    const saved = (await manager.get(response.headers.get('content-location') ?? '')).json();
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
      reason: null,
    });
  });

  test.each(['broadcast', 'linkback'] as const)(
    'a new %s calls each account once unless that is turned off, and keeps the setting',
    async (type) => {
      const make = type === 'broadcast' ? broadcast : linkback;
      const once = async (body: object, id = 0) => {
        const response = await edit(body, id, type);
        expect(response.status).toBe(200);
        const saved = await manager.get(response.headers.get('content-location') ?? '');
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
      const shown = all.find(({ campaignId }) => campaignId === made.campaignId);
      expect(shown?.oneCallPerAccount).toBe(false);
    },
  );

  test('a change keeps the campaign and replaces what was sent', async () => {
    const body = broadcast();
    const id = await created(body);
    const response = await edit({ ...body, name: `${body.name} b`, callsPerMinute: 75 }, id);
    expect(response.json()).toBe(true);
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
    'a telephone number sent as %s is returned as eleven digits',
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
    const response = await edit(broadcast({ name: body.name.toUpperCase() }));
    expect(response.status).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'not_unique',
      detail: 'Campaign name must be unique',
      errors: [{ path: 'name', message: 'Campaign name must be unique' }],
    });
  });

  test('also when both are saved at the same moment', async () => {
    const body = broadcast();
    const responses = await Promise.all(Array.from({ length: 6 }, () => edit(body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
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
