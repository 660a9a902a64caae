/** What holds a Linkback's abandoned calls at 3 % (decision 085). */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CarrierProfile } from '../../src/carriers/simulated/profile.ts';
import { callOutcomes } from '../../src/contract/call-outcome.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { readAbandonment, setAbandonmentRule } from '../../src/db/queries/abandonment.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { outcomeSql } from '../../src/db/record-outcome.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import type { AbandonmentRule } from '../../src/domain/governor/abandoned-call.ts';
import { abandonmentStanding } from '../../src/domain/governor/abandonment.ts';
import { dayOf, readingOf } from '../../src/domain/governor/abandonment-days.ts';
import { guardedRoom } from '../../src/domain/governor/guarded-pacing.ts';
import { freshDatabase } from '../harness/database.ts';
import { ended, record, takeEntries } from './follow-up-world.ts';
import { wholeRun } from './linkback-run.ts';
import { makeLinkback, makeLinkbackEngine } from './linkback-world.ts';
import { recount } from './recount.ts';
import { leasesRunOut } from './silent-engine.ts';
import { temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, campaignState, makeList, makeTestClient } from './world.ts';

const db = await freshDatabase();
const atTwenty: AbandonmentRule = { waitSeconds: 20, hangUps: false };
/** One of three agents is silent; everybody asks for one. */
const poor: Partial<CarrierProfile> = {
  ...{ agentAnswers: 0.67, agentBusy: 0.33, talk: [2_000, 5_000] },
};

async function guarded(rule: AbandonmentRule | null = atTwenty): Promise<number> {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) => setAbandonmentRule(tx, clientId, rule));
  return clientId;
}

async function standingOf(at: Database, { clientId, campaignId }: Campaign) {
  const counted = await asClient(at, clientId, (tx) => readAbandonment(tx, clientId, campaignId));
  return counted && abandonmentStanding(readingOf(counted, dayOf(afternoon)));
}

test('without the guard a third is abandoned, with it one call of the first ones', async () => {
  const free = await wholeRun(db, 16, { agentCount: 4 }, { profile: poor }, 2_000);
  expect(free.records.filter(({ abandoned }) => abandoned).length).toBeGreaterThan(2);
  expect(await standingOf(db, free.campaign)).toBeUndefined();

  const clientId = await guarded();
  const { campaign, records, watched } = await wholeRun(
    db,
    14,
    { clientId, agentCount: 5 },
    { profile: poor },
    2_000,
  );
  // The first call may be lost; from then on agents come first.
  expect(records.filter(({ abandoned }) => abandoned).length).toBeLessThanOrEqual(1);
  expect(records.filter(({ transferred }) => transferred).length).toBeGreaterThanOrEqual(13);
  expect(watched.all('connect').length).toBeLessThan(8);
  const standing = await standingOf(db, campaign);
  expect(standing).toMatchObject({ persons: 14, state: expect.stringMatching(/agent|careful/) });
}, 180_000);

test('who gets a waiting agent does not wait; agents are never more than there are', async () => {
  const clientId = await guarded({ waitSeconds: 2, hangUps: true });
  const campaign = await makeLinkback(db, { clientId, agentCount: 3 });
  await makeList(db, campaign, { entries: 16 });
  let most = 0;
  const made = makeLinkbackEngine(db, {
    profile: { ...poor, person: 0.6, machine: 0.2 },
    before: (_, watched) => {
      most = Math.max(most, watched.agentsInCall());
    },
  });
  await requestStart(db, clientId, campaign.campaignId);
  await made.runUntil(async () => {
    most = Math.max(most, made.watched.agentsInCall());
    return (await campaignState(db, campaign)).completed;
  }, 2_000);
  // Who waited for nobody any more is let go when the last call is recorded.
  await made.run(2_000, 500);
  expect(made.watched.agentsInCall()).toBe(0);
  await made.engine.stop();
  expect(most).toBeLessThanOrEqual(3);
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  const waits = await asClient(db, clientId, (tx) =>
    tx.rows<{ over: number }>(
      'SELECT over_2 + no_agent AS over FROM abandonment_day WHERE client_id = $1',
      [clientId],
    ),
  );
  // An agent who is called for a customer takes longer: that is found out once.
  expect(waits.reduce((sum, { over }) => sum + over, 0)).toBeLessThanOrEqual(1);
}, 180_000);

test('a client without the rule is paced as before, and is counted all the same', async () => {
  const { campaign, records } = await wholeRun(db, 10, {}, { profile: poor }, 2_000);
  const rows = await asClient(db, campaign.clientId, (tx) =>
    tx.rows<{ persons: number; lost: number }>(
      'SELECT persons, no_agent AS lost FROM abandonment_day WHERE client_id = $1',
      [campaign.clientId],
    ),
  );
  const lost = records.filter(({ abandoned }) => abandoned).length;
  expect(rows).toEqual([{ persons: 10, lost }]);
}, 180_000);

test('who waits for an agent when the engine dies is abandoned, who talks with one is not, and each opens', async () => {
  const clientId = await makeTestClient(db);
  const campaign = await makeLinkback(db, { clientId, agentCount: 6 });
  await makeList(db, campaign, { entries: 12 });
  await requestStart(db, clientId, campaign.campaignId);
  const profile = { agentRings: [4_000, 4_000], talk: [300_000, 300_000] } as const;
  const wish = { clock: virtualClock(afternoon), folder: temporaryFolder(), profile };
  const dead = makeLinkbackEngine(db, wish);
  const { watched } = dead;
  const waiting = () => watched.all('dialAgent').length - watched.all('connect').length;
  await dead.runUntil(async () => watched.all('connect').length >= 2 && waiting() > 0, 100);
  await dead.run(200, 100);
  const [asked, talking] = [watched.all('dialAgent').length, watched.all('connect').length];
  await leasesRunOut(db);
  const next = makeLinkbackEngine(db, { ...wish, deps: { leaseSeconds: 1 } });
  const lost = async () => {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ outcome: number }>(
        `SELECT (${outcomeSql})::int AS outcome FROM call_record
         WHERE client_id = $1 AND result = 'unknown'`,
        [clientId],
      ),
    );
    return rows.filter(({ outcome }) => callOutcomes[outcome] === 'cut_off').length;
  };
  await next.run(100, 100);
  // For a lease of its own the next one takes the other for slow and not for dead.
  await sleep(1_100);
  await next.runUntil(async () => (await lost()) > 0, 100);
  await next.run(500, 100);
  await next.engine.stop();
  expect(await lost()).toBe(asked - talking);
  const [day] = await asClient(db, clientId, (tx) =>
    tx.rows<{ persons: number; lost: number; ended: number }>(
      `SELECT persons, no_agent AS lost, (SELECT count(*)::int FROM call_record
         WHERE client_id = $1 AND result = 'person') AS ended
       FROM abandonment_day WHERE client_id = $1`,
      [clientId],
    ),
  );
  expect(day?.persons).toBe(asked + (day?.ended ?? 0));
  expect(day?.lost).toBe(asked - talking);
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
}, 60_000);

test('a late agent of an adaptive campaign is marked without a client rule, as its guard counts', async () => {
  const clientId = await guarded(null);
  const campaign = await makeLinkback(db, { clientId, agentCount: 2 });
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET pacing = 'adaptive' WHERE client_id = $1`, [clientId]),
  );
  const callListId = await makeList(db, campaign, { entries: 2 });
  await takeEntries(db, campaign, callListId, [1, 2]);
  const late = { wait: { end: 'connected', ms: 21_000 }, agent: 'answered' } as const;
  const soon = { ...late, wait: { ...late.wait, ms: 19_000 } };
  await record(db, clientId, [
    ended(callListId, 1, 'person', { linkback: late, transferSeconds: 5 }),
    ended(callListId, 2, 'person', { linkback: soon, transferSeconds: 5 }),
  ]);
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ entry: number; outcome: number }>(
      `SELECT entry_id AS entry, (${outcomeSql})::int AS outcome FROM call_record
       WHERE client_id = $1 ORDER BY 1`,
      [clientId],
    ),
  );
  expect(rows.map(({ outcome }) => callOutcomes[outcome])).toEqual(['late_agent', 'person']);
  expect(await standingOf(db, campaign)).toMatchObject({ persons: 2, abandoned: 1 });
});

test('calls in flight that may be abandoned count before they are', () => {
  const state = { agentCount: 10, agentsBusy: 0, callRatio: 2, inFlight: 0 };
  const reading = { today: 5, firstDay: 5, days: [{ day: 5, persons: 100, abandoned: 1 }] };
  // 3 of 102 would be below the limit, 4 of 103 not.
  expect(guardedRoom({ ...state, atRisk: 0, reading })).toEqual({ open: 2, agentsFirst: 8 });
  expect(guardedRoom({ ...state, atRisk: 2, inFlight: 2, reading })).toEqual({
    ...{ open: 0, agentsFirst: 8 },
  });
  expect(guardedRoom({ ...state, atRisk: 0, reading: undefined })).toEqual({
    ...{ open: 20, agentsFirst: 0 },
  });
});
