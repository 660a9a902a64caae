import { expect, test } from 'vitest';
import type { CampaignForecast, KeptForecast } from '../../src/contract/forecast.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { endForecast } from '../../src/db/queries/kept-forecast.ts';
import { keepRunForecast } from '../../src/jobs/keep-forecast.ts';
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
async function opened(campaignId: number, reason: string) {
  const query = `part=never&reason=${reason}`;
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
  const faster = await ask(campaignId, { callsPerMinute: 100 });
  expect(Date.parse(faster.finish.p50 ?? '')).toBeLessThan(Date.parse(said.finish.p50 ?? ''));
});

test('a field that it does not know, a wrong value and another client are refused', async () => {
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

test('what was said is kept when a run begins, and graded by its end', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 10 });
  const running = (status: number) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = $3 WHERE client_id = $1 AND campaign_id = $2', [
        clientId,
        campaignId,
        status,
      ]),
    );
  const at = new Date(afternoon).toISOString();
  await keepRunForecast({ db }, { clientId, campaignId, at });
  const list = async () =>
    (await me.get(`/api/forecast?campaignId=${campaignId}`)).json<{
      graded: number;
      inside: number;
      forecasts: KeptForecast[];
    }>();
  // It does not run: nothing is kept.
  expect((await list()).forecasts).toEqual([]);
  await running(3);
  await keepRunForecast({ db }, { clientId, campaignId, at });
  expect((await list()).forecasts).toMatchObject([{ ended: null, grade: null, ungraded: null }]);
  await running(1);
  expect((await list()).forecasts).toMatchObject([{ grade: null, ungraded: 'stopped' }]);
  await running(3);
  await keepRunForecast({ db }, { clientId, campaignId, at });
  await takeEntries(db, campaign, callListId, [1]);
  await record(db, clientId, [ended(callListId, 1, 'no_answer')]);
  await asClient(db, clientId, (tx) => endForecast(tx, { clientId, campaignId }));
  const { graded, inside, forecasts } = await list();
  expect(forecasts).toHaveLength(2);
  expect(forecasts[0]).toMatchObject({ grade: 'earlier', ungraded: null });
  expect(forecasts[1]).toMatchObject({ grade: null, ungraded: 'stopped' });
  expect([graded, inside]).toEqual([1, 0]);
});
