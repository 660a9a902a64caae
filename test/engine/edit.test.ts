import { beforeAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine } from './test-engine.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeList,
  makeMessage,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(afternoon) });

let clientId: number;
let manager: Caller;
beforeAll(async () => {
  const client = await makeClient(db);
  clientId = client.clientId;
  manager = await api.signIn(client);
});

const everybody = { machine: 0, busy: 0, failed: 0, hangsUpEarly: 0, pressesNine: 0, person: 1 };

/** A running campaign, and the save of an edit over HTTP as the editor sends it. */
async function running(callsPerMinute: number) {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute });
  await makeList(db, campaign, { entries: 2_000 });
  const engine = makeEngine(db, { profile: everybody });
  const path = `/api/campaign/${campaign.campaignId}`;
  expect((await manager.post(`${path}/start`, {})).status).toBe(200);
  await engine.runUntil(async () => (await campaignState(db, campaign)).run_status === 3, 100);
  const item = `/api/campaign/broadcast/${campaign.campaignId}`;
  const stored = (await manager.get(`${item}/item`)).json<Record<string, unknown>>();
  const edit = async (given: Record<string, unknown>) => {
    const { updated, campaignStarted, ...body } = { ...stored, ...given };
    const response = await manager.post(`${item}/edit`, body);
    expect(response.json(), response.text).toBe(true);
  };
  const stop = async () => {
    await manager.post(`${path}/stop`, {});
    await engine.engine.stop();
  };
  return { ...engine, campaign, edit, stop };
}

test('a new pace of a running campaign holds within a second, and it keeps running', async () => {
  const { campaign, run, folder, edit, stop } = await running(60);
  await run(10_000, 50);
  const slow = readCallLog(folder).length;
  expect(slow).toBeGreaterThanOrEqual(9);
  expect(slow).toBeLessThanOrEqual(12);
  await edit({ callsPerMinute: 1_200 });
  await run(1_000, 50);
  const afterOne = readCallLog(folder).length;
  await run(3_000, 50);
  expect(readCallLog(folder).length - afterOne).toBeGreaterThanOrEqual(59);
  expect(readCallLog(folder).length - afterOne).toBeLessThanOrEqual(61);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3, reason: null });
  await stop();
});

test('calls placed a second after an edit show its number and hear its message', async () => {
  const { clock, run, edit, stop, campaign } = await running(600);
  await run(3_000, 100);
  const short = await makeMessage(db, clientId, 5_000);
  await edit({ callerIdNumber: '(302) 555-0177', customerMessageId: short });
  const edited = clock.now();
  await run(90_000, 250);
  await manager.post(`/api/campaign/${campaign.campaignId}/stop`, {});
  // Every call comes to its own end.
  await run(60_000, 250);
  await stop();
  const calls = await asClient(db, clientId, (tx) =>
    tx.rows<{ started_at: Date; duration: number; caller_id: string }>(
      `SELECT started_at, duration, caller_id FROM call_record
       WHERE client_id = $1 AND campaign_id = $2 AND result = 'person'`,
      [clientId, campaign.campaignId],
    ),
  );
  const before = calls.filter((call) => call.started_at.getTime() < edited);
  const later = calls.filter((call) => call.started_at.getTime() > edited + 1_000);
  expect(before.length).toBeGreaterThan(10);
  expect(later.length).toBeGreaterThan(100);
  expect(new Set(before.map((call) => call.caller_id))).toEqual(new Set(['12125550199']));
  expect(new Set(later.map((call) => call.caller_id))).toEqual(new Set(['13025550177']));
  expect(new Set(later.map((call) => call.duration))).toEqual(new Set([5]));
});

test('the counts of Live Monitoring are those of the call records, for the campaign and each list', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 6_000 });
  const lists = [
    await makeList(db, campaign, { entries: 150 }),
    await makeList(db, campaign, { entries: 90 }),
  ];
  const { runUntil, engine } = makeEngine(db);
  await manager.post(`/api/campaign/${campaign.campaignId}/start`, {});
  await runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  await engine.stop();

  const recounted = (where: string, id: number) =>
    asClient(db, clientId, (tx) =>
      tx.row(
        `SELECT count(*)::int AS "countTotalCalled",
           count(*) FILTER (WHERE result = 'person')::int AS "countPerson",
           count(*) FILTER (WHERE result = 'machine')::int AS "countMachine",
           count(*) FILTER (WHERE result IN ('busy', 'no_answer'))::int AS "countTotalNoAnswer",
           count(*) FILTER (WHERE result IN ('failed', 'unknown'))::int AS "countTotalFailed",
           coalesce(avg(duration) FILTER (WHERE result IN ('person', 'machine')), 0)::float8
             AS "avgDuration"
         FROM call_record WHERE client_id = $1 AND ${where} = $2`,
        [clientId, id],
      ),
    );
  const response = await manager.get(`/api/livemonitoring/${campaign.campaignId}`);
  const { stats, calllists } = response.json<{
    stats: Record<string, number>;
    calllists: { callListId: number; stats: Record<string, number> }[];
  }>();
  expect(stats).toMatchObject({ countTotal: 240, countInProgress: 0 });
  expect(stats).toMatchObject((await recounted('campaign_id', campaign.campaignId)) ?? {});
  expect(stats.countTotalCalled).toBe(240 - (stats.dncCount ?? 0));
  expect(calllists.map(({ callListId }) => callListId)).toEqual(lists.toReversed());
  for (const list of calllists) {
    expect(list.stats).toMatchObject((await recounted('call_list_id', list.callListId)) ?? {});
  }
});
