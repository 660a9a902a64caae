import { expect, test } from 'vitest';
import { asteriskSettings } from '../../src/carriers/asterisk/settings.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import type { CampaignForecast } from '../../src/contract/forecast.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { readCarrierSharing } from '../../src/db/queries/carrier-sharing.ts';
import { setDailyLimits } from '../../src/db/queries/daily-limit.ts';
import { readHistory } from '../../src/db/queries/forecast-history.ts';
import { sampledSegments } from '../../src/db/queries/sampled-segments.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { ended, record, takeEntries } from '../engine/follow-up-world.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';

const db = await freshDatabase();
// 15:00 Eastern.
const api = await testApi(db, { now: () => new Date(afternoon) });
const client = await makeClient(db);
const { clientId } = client;
const me = caller(api.url, await openSession(db, clientId, client.manager.managerId));
const minute = 60_000;

const ask = async (campaignId: number, changes: object = {}) => {
  const response = await me.post(`/api/campaign/${campaignId}/forecast`, changes);
  expect(response.status, response.text).toBe(200);
  return response.json<CampaignForecast>();
};

/** A number of a list that is opened by the figure of its reason. */
async function opened(campaignId: number, reason: string, tried: Record<string, string> = {}) {
  const query = new URLSearchParams({ part: 'never', reason, ...tried });
  const response = await me.get(`/api/campaign/${campaignId}/numbers?${query}`);
  return response.json<{ total: number; numbers: { phone: string }[] }>();
}

test('says when it ends, whom it never reaches and why, and changes no row', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  await makeList(db, campaign, { entries: 100 });
  await makeList(db, campaign, { entries: 7, firstPhone: 19_005_550_100 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET stop_time = '15:30', stop_automatically = true, stop_weekdays = '1111111',
         start_time = '12:00', start_automatically = true, start_weekdays = '1111111',
         run_status = 3
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
  // Hawaii opens at 13:00 Eastern, and closes at 2:00: a client that calls there from noon on never does.
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE client SET calling_hours = '{"states": {"HI": {"open": "12:00", "close": "12:30"}}}'
       WHERE client_id = $1`,
      [clientId],
    ),
  );
  await makeList(db, campaign, { entries: 9, firstPhone: 18_082_000_100, state: 'HI' });
  const row = () =>
    asClient(db, clientId, (tx) =>
      tx.row('SELECT xmin, c.* FROM campaign c WHERE client_id = $1 AND campaign_id = $2', [
        clientId,
        campaignId,
      ]),
    );
  const before = await row();
  const said = await ask(campaignId);
  expect(await row()).toEqual(before);
  expect(said.reachable).toBe(100);
  expect(said.neverCallable).toEqual([
    { reason: 'calling_hours', count: 9 },
    { reason: 'number_not_dialed', count: 7 },
  ]);
  const finish = Date.parse(said.finish.p50 ?? '') - afternoon;
  expect(finish).toBeGreaterThan(4.5 * minute);
  expect(finish).toBeLessThan(6.5 * minute);
  const shut = await opened(campaignId, 'calling_hours');
  expect(shut.total).toBe(9);
  expect(shut.numbers.every(({ phone }) => phone.startsWith('1808'))).toBe(true);
  expect((await opened(campaignId, 'number_not_dialed')).total).toBe(7);
  expect(await ask(campaignId)).toEqual(said);
  // With what is tried, a figure opens what it counts then.
  const after = (hours: number) => new Date(afternoon + hours * 60 * minute).toISOString();
  const changes: Record<string, string>[] = [
    { open: '20:00' },
    { start: after(7), stop: after(8) },
  ];
  for (const tried of changes) {
    const { neverCallable } = await ask(campaignId, tried);
    const count = neverCallable.find(({ reason }) => reason === 'calling_hours')?.count ?? 0;
    expect(count).toBe(109);
    expect((await opened(campaignId, 'calling_hours', tried)).total).toBe(count);
  }
  const faster = await ask(campaignId, { callsPerMinute: 100 });
  expect(Date.parse(faster.finish.p50 ?? '')).toBeLessThan(Date.parse(said.finish.p50 ?? ''));
});

test("a wrong value and another client's campaign are refused", async () => {
  const { campaignId } = await makeCampaign(db, { clientId });
  const wrong = await me.post(`/api/campaign/${campaignId}/forecast`, { callsPerMinute: -1 });
  expect(wrong.status).toBe(422);
  const stranger = await makeCampaign(db);
  const response = await me.post(`/api/campaign/${stranger.campaignId}/forecast`, {});
  expect(response.status).toBe(404);
});

test('without the consent that the policy asks for nobody is reached, and no history is said', async () => {
  const own = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  const caller2 = caller(api.url, await openSession(db, own.clientId, own.manager.managerId));
  const listId = await makeList(db, campaign, { entries: 30 });
  await makeList(db, campaign, { entries: 20 });
  await asClient(db, own.clientId, (tx) =>
    tx.run(
      `UPDATE call_list SET consent = '{"kind": "express"}'
       WHERE client_id = $1 AND call_list_id = $2`,
      [own.clientId, listId],
    ),
  );
  const first = (
    await caller2.post(`/api/campaign/${campaign.campaignId}/forecast`, {})
  ).json<CampaignForecast>();
  expect(first).toMatchObject({ reachable: 50, neverCallable: [], known: 0 });
  expect(first.doubts).toContain('no_history');
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO policy_rule (client_id, channel, terms)
       VALUES ($1, 'any', '{"kind": "consent", "consent": "express"}')`,
      [own.clientId],
    ),
  );
  // Numbers and rules are read again after some seconds: another campaign's are read at once.
  const second = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  await asClient(db, own.clientId, (tx) =>
    tx.run('UPDATE call_list SET campaign_id = $2 WHERE client_id = $1', [
      own.clientId,
      second.campaignId,
    ]),
  );
  const asked = await caller2.post(`/api/campaign/${second.campaignId}/forecast`, {});
  expect(asked.json()).toMatchObject({
    reachable: 30,
    neverCallable: [{ reason: 'no_consent', count: 20 }],
  });
});

test('keys come from campaigns of its type, and STOP from those who were texted', async () => {
  const own = await makeClient(db);
  const clientId = own.clientId;
  const at = new Date(afternoon);
  const linkback = await makeCampaign(db, { clientId });
  const broadcast = await makeCampaign(db, { clientId });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = 2,
         agent_count = 3, linkback_number = '13025550100'
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, linkback.campaignId],
    );
  });
  for (const [campaign, keys] of [
    [linkback, '1'],
    [broadcast, ''],
  ] as const) {
    const callListId = await makeList(db, campaign, { entries: 4 });
    await takeEntries(db, campaign, callListId, [1, 2]);
    await record(db, clientId, [ended(callListId, 1, 'person'), ended(callListId, 2, 'machine')]);
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE call_record SET key_pressed = $3
         WHERE client_id = $1 AND campaign_id = $2 AND result = 'person'`,
        [clientId, campaign.campaignId, keys],
      ),
    );
  }
  const now = new Date(at.getTime() + 3_600_000);
  const read = (type: number) =>
    asClient(db, clientId, (tx) => readHistory(tx, clientId, type, now));
  expect(await read(2)).toMatchObject({ persons: 1, ones: 1 });
  expect(await read(1)).toMatchObject({ persons: 1, ones: 0 });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
         carrier_ref) VALUES ($1, '12125550199', '13025550100', $2, 'STOP', 3, 'never texted')`,
      [clientId, at],
    ),
  );
  expect((await read(3)).stops).toBe(0);
});

test('records that an erasure left without a number take no place among those that are learned from', async () => {
  const own = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: own.clientId });
  const callListId = await makeList(db, campaign, { entries: 4 });
  for (const [index, entryId] of [1, 2, 3, 4].entries()) {
    await takeEntries(db, campaign, callListId, [entryId], simMs(afternoon + index * 1_000));
  }
  await record(db, own.clientId, [
    ...[1, 2, 3, 4].map((entryId) => ended(callListId, entryId, 'no_answer')),
  ]);
  const now = new Date(afternoon + minute);
  const known = () =>
    asClient(db, own.clientId, async (tx) => {
      await tx.run(
        `UPDATE call_record SET phone = '' WHERE client_id = $1 AND call_list_id = $2 AND entry_id > 2`,
        [own.clientId, callListId],
      );
      return readHistory(tx, own.clientId, 1, now, 2);
    });
  const { cells } = await known();
  expect(cells.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0)).toBe(2);
});

test('a text takes as many segments as its values do on average, not as its template does', async () => {
  const campaign = await makeCampaign(db, { clientId });
  const callListId = await makeList(db, campaign, { entries: 400 });
  // Half of the names are too long for one segment.
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET first_name = CASE WHEN entry_id > 200 THEN repeat('a', 60) ELSE 'Al' END
       WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, callListId],
    ),
  );
  const lists = [{ callListId, numbers: 400 }];
  const segments = (message: string) =>
    asClient(db, clientId, (tx) => sampledSegments(tx, clientId, message, lists));
  expect(await segments(`${'x'.repeat(140)} [first_name]`)).toBe(1.5);
  expect(await segments('x'.repeat(200))).toBe(2);
});

test('an old national list is the reason for all, and the figure opens them', async () => {
  const own = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  await makeList(db, campaign, { entries: 30 });
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO policy_rule (client_id, channel, terms)
       VALUES ($1, 'any', '{"kind": "list_age", "days": 31}')`,
      [own.clientId],
    ),
  );
  const manager = caller(api.url, await openSession(db, own.clientId, own.manager.managerId));
  const path = `/api/campaign/${campaign.campaignId}`;
  const said = (await manager.post(`${path}/forecast`, {})).json<CampaignForecast>();
  expect(said).toMatchObject({
    ...{ reachable: 0, neverAtLeast: false },
    neverCallable: [{ reason: 'registry_outdated', count: 30 }],
  });
  expect(said.doubts).toContain('registry_outdated');
  const numbers = await manager.get(`${path}/numbers?part=never&reason=registry_outdated`);
  expect(numbers.json()).toMatchObject({ total: 30 });
});

test("daily limits, the client's other campaigns and those of others on its carrier are in it", async () => {
  const own = await makeClient(db);
  const manager = caller(api.url, await openSession(db, own.clientId, own.manager.managerId));
  const make = async (of: { clientId: number }, running: boolean) => {
    const campaign = await makeCampaign(db, { clientId: of.clientId, callsPerMinute: 10 });
    await makeList(db, campaign, { entries: 150 });
    await asClient(db, of.clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = $3 WHERE client_id = $1 AND campaign_id = $2', [
        ...[of.clientId, campaign.campaignId, running ? 3 : 1],
      ]),
    );
    return campaign;
  };
  const { campaignId } = await make(own, false);
  const forecast = async () =>
    (await manager.post(`/api/campaign/${campaignId}/forecast`, {})).json<CampaignForecast>();
  await setDailyLimits(
    db,
    own.clientId,
    { calls: 100, texts: null, cost: null },
    new Date(afternoon),
  );
  const alone = await forecast();
  expect(alone.shares.campaigns).toBe(0);
  expect(alone.doubts).not.toContain('shared_limit');
  // 100 today, and 50 tomorrow.
  expect(alone.finish.p50?.slice(0, 10)).toBe(
    new Date(afternoon + 24 * 60 * minute).toISOString().slice(0, 10),
  );
  // A second one, as every other answer is kept for ten seconds.
  const second = await make(own, false);
  await make(own, true);
  await make(await makeClient(db), true);
  const shared = (
    await manager.post(`/api/campaign/${second.campaignId}/forecast`, {})
  ).json<CampaignForecast>();
  expect(shared.shares).toEqual({ campaigns: 1, otherClients: true, perSecond: null });
  expect(shared.doubts).toEqual(expect.arrayContaining(['shared_limit', 'shared_carrier']));
  // Half of each day goes to the other one.
  expect(Date.parse(shared.finish.p50 ?? '')).toBeGreaterThan(Date.parse(alone.finish.p50 ?? ''));
});

test('the pace of a carrier is the setting that its kind has, or its standard', async () => {
  const own = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 10 });
  const pace = async (settings: object) => {
    await asPlatform(db, (tx) =>
      tx.run(
        `INSERT INTO carrier (name, kind, settings) VALUES ('paced', 'asterisk', $1)
         ON CONFLICT (name) WHERE removed_at IS NULL DO UPDATE SET settings = excluded.settings`,
        [settings],
      ),
    );
    return asPlatform(db, (tx) => readCarrierSharing(tx, campaign));
  };
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET voice_carrier = 'paced' WHERE client_id = $1`, [own.clientId]),
  );
  const one = {
    perSecond: 20,
    atOnce: 200,
    isDivided: false,
    keepsLines: true,
    siblings: [],
    others: [],
  };
  expect(await pace({})).toEqual(one);
  expect(await pace({ setupsPerSecond: '2.5' })).toMatchObject({ perSecond: 2.5 });
  // Each node has its own.
  const nodes = 'http://10.0.0.5:8088, http://10.0.0.6:8088';
  const two = { perSecond: 40, atOnce: 100, isDivided: true };
  expect(await pace({ nodes, callsAtOnce: '50' })).toMatchObject(two);
  const standards = {
    asterisk: asteriskSettings.shape.setupsPerSecond,
    twilio: twilioSettings.shape.callsPerSecond,
  };
  expect(standards.asterisk.parse(undefined)).toBe(20);
  expect(asteriskSettings.shape.callsAtOnce.parse(undefined)).toBe(200);
  expect(twilioSettings.shape.callsAtOnce.parse(undefined)).toBe(100);
  expect(standards.twilio.parse(undefined)).toBe(1);
});
