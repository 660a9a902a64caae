import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { outcomesOf } from '../../src/contract/call-outcome.ts';
import { monitoringAge } from '../../src/contract/live-monitoring.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeLinkback, makeLinkbackEngine } from './linkback-world.ts';
import { afternoon, campaignState, makeList } from './world.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(afternoon) });

test('the counts of a Linkback on Live Monitoring are those of its call records, for the campaign and each list', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const manager = await api.signIn(client);
  const campaign = await makeLinkback(db, { clientId, agentCount: 6, callRatio: 3 });
  const lists = [
    await makeList(db, campaign, { entries: 40 }),
    await makeList(db, campaign, { entries: 20 }),
  ];
  const profile = { person: 0.7, machine: 0.2, pressesOne: 0.7, talk: [3_000, 40_000] as const };
  const { runUntil, engine, watched } = makeLinkbackEngine(db, { profile });
  await manager.post(`/api/campaign/${campaign.campaignId}/start`, {});
  const watch = async () =>
    (await manager.get(`/api/livemonitoring/${campaign.campaignId}`)).json<{
      agentsBusy: number;
    }>();
  await runUntil(async () => watched.all('connect').length > 2, 250);
  // The response may be half a second old.
  await sleep(monitoringAge + 50);
  const { agentsBusy } = await watch();
  expect(agentsBusy).toBe(watched.agentsInCall());
  expect(agentsBusy).toBeGreaterThan(0);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await engine.stop();

  const recounted = (where: string, id: number) =>
    asClient(db, clientId, (tx) =>
      tx.row<Record<string, number>>(
        `SELECT count(*)::int AS "countTotalCalled",
           count(*) FILTER (WHERE result = 'person')::int AS "countPerson",
           count(*) FILTER (WHERE result = 'machine')::int AS "countMachine",
           count(*) FILTER (WHERE call_type = 'Transfer')::int AS "countTransfer",
           count(*) FILTER (WHERE abandoned)::int AS "countAbandoned",
           coalesce(avg(transfer_seconds) FILTER (WHERE call_type = 'Transfer'), 0)::float8
             AS "avgDurationTransfer",
           coalesce(avg(duration) FILTER (WHERE result IN ('person', 'machine')), 0)::float8
             AS "avgDuration"
         FROM call_record WHERE client_id = $1 AND ${where} = $2`,
        [clientId, id],
      ),
    );
  await sleep(monitoringAge + 50);
  const response = await manager.get(`/api/livemonitoring/${campaign.campaignId}`);
  const {
    stats,
    calllists,
    agentsBusy: busyAtTheEnd,
  } = response.json<{
    stats: Record<string, number>;
    agentsBusy: number;
    calllists: { callListId: number; stats: Record<string, number> }[];
  }>();
  expect(busyAtTheEnd).toBe(0);
  const whole = (await recounted('campaign_id', campaign.campaignId)) ?? {};
  expect(stats).toMatchObject(whole);
  expect(stats).toMatchObject({ countTotal: 60, countTotalCalled: 60, countInProgress: 0 });
  // A run without both would prove nothing.
  expect(whole.countTransfer).toBeGreaterThan(6);
  expect(whole.countAbandoned).toBeGreaterThan(2);
  expect(calllists.map(({ callListId }) => callListId)).toEqual(lists.toReversed());
  for (const list of calllists) {
    expect(list.stats).toMatchObject((await recounted('call_list_id', list.callListId)) ?? {});
  }
  await mustOpen(manager, { campaigns: [campaign.campaignId] }, stats);
  for (const { callListId, stats: own } of calllists) {
    await mustOpen(manager, { callLists: [callListId] }, own);
  }
  const filters = { callTypeName: 'Transfer' };
  const counted = await manager.post('/api/reports/cdrcount', { clientId, filters });
  expect(counted.text).toBe(String(whole.countTransfer));
});

/** Each figure opens as many calls in the report as it says. */
async function mustOpen(manager: Caller, filters: object, stats: Record<string, number>) {
  const asked: [figure: string, more: object][] = [
    ['countPerson', { outcome: outcomesOf.person }],
    ['countMachine', { outcome: outcomesOf.machine }],
    ['countTotalNoAnswer', { outcome: outcomesOf.noAnswer }],
    ['countTotalFailed', { outcome: outcomesOf.failed }],
    ['countAbandoned', { outcome: outcomesOf.abandoned }],
    ['countTransfer', { callTypeName: 'Transfer' }],
    ['countTotalCalled', {}],
  ];
  for (const [figure, more] of asked) {
    const body = { filters: { ...filters, ...more } };
    const counted = await manager.post('/api/reports/cdrcount', body);
    expect({ [figure]: Number(counted.text) }).toEqual({ [figure]: stats[figure] });
  }
}
