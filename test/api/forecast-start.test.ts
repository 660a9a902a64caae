/** What a forecast says where nobody is called: nothing can start, it starts too late, or nobody is left. */
import { expect, test } from 'vitest';
import type { CampaignForecast } from '../../src/contract/forecast.ts';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
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
const hour = 3_600_000;
const nothing = { p10: null, p50: null, p90: null };
const after = (hours: number) => new Date(afternoon + hours * hour).toISOString();

const ask = async (campaignId: number, changes: object = {}) => {
  const response = await me.post(`/api/campaign/${campaignId}/forecast`, changes);
  expect(response.status, response.text).toBe(200);
  return response.json<CampaignForecast>();
};

const set = (sql: string, ...values: unknown[]) =>
  asClient(db, clientId, (tx) => tx.run(sql, [clientId, ...values]));

async function campaignOf(entries: number, wish: object = {}) {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20, ...wish });
  if (entries > 0) await makeList(db, campaign, { entries });
  return campaign.campaignId;
}

const asLinkback = (campaignId: number, pacing: string) =>
  set(
    `UPDATE campaign SET campaign_type = 2, calls_per_minute = NULL, call_ratio = 2,
       agent_count = 5, pacing = $3, linkback_number = ''
     WHERE client_id = $1 AND campaign_id = $2`,
    campaignId,
    pacing,
  );

/** The forecast doubts what the start refuses, and for the same reason. */
async function expectRefused(campaignId: number, code: string) {
  const refused = await me.post(`/api/campaign/${campaignId}/start`, {});
  expect(refused.status).toBe(409);
  const said = await ask(campaignId);
  expect(said.refusal).toMatchObject({ code });
  expect(said.refusal && reasonSentence(said.refusal)).toBe(
    refused.json<{ detail: string }>().detail,
  );
  expect(said.doubts).toContain('cannot_start');
  expect(said).toMatchObject({ start: null, finish: nothing, finishes: 0, reachable: 30 });
  expect(said.doubts).not.toContain('not_in_time');
  expect(said.doubts).not.toContain('no_run');
  return said;
}

test('a campaign without a message, or with one that is not ready, cannot start, and the forecast says why', async () => {
  const without = await campaignOf(30, { customerMessage: null, machineMessage: null });
  const said = await expectRefused(without, 'no_message');
  expect(said.neverCallable).toEqual([]);
  const waits = await campaignOf(30);
  await set(
    `UPDATE voice_message SET ready_version = NULL WHERE client_id = $1 AND voice_message_id =
       (SELECT customer_message_id FROM campaign WHERE client_id = $1 AND campaign_id = $2)`,
    waits,
  );
  await expectRefused(waits, 'message_not_ready');
});

test('a Linkback without a customer message or a number for its agents cannot start, with any agents', async () => {
  const silent = await campaignOf(30, { customerMessage: null });
  await asLinkback(silent, 'adaptive');
  await expectRefused(silent, 'no_customer_message');
  const many = await ask(silent, { agentCount: 10_000 });
  expect(many).toMatchObject({ finish: nothing, finishes: 0 });
  const spoken = await campaignOf(30);
  await asLinkback(spoken, 'ratio');
  await expectRefused(spoken, 'no_linkback_number');
});

test('what can start has no doubt of it', async () => {
  const said = await ask(await campaignOf(30));
  expect(said.refusal).toBeNull();
  expect(said.doubts).not.toContain('cannot_start');
});

test('a start more than two weeks away is not in time, and no end is made up', async () => {
  const campaignId = await campaignOf(30);
  for (const start of [after(15 * 24), '2999-12-31T23:59:00.000Z', '9999-12-31T23:59:00.000Z']) {
    const said = await ask(campaignId, { start });
    expect(said).toMatchObject({ start, finish: nothing, finishes: 0, reachable: 30, zones: [] });
    expect(said.attempts.p90).toBe(0);
    expect(said.doubts).toContain('not_in_time');
    expect(said.doubts).not.toContain('no_numbers');
    expect(said.neverCallable).toEqual([]);
  }
});

test('numbers whose hours open just after the two weeks are not "never", when the start is just before their end', async () => {
  const { campaignId, ...campaign } = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  // Guam: 8:00 AM there is two hours after the end of the two weeks.
  const guam = { entries: 10, firstPhone: 16_714_720_100 };
  await makeList(db, { campaignId, ...campaign }, guam);
  for (const hours of [-10, -6, 1]) {
    const said = await ask(campaignId, { start: after(14 * 24 + hours) });
    expect({ hours, ...said }).toMatchObject({ hours, reachable: 10, neverCallable: [] });
  }
});

test('where nobody is contacted there is no end', async () => {
  const cases: [number, object][] = [
    [30, { open: '18:00', close: '09:00' }],
    [0, {}],
    [0, { callsPerMinute: 0 }],
  ];
  for (const [entries, changes] of cases) {
    const said = await ask(await campaignOf(entries), changes);
    expect(said).toMatchObject({ finish: nothing, finishes: 0, reachable: 0 });
    expect(said.doubts).toContain('no_numbers');
  }
});

test('the picture of the day begins with the run', async () => {
  const { campaignId, ...campaign } = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  // New York: on the Monday at 10:00 all may be called.
  await makeList(db, { campaignId, ...campaign }, { entries: 30, firstPhone: 12_125_550_100 });
  const now = await ask(campaignId);
  expect(now.zonesFrom).toBe(now.at);
  const start = after(67);
  const later = await ask(campaignId, { start });
  expect(later.zonesFrom).toBe(start);
  const [zone] = later.zones;
  expect(zone?.attempts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(30, 0);
  expect(zone?.attempts[0]).toBeGreaterThan(0);
  for (const { from, until } of zone?.hours ?? []) {
    expect(Date.parse(from)).toBeGreaterThanOrEqual(Date.parse(start));
    expect(Date.parse(until)).toBeLessThanOrEqual(Date.parse(start) + 24 * hour);
  }
});

test('a reason that no number is never called for is refused', async () => {
  const campaignId = await campaignOf(30);
  for (const path of ['numbers', 'numbers/file']) {
    const wrong = await me.get(`/api/campaign/${campaignId}/${path}?part=never&reason=foo`);
    expect(wrong.status).toBe(400);
    const right = await me.get(`/api/campaign/${campaignId}/${path}?part=never&reason=in_call`);
    expect(right.status).toBe(200);
  }
});
