/** Forecasts that are kept when a run begins, and how they are graded by its end. */
import { expect, test } from 'vitest';
import type { KeptForecast } from '../../src/contract/forecast.ts';
import { asClient } from '../../src/db/database.ts';
import { endForecast } from '../../src/db/queries/kept-forecast.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { keepRunForecast } from '../../src/jobs/keep-forecast.ts';
import { ended, record, takeEntries } from '../engine/follow-up-world.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';

const db = await freshDatabase();
// 15:00 Eastern.
const api = await testApi(db, { now: () => new Date(afternoon) });
const client = await makeClient(db);
const { clientId } = client;
const me = caller(api.url, await openSession(db, clientId, client.manager.managerId));
const minute = 60_000;

const set = (campaignId: number, changes: string, ...values: unknown[]) =>
  asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET ${changes} WHERE client_id = $1 AND campaign_id = $2`, [
      ...[clientId, campaignId, ...values],
    ]),
  );
/** It runs since so many minutes. */
const begin = async (campaignId: number, minutes = 0) => {
  const started = new Date(afternoon - minutes * minute);
  await set(campaignId, 'run_status = 3, started = $3', started);
  return started;
};
const stop = (campaignId: number) => set(campaignId, 'run_status = 1, started = NULL');
const keep = (campaignId: number, started: Date) =>
  keepRunForecast(
    { db, now: new Date(afternoon) },
    { clientId, campaignId, at: started.toISOString() },
  );
const end = (campaignId: number, started: Date) =>
  asClient(db, clientId, (tx) => endForecast(tx, { clientId, campaignId, started }));
const listed = async (campaignId: number) =>
  (await me.get(`/api/forecast?campaignId=${campaignId}`)).json<{
    graded: number;
    inside: number;
    forecasts: KeptForecast[];
  }>();

test('what was said is kept when a run begins, and graded by its end', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 10 });
  await keep(campaignId, new Date(afternoon));
  // It does not run: nothing is kept.
  expect((await listed(campaignId)).forecasts).toEqual([]);
  await keep(campaignId, await begin(campaignId, 2));
  expect((await listed(campaignId)).forecasts).toMatchObject([
    { ended: null, grade: null, ungraded: null },
  ]);
  await stop(campaignId);
  expect((await listed(campaignId)).forecasts).toMatchObject([
    { grade: null, ungraded: 'stopped' },
  ]);
  const second = await begin(campaignId, 1);
  // Before its job has run, the one of the former run does not come to life again.
  expect((await listed(campaignId)).forecasts).toMatchObject([{ ungraded: 'stopped' }]);
  await keep(campaignId, second);
  await takeEntries(db, campaign, callListId, [1]);
  await record(db, clientId, [ended(callListId, 1, 'no_answer')]);
  await end(campaignId, second);
  const { graded, inside, forecasts } = await listed(campaignId);
  expect(forecasts).toHaveLength(2);
  expect(forecasts[0]).toMatchObject({ grade: 'earlier', ungraded: null });
  expect(forecasts[1]).toMatchObject({ grade: null, ungraded: 'stopped' });
  expect([graded, inside]).toEqual([1, 0]);
});

test('a run ends when its last call does, also if thousands began after that one', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 2_010 });
  const started = await begin(campaignId, 1);
  await keep(campaignId, started);
  const later = Array.from({ length: 2_001 }, (_, index) => index + 2);
  await takeEntries(db, campaign, callListId, [1]);
  await takeEntries(db, campaign, callListId, later, simMs(afternoon + 1_000));
  const talked = afternoon + 40 * minute;
  await record(db, clientId, [
    ended(callListId, 1, 'person', { finishedAt: simMs(talked) }),
    ...later.map((entryId) => ended(callListId, entryId, 'no_answer')),
  ]);
  await end(campaignId, started);
  expect((await listed(campaignId)).forecasts).toMatchObject([
    { ended: new Date(talked).toISOString() },
  ]);
});

test('a run of texts ends when the last one was sent, whatever receipts come or do not', async () => {
  const textMessageId = await makeTextMessage(db, clientId, 'Letter', 'Hello.');
  const textingNumberId = await makeTextingNumber(db, clientId);
  const campaignId = await makeTextCampaign(db, clientId, {
    ...{ name: 'Letters', textMessageId, textingNumberId },
  });
  const campaign = { clientId, campaignId };
  const callListId = await makeList(db, campaign, { entries: 30 });
  const started = await begin(campaignId, 1);
  await keep(campaignId, started);
  await takeEntries(db, campaign, callListId, [1]);
  await takeEntries(db, campaign, callListId, [2], simMs(afternoon + 20_000));
  await record(db, clientId, [
    ended(callListId, 1, 'delivered', { finishedAt: simMs(afternoon + 50 * minute) }),
  ]);
  const kept = async () => (await listed(campaignId)).forecasts[0];
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE attempt SET receipt_until = $3 WHERE client_id = $1 AND campaign_id = $2
         AND finished_at IS NULL`,
      [clientId, campaignId, new Date(afternoon + 60 * minute)],
    ),
  );
  await end(campaignId, started);
  expect(await kept()).toMatchObject({ ended: new Date(afternoon + 20_000).toISOString() });
  expect((await kept())?.grade).not.toBeNull();
});

test('a run that ends in a minute that was said counts as inside it', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 40 });
  const started = await begin(campaignId);
  await keep(campaignId, started);
  const said = (await listed(campaignId)).forecasts[0]?.finish.p90;
  const lastMinute = Math.floor(Date.parse(said ?? '') / minute) * minute;
  await takeEntries(db, campaign, callListId, [1]);
  const finishedAt = simMs(lastMinute + minute - 1);
  await record(db, clientId, [ended(callListId, 1, 'no_answer', { finishedAt })]);
  await end(campaignId, started);
  const { graded, inside, forecasts } = await listed(campaignId);
  expect(forecasts[0]).toMatchObject({ grade: 'inside' });
  expect([graded, inside]).toEqual([1, 1]);
});

test('a job that comes twice or late keeps one forecast of its run, or none', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  await makeList(db, campaign, { entries: 10 });
  const first = await begin(campaignId, 3);
  await keep(campaignId, first);
  await keep(campaignId, first);
  const { forecasts } = await listed(campaignId);
  expect(forecasts).toHaveLength(1);
  // The job came three minutes late: it said what was left then.
  expect(forecasts[0]?.at).toBe(new Date(afternoon).toISOString());
  await end(campaignId, first);
  await stop(campaignId);
  await keep(campaignId, first);
  const second = await begin(campaignId, 1);
  await keep(campaignId, first);
  expect((await listed(campaignId)).forecasts).toHaveLength(1);
  await keep(campaignId, second);
  expect((await listed(campaignId)).forecasts).toHaveLength(2);
});

test('where nobody is left to be called when its job comes, nothing is kept', async () => {
  const { campaignId } = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  await keep(campaignId, await begin(campaignId, 1));
  expect((await listed(campaignId)).forecasts).toEqual([]);
});

test('with other agents it is another run, which is not graded', async () => {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  const { campaignId } = campaign;
  await set(
    campaignId,
    `campaign_type = 2, calls_per_minute = NULL, call_ratio = 2, agent_count = 3,
     linkback_number = '13025550100'`,
  );
  await makeList(db, campaign, { entries: 10 });
  const started = await begin(campaignId, 1);
  await keep(campaignId, started);
  const response = await me.post(`/api/campaign/${campaignId}/agents`, { agentsOnDuty: 5 });
  expect(response.status, response.text).toBe(200);
  await end(campaignId, started);
  expect((await listed(campaignId)).forecasts).toMatchObject([
    { grade: null, ungraded: 'changed' },
  ]);
});
