import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { runAndKill } from './kill-run.ts';
import { linkbackRecords, makeLinkback, makeLinkbackEngine } from './linkback-world.ts';
import { recount } from './recount.ts';
import { temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
const killed = await freshDatabase();

async function started(agentCount: number, entries: number): Promise<Campaign> {
  const campaign = await makeLinkback(db, { agentCount });
  await makeList(db, campaign, { entries });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  return campaign;
}

/** Customers and agents as the carrier's log has them: how often one was called twice. */
function twice(folder: string) {
  const log = readCallLog(folder);
  const repeated = (ids: string[]) => ids.length - new Set(ids).size;
  const of = (kind: string) => log.filter((line) => line.kind === kind);
  return {
    customers: repeated(of('call').map((line) => line.to)),
    agents: repeated(of('agent').map((line) => line.attemptId)),
    // Each leg is of a call that was placed before.
    strangers: of('agent').filter(
      (leg) => !of('call').some(({ attemptId }) => attemptId === leg.attemptId),
    ).length,
  };
}

test('an agent stands in the attempt before the carrier is asked to call', async () => {
  const seen: Promise<unknown>[] = [];
  const campaign = await started(4, 8);
  const { clientId } = campaign;
  const { engine, runUntil } = makeLinkbackEngine(db, {
    onDial: (attemptId) =>
      seen.push(
        asClient(db, clientId, (tx) =>
          tx.row<{ called: boolean }>(
            `SELECT agent_called_at IS NOT NULL AS called FROM attempt
             WHERE client_id = $1 AND concat_ws('-', client_id, call_list_id, entry_id) = $2`,
            [clientId, attemptId],
          ),
        ),
      ),
  });
  await runUntil(async () => (await campaignState(db, campaign)).completed, 100);
  await engine.stop();
  expect(await Promise.all(seen)).toEqual(Array(8).fill({ called: true }));
});

test('an engine that dies with agents in calls: its calls end as unknown, its agents are free, and waking up it calls none', async () => {
  const campaign = await started(6, 80);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const wish = {
    clock,
    folder,
    deps: { leaseSeconds: 1.5 },
    profile: { talk: [300_000, 300_000] as const },
  };
  const first = makeLinkbackEngine(db, wish);
  const second = makeLinkbackEngine(db, wish);
  // Two agents are in calls, the other customers hear the message.
  await first.runUntil(async () => first.watched.all('connect').length === 2, 100);
  const busy = first.watched.agentsInCall();
  const dialled = first.watched.all('dialAgent').length;
  await sleep(1_600);
  // It may be slow and not dead: for another lease its agents count as busy.
  await second.runUntil(async () => second.watched.all('place').length > 0, 100);
  await sleep(1_600);
  // It gives no sign of life, so its agents are free: as many calls as there are agents.
  await second.runUntil(async () => second.watched.all('place').length >= 6, 100);
  await second.run(500, 100);
  expect(busy).toBeGreaterThan(1);
  expect(second.watched.all('place').length).toBe(6);
  const orphans = await linkbackRecords(db, campaign);
  expect(orphans.length).toBeGreaterThanOrEqual(busy);
  for (const record of orphans) {
    expect(record).toMatchObject({ result: 'unknown', transferred: false, abandoned: false });
  }
  // It wakes up while its customers press 1: no agent is called for them.
  const pressed = first.watched.all('key').length;
  await first.run(30_000, 100);
  expect(first.watched.all('key').length).toBeGreaterThan(pressed);
  expect(first.watched.all('dialAgent').length).toBe(dialled);
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  await second.runUntil(async () => (await campaignState(db, campaign)).run_status === 1);
  await Promise.all([first.engine.stop(), second.engine.stop()]);
  expect(twice(folder)).toEqual({ customers: 0, agents: 0, strangers: 0 });
  expect(await recount(db, campaign.clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('an engine that was slow and not dead keeps its agents busy in the eyes of the next one, and its talks their results', async () => {
  const campaign = await started(6, 14);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const deps = { leaseSeconds: 2 };
  const long = { talk: [90_000, 90_000] as const };
  const first = makeLinkbackEngine(db, { clock, folder, deps, profile: long });
  const samples: { free: number; inFlight: number }[] = [];
  const second = makeLinkbackEngine(db, {
    ...{ clock, folder, deps, profile: { talk: [5_000, 9_000] } },
    before(batch, watched) {
      const own = watched.agentsInCall();
      const free = 6 - own - first.watched.agentsInCall();
      const up = watched.all('place').length - watched.all('ended').length - own;
      samples.push({ free, inFlight: up + batch.length });
    },
  });
  await first.runUntil(async () => first.watched.all('connect').length === 2, 100);
  const talks = first.watched.all('dialAgent').map(({ attemptId }) => attemptId);
  await sleep(2_200);
  await second.runUntil(async () => second.watched.all('place').length > 0, 100);
  // It wakes up: the campaign is another one's, its talks go on for longer than a lease.
  const end = performance.now() + 5_000;
  while (performance.now() < end) {
    await first.run(100, 100);
    await second.run(100, 100);
    await sleep(20);
  }
  expect(first.watched.agentsInCall()).toBeGreaterThan(1);
  while (first.watched.agentsInCall() > 0) {
    await first.run(1_000, 1_000);
    await second.run(500, 500);
  }
  await first.run(1_000, 500);
  await second.runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  await Promise.all([first.engine.stop(), second.engine.stop()]);
  expect(samples.length).toBeGreaterThan(3);
  expect(samples.filter(({ free, inFlight }) => inFlight > free)).toEqual([]);
  const records = await linkbackRecords(db, campaign);
  for (const id of talks) {
    expect(records.find((record) => record.id === id)).toMatchObject({ transferred: true });
  }
  expect(await recount(db, campaign.clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('a shutdown hangs up customers and agents, and the next start calls the others', async () => {
  const campaign = await started(3, 12);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const first = makeLinkbackEngine(db, { clock, folder, profile: { talk: [300_000, 300_000] } });
  await first.runUntil(async () => first.watched.all('connect').length === 2, 100);
  expect(first.watched.agentsInCall()).toBeGreaterThan(1);
  await first.engine.stop();
  first.watched.carrier.events();
  expect(first.watched.agentsInCall()).toBe(0);
  const next = makeLinkbackEngine(db, { clock, folder });
  await next.runUntil(async () => (await campaignState(db, campaign)).completed, 250);
  await next.engine.stop();
  expect(twice(folder)).toEqual({ customers: 0, agents: 0, strangers: 0 });
  const records = await linkbackRecords(db, campaign);
  expect(records.length).toBe(12);
  expect(records.filter(({ transferred }) => transferred).length).toBeGreaterThanOrEqual(9);
});

test('9 while the agent rings or hears the message ends the leg and opts out; in the talk it does nothing', async () => {
  const campaign = await started(3, 3);
  const { watched, runUntil, run, engine, clock } = makeLinkbackEngine(db, {
    profile: { agentRings: [5_000, 5_000], talk: [20_000, 20_000] },
  });
  const nine = (attemptId: string) =>
    watched.inject({ attemptId, at: clock.now(), kind: 'key', key: '9' });
  await runUntil(async () => watched.all('dialAgent').length === 1, 100);
  const ringing = watched.all('dialAgent')[0]?.attemptId ?? '';
  nine(ringing);
  await run(200, 100);
  expect(watched.of(ringing).map(({ kind }) => kind)).toContain('agent_ended');
  await runUntil(async () => watched.all('playToAgent').length === 1, 100);
  const greeted = watched.all('playToAgent')[0]?.attemptId ?? '';
  nine(greeted);
  await runUntil(async () => watched.all('connect').length === 1, 100);
  const talking = watched.all('connect')[0]?.attemptId ?? '';
  nine(talking);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 100);
  await engine.stop();
  const records = await linkbackRecords(db, campaign);
  expect(records.filter(({ transferred }) => transferred).map(({ id }) => id)).toEqual([talking]);
  expect(records.find(({ id }) => id === talking)).toMatchObject({ transfer_seconds: 20 });
  expect(records.some(({ abandoned }) => abandoned)).toBe(false);
  expect(watched.of(greeted).at(-1)).toMatchObject({ kind: 'ended' });
  const blocked = await asClient(db, campaign.clientId, (tx) =>
    tx.rows('SELECT phone FROM do_not_call WHERE client_id = $1', [campaign.clientId]),
  );
  expect(blocked.length).toBe(2);
});

test('engines killed at any moment call no customer and no agent twice', async () => {
  const campaign = await makeLinkback(killed, { agentCount: 60, callRatio: 1 });
  await makeList(killed, campaign, { entries: 1_000 });
  await requestStart(killed, campaign.clientId, campaign.campaignId);
  const folder = temporaryFolder();
  // Quick to answer: an engine's life here is some 10 to 40 seconds of its clock.
  const profile = {
    ...{ person: 0.7, pressesOne: 0.9, hangsUpEarly: 0.05, talk: [5_000, 30_000] as const },
    ...{ setup: [200, 500] as const, personRings: [500, 3_000] as const },
  };
  const settings = { url: killed.url, folder, speed: 60, leaseSeconds: 0.3, wrong: false, profile };
  const agents = () =>
    existsSync(join(folder, callLogName))
      ? readCallLog(folder).filter(({ kind }) => kind === 'agent').length
      : 0;
  const last = await runAndKill(settings, 10, 'linkback kills', agents);
  while (!(await campaignState(killed, campaign)).completed) await sleep(100);
  await last.kill();
  expect(twice(folder)).toEqual({ customers: 0, agents: 0, strangers: 0 });
  const log = readCallLog(folder);
  expect(log.filter(({ kind }) => kind === 'agent').length).toBeGreaterThan(50);
  const unnoted = await asClient(killed, campaign.clientId, (tx) =>
    tx.rows<{ id: string }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id FROM attempt
       WHERE client_id = $1 AND agent_called_at IS NULL`,
      [campaign.clientId],
    ),
  );
  const without = new Set(unnoted.map(({ id }) => id));
  expect(log.filter((line) => line.kind === 'agent' && without.has(line.attemptId))).toEqual([]);
  // The kills did hit agents in calls: a test that never met one would prove nothing.
  const hit = await asClient(killed, campaign.clientId, (tx) =>
    tx.rows(
      `SELECT entry_id FROM attempt
       WHERE client_id = $1 AND agent_called_at IS NOT NULL AND result = 'unknown'`,
      [campaign.clientId],
    ),
  );
  expect(hit.length).toBeGreaterThan(0);
  expect(await recount(killed, campaign.clientId)).toEqual({
    attempts: 1_000,
    openAttempts: 0,
    callRecords: 1_000,
    mismatches: 0,
    wrongCounts: [],
  });
}, 120_000);
