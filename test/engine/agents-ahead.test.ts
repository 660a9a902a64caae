/** Under the law's 2 seconds an adaptive campaign calls its agents ahead (decision 098). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import type { CarrierProfile } from '../../src/carriers/simulated/profile.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { countBusyAgents } from '../../src/db/queries/agent-call.ts';
import { setAgentsOnDuty } from '../../src/db/queries/agents-on-duty.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import type { SimMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { callsOfBefore, personsOfBefore } from './adaptive-world.ts';
import {
  type LinkbackEngineWish,
  linkbackRecords,
  makeLinkback,
  makeLinkbackEngine,
} from './linkback-world.ts';
import { leasesRunOut } from './silent-engine.ts';
import { temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();
await asPlatform(db, (tx) => ensureCallRecordMonth(tx, new Date(afternoon)));

/** Half of all answer, and a third of those ask for an agent. */
const profile: Partial<CarrierProfile> = {
  ...{ person: 0.5, machine: 0.3, hangsUpEarly: 0.3, pressesOne: 0.35 },
  ...{ talk: [10_000, 30_000], agentRings: [1_000, 3_000] },
};
const agentCount = 8;

/** An adaptive campaign of the law's 2 seconds that has been free since yesterday. */
async function campaignOf(entries: number, persons = 3_000): Promise<Campaign> {
  const clientId = await makeTestClient(db);
  const rule = { waitSeconds: 2, hangUps: false } as const;
  await asPlatform(db, (tx) => setAbandonmentRule(tx, clientId, rule));
  const campaign = await makeLinkback(db, { clientId, agentCount });
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET pacing = 'adaptive' WHERE client_id = $1`, [clientId]),
  );
  await makeList(db, campaign, { entries });
  if (persons > 0) await personsOfBefore(db, campaign, { persons, daysAgo: 1 });
  await callsOfBefore(db, campaign);
  await requestStart(db, clientId, campaign.campaignId);
  return campaign;
}

function engineOf(wish: LinkbackEngineWish = {}) {
  const made = makeLinkbackEngine(db, { profile, ...wish });
  const { watched } = made;
  const ended = () => new Set(watched.all('ended').map(({ attemptId }) => attemptId));
  const inFlight = () => watched.all('place').filter(({ attemptId }) => !ended().has(attemptId));
  return { ...made, inFlight };
}

/** Each customer is called once; today's counts are those of the records; nobody is left. */
async function expectTrueBooks({ clientId }: Campaign, folder: string) {
  const numbers = readCallLog(folder).flatMap(({ kind, to }) => (kind === 'call' ? [to] : []));
  expect(new Set(numbers).size).toBe(numbers.length);
  const [books] = await asClient(db, clientId, (tx) =>
    tx.rows<{ persons: number; lost: number; open: number; counted: object }>(
      `SELECT (count(*) FILTER (WHERE r.result = 'person'))::int AS persons,
         (count(*) FILTER (WHERE r.abandoned))::int AS lost,
         (SELECT count(*)::int FROM attempt WHERE client_id = $1 AND finished_at IS NULL) AS open,
         (SELECT jsonb_build_object('persons', n.persons, 'lost', n.no_agent) FROM abandonment_day n
          WHERE n.client_id = $1 ORDER BY n.day DESC LIMIT 1) AS counted
       FROM call_record r WHERE r.client_id = $1 AND r.call_list_id <> 999000`,
      [clientId],
    ),
  );
  expect(books?.open).toBe(0);
  return books;
}

test('who asks is connected at once with an agent who waits, and more calls than agents are placed', async () => {
  const campaign = await campaignOf(90);
  const { watched, runUntil, run, engine, folder, inFlight } = engineOf();
  let [mostAgents, mostCalls, mostTalks] = [0, 0, 0];
  await runUntil(async () => {
    const { clientId, campaignId } = campaign;
    const talks = await asClient(db, clientId, (tx) => countBusyAgents(tx, clientId, campaignId));
    // Live Monitoring counts who talks; who waits for a customer only the engine knows.
    expect(talks).toBeLessThanOrEqual(watched.agentsInCall());
    mostTalks = Math.max(mostTalks, talks);
    mostAgents = Math.max(mostAgents, watched.agentsInCall());
    mostCalls = Math.max(mostCalls, inFlight().length);
    return (await campaignState(db, campaign)).completed;
  }, 500);
  await run(2_000, 500);
  await engine.stop();
  expect(mostCalls).toBeGreaterThan(2 * agentCount);
  expect(mostTalks).toBeGreaterThan(2);
  // Nobody is called for a customer who waits, and never more agents than there are.
  expect(watched.all('dialAgent')).toEqual([]);
  expect(mostAgents).toBe(agentCount);
  expect(watched.agentsInCall()).toBe(0);
  const books = await expectTrueBooks(campaign, folder);
  expect(books?.counted).toEqual({ persons: books?.persons, lost: books?.lost });
  const waits = await asClient(db, campaign.clientId, (tx) =>
    tx.rows<{ late: number }>(
      `SELECT over_2 AS late FROM abandonment_day WHERE client_id = $1 ORDER BY day DESC LIMIT 1`,
      [campaign.clientId],
    ),
  );
  expect(waits).toEqual([{ late: 0 }]);
}, 60_000);

test("an agent's line stays while customers hang up, and ends with the agent's own hang-up", async () => {
  // So many talks that a line which was let go of once or twice for want of a customer changes nothing.
  const campaign = await campaignOf(150);
  const talks = { agentEndsTalk: 0.2, agentLeavesEarly: 0 };
  const { watched, runUntil, run, engine, folder } = engineOf({
    profile: { ...profile, ...talks },
  });
  const lines = new Map<string, string[]>();
  const { waitingAgents } = watched.carrier;
  Object.assign(watched.carrier, {
    waitingAgents: {
      ...waitingAgents,
      connect(attemptId: string, agentId: string, at: SimMs) {
        lines.set(agentId, [...(lines.get(agentId) ?? []), attemptId]);
        waitingAgents.connect(attemptId, agentId, at);
      },
    } satisfies typeof waitingAgents,
  });
  await runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await run(2_000, 500);
  await engine.stop();
  expect(watched.agentsInCall()).toBe(0);
  expect(Math.max(...[...lines.values()].map((talked) => talked.length))).toBeGreaterThan(1);
  // Each line's talks come one after another, and the record of each call has its own.
  const records = await linkbackRecords(db, campaign);
  const talked = new Map(records.map((one) => [one.id, one]));
  for (const attempts of lines.values()) {
    const times = attempts.map((id) => watched.of(id).find(({ kind }) => kind === 'ended'));
    expect(times.every((end, at) => end && end.at >= (times[at - 1]?.at ?? 0))).toBe(true);
    // Whoever was followed by another customer has hung up.
    for (const id of attempts.slice(0, -1)) {
      expect(watched.of(id).some(({ kind }) => kind === 'agent_ended')).toBe(false);
    }
    for (const id of attempts) expect(talked.get(id)).toMatchObject({ transferred: true });
  }
  const called = readFileSync(join(folder, callLogName), 'utf8').match(/"kind":"agent"/g) ?? [];
  expect(called.length).toBeLessThan(records.filter(({ transferred }) => transferred).length);
  const books = await expectTrueBooks(campaign, folder);
  expect(books?.counted).toEqual({ persons: books?.persons, lost: books?.lost });
}, 60_000);

test('before the campaign is free, each agent who waits has one customer, who cannot be abandoned', async () => {
  const campaign = await campaignOf(40, 0);
  const { watched, run, engine, folder, inFlight } = engineOf();
  let most = 0;
  for (let step = 0; step < 60; step += 1) {
    await run(500, 500);
    most = Math.max(most, inFlight().length);
  }
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  await run(40_000, 500);
  await engine.stop();
  expect(most).toBe(agentCount);
  expect(watched.all('dialAgent')).toEqual([]);
  expect((await expectTrueBooks(campaign, folder))?.lost).toBe(0);
}, 60_000);

test('where not every agent could be connected, calls do not share those who wait', async () => {
  const campaign = await campaignOf(60);
  const { watched, runUntil, engine } = engineOf();
  Object.assign(watched.carrier.waitingAgents, { isDivided: () => true });
  await runUntil(async () => watched.all('dialAgent').length > 0, 500);
  await engine.stop();
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [campaign.clientId]),
  );
});

test('a stop lets agents go, but not those whom calls in flight share; at the end nobody is on the line', async () => {
  const campaign = await campaignOf(200);
  const { watched, run, runUntil, engine, folder, inFlight } = engineOf();
  await runUntil(async () => inFlight().length > 2 * agentCount, 500);
  const placed = watched.all('place').length;
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  await run(2_000, 500);
  expect(watched.agentsInCall()).toBeGreaterThan(0);
  await runUntil(async () => inFlight().length === 0, 500);
  await run(3_000, 500);
  expect(watched.agentsInCall()).toBe(0);
  expect(watched.all('dialAgent')).toEqual([]);
  expect(watched.all('place').length).toBeLessThanOrEqual(placed + agentCount);
  await engine.stop();
  await expectTrueBooks(campaign, folder);
}, 60_000);

for (const [state, persons] of [
  ['free', 3_000],
  ['careful', 0],
] as const) {
  test(`with no agent on duty nobody is called, and those who wait are let go, while ${state}`, async () => {
    const campaign = await campaignOf(600, persons);
    const { clientId, campaignId } = campaign;
    const { watched, run, runUntil, engine, folder, inFlight } = engineOf();
    const set = async (agents: number) => {
      const now = new Date(afternoon);
      await asClient(db, clientId, (tx) =>
        setAgentsOnDuty(tx, clientId, campaignId, { agents, now }),
      );
      await run(2_000, 500);
    };
    await runUntil(async () => inFlight().length >= agentCount, 500);
    await set(0);
    const placed = watched.all('place').length;
    await run(90_000, 500);
    expect(watched.all('place').length).toBe(placed);
    expect(watched.agentsInCall()).toBe(0);
    await set(3);
    let most = 0;
    await runUntil(async () => {
      most = Math.max(most, watched.agentsInCall());
      return watched.all('place').length > placed + 20;
    }, 500);
    expect(most).toBe(3);
    await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
    await run(60_000, 500);
    await engine.stop();
    await expectTrueBooks(campaign, folder);
  }, 60_000);
}

test('an engine that dies with agents on the line: the next calls its own, nobody twice, and the counts are true', async () => {
  const campaign = await campaignOf(110);
  const wish = { clock: virtualClock(afternoon), folder: temporaryFolder() };
  const first = engineOf(wish);
  await first.runUntil(async () => first.inFlight().length > agentCount, 500);
  await leasesRunOut(db);
  const second = engineOf({ ...wish, deps: { leaseSeconds: 1 } });
  await second.runUntil(async () => second.watched.all('place').length > 0, 200);
  await sleep(1_100);
  await second.runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  // It may have lost so short a lease for a moment; the agents of before wait for a minute then.
  await second.run(65_000, 1_000);
  await second.engine.stop();
  expect(second.watched.agentsInCall()).toBe(0);
  expect(second.watched.all('dialAgent')).toEqual([]);
  const books = await expectTrueBooks(campaign, wish.folder);
  expect(books?.counted).toMatchObject({ lost: books?.lost });
}, 60_000);
