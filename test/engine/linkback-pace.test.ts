/** How many calls a Linkback campaign places for the agents that are free, and when. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { wholeRun } from './linkback-run.ts';
import {
  type LinkbackEngineWish,
  linkbackNumber,
  linkbackRecords,
  makeLinkback,
  makeLinkbackEngine,
} from './linkback-world.ts';
import { recount } from './recount.ts';
import { type Campaign, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

test('a customer who presses 1 while a step takes long has the agent called all the same', async () => {
  const campaign = await makeLinkback(db, { agentCount: 2 });
  await makeList(db, campaign, { entries: 6 });
  let slow: Promise<void> | undefined;
  const { watched, clock, runUntil, engine } = makeLinkbackEngine(db, {
    beforePlace: () => slow ?? Promise.resolve(),
  });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => watched.all('play').length === 2, 100);
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET agent_count = 4 WHERE client_id = $1', [campaign.clientId]),
  );
  // A carrier that does not respond: the campaign's step ends only when it does.
  let release = () => {};
  slow = new Promise((resolve) => {
    release = resolve;
  });
  clock.advance(simMs(1_000));
  const placed = watched.all('place').length;
  await engine.tick();
  while (watched.all('dialAgent').length < 2) {
    clock.advance(simMs(100));
    engine.listen();
    await sleep(5);
  }
  expect(watched.all('place').length).toBe(placed);
  release();
  await engine.stop();
  // No other engine of this file is to go on with it.
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [campaign.clientId]),
  );
});

test('the ratio of calls in flight to free agents is never exceeded, and none is placed while none is free', async () => {
  const samples: { free: number; inFlight: number }[] = [];
  const before: LinkbackEngineWish['before'] = (batch, watched) => {
    const busy = watched.agentsInCall();
    const up = watched.all('place').length - watched.all('ended').length - busy;
    samples.push({ free: 5 - busy, inFlight: up + batch.length });
  };
  const shares = { person: 0.6, machine: 0.2, hangsUpEarly: 0.2, pressesOne: 0.6 };
  await wholeRun(
    db,
    120,
    { agentCount: 5, callRatio: 2.3 },
    { before, profile: { ...shares, talk: [5_000, 40_000] } },
    250,
  );
  const most = (free: number) => Math.max(1, Math.floor(2.3 * free));
  expect(samples.filter(({ free, inFlight }) => free < 1 || inFlight > most(free))).toEqual([]);
  // All of what is allowed is used: a pace that is always too low would pass the rest.
  expect(samples.filter(({ free, inFlight }) => inFlight === most(free)).length).toBeGreaterThan(
    40,
  );
  expect(new Set(samples.map(({ free }) => free)).size).toBeGreaterThan(3);
});

/** While each claim is being committed, customers press 1 and their agents are called. */
async function pressedMeanwhile(deps: LinkbackEngineWish['deps'] = {}) {
  const campaign = await makeLinkback(db, { agentCount: 8, callRatio: 2.3 });
  await makeList(db, campaign, { entries: 60 });
  const beyond: unknown[] = [];
  const made = makeLinkbackEngine(db, {
    profile: { talk: [5_000, 30_000] },
    before(batch, watched) {
      const busy = watched.agentsInCall();
      const up = watched.all('place').length - watched.all('ended').length - busy;
      const most = busy >= 8 ? 0 : Math.max(1, Math.floor(2.3 * (8 - busy) + 1e-9));
      if (up + batch.length > most) beyond.push({ busy, inFlight: up + batch.length, most });
    },
    deps: {
      async claim(tx, request) {
        const outcome = await claimCalls(tx, request);
        made.clock.advance(simMs(2_000));
        const before = made.watched.all('dialAgent').length;
        const asked = () => made.watched.all('key').length;
        const pressed = asked();
        made.engine.listen();
        // Until the agents of those who pressed have been called.
        const end = performance.now() + 300;
        while (asked() > pressed && performance.now() < end) {
          await sleep(5);
          if (made.watched.all('dialAgent').length > before) break;
        }
        return outcome;
      },
      ...deps,
    },
  });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await made.runUntil(async () => (await campaignState(db, campaign)).completed, 500);
  await made.engine.stop();
  const books = await recount(db, campaign.clientId);
  expect(books).toMatchObject({ attempts: 60, callRecords: 60, mismatches: 0, wrongCounts: [] });
  const calls = readCallLog(made.folder).filter(({ kind }) => kind === 'call');
  expect(new Set(calls.map(({ to }) => to)).size).toBe(calls.length);
  return beyond;
}

test('agents who become busy while calls are being claimed count at the submission: what does not fit waits again', async () => {
  expect(await pressedMeanwhile()).toEqual([]);
  // An engine that counted them only before the claim places too many.
  expect(await pressedMeanwhile({ roomForCalls: () => 1_000 })).not.toEqual([]);
});

test('a campaign that is stopped while customers press 1 places no call more and lets their agents finish', async () => {
  const campaign = await makeLinkback(db, { agentCount: 4 });
  await makeList(db, campaign, { entries: 50 });
  const { watched, runUntil, engine, folder } = makeLinkbackEngine(db);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await runUntil(async () => watched.all('answered').length >= 3, 100);
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  const placed = watched.all('place').length;
  const agents = watched.all('dialAgent').length;
  await runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 100);
  await engine.stop();
  expect(watched.all('place').length).toBe(placed);
  const log = readCallLog(folder);
  expect(log.filter((line) => line.kind === 'agent').length).toBeGreaterThan(agents);
  const records = await linkbackRecords(db, campaign);
  expect(records.length).toBe(placed);
  expect(records.every(({ transferred }) => transferred)).toBe(true);
});

test('an edit of agents, ratio or number of a running campaign is in effect within a second', async () => {
  const campaign: Campaign = await makeLinkback(db, { agentCount: 1 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 200 });
  const { watched, run, engine } = makeLinkbackEngine(db, {
    profile: { talk: [600_000, 600_000] },
  });
  await requestStart(db, clientId, campaignId);
  await run(60_000, 100);
  expect(watched.all('place').length).toBe(1);
  expect(watched.all('connect').length).toBe(1);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET agent_count = 5, call_ratio = 2, linkback_number = '13025550177'
       WHERE client_id = $1`,
      [clientId],
    ),
  );
  await run(1_000, 100);
  // Four agents are free: eight calls.
  expect(watched.all('place').length).toBe(9);
  await run(60_000, 100);
  const numbers = watched.all('dialAgent').map(({ what }) => (what as { to: string }).to);
  expect(numbers).toEqual([linkbackNumber, ...Array(4).fill('13025550177')]);
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await engine.stop();
});
