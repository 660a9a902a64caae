import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { troubled } from '../../src/carriers/simulated/trouble.ts';
import { noTrouble } from '../../src/carriers/simulated/trouble-profile.ts';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type ClaimRequest, claimCalls } from '../../src/db/queries/claim.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { noCap } from '../../src/domain/contact-cap.ts';
import { decide } from '../../src/domain/gate.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, quietReaders } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();
const day = 24 * 3_600_000;
let firstPhone = 12_123_000_000;

/** A client with campaigns that want the same numbers, each from a list of its own; all started. */
async function wanting(entries: number, kinds: readonly ('calls' | 'texts')[]) {
  const clientId = await makeTestClient(db);
  firstPhone += 1_000;
  const campaigns: Campaign[] = [];
  for (const kind of kinds) {
    const campaign =
      kind === 'calls'
        ? await makeCampaign(db, { clientId, callsPerMinute: 1_200 })
        : await makeTexting(db, { clientId, textPerMinute: 1_200 });
    await makeList(db, campaign, { entries, firstPhone });
    campaigns.push(campaign);
  }
  const start = async (some = campaigns) => {
    for (const { campaignId } of some) await requestStart(db, clientId, campaignId);
  };
  return { clientId, campaigns, start };
}

interface Tried {
  phone: string;
  text: boolean;
  at: number;
}

function attemptsOf(clientId: number): Promise<Tried[]> {
  return asClient(db, clientId, (tx) =>
    tx.rows<Tried>(
      `SELECT a.phone, c.campaign_type = 3 AS text,
         (extract(epoch FROM a.attempted_at) * 1000)::float8 AS at
       FROM attempt a JOIN campaign c USING (client_id, campaign_id)
       WHERE a.client_id = $1 ORDER BY a.attempted_at`,
      [clientId],
    ),
  );
}

/** How many numbers were tried how often. */
function timesOf(attempts: readonly { phone: string }[]): Record<number, number> {
  const times = new Map<string, number>();
  for (const { phone } of attempts) times.set(phone, (times.get(phone) ?? 0) + 1);
  const counts: Record<number, number> = {};
  for (const count of times.values()) counts[count] = (counts[count] ?? 0) + 1;
  return counts;
}

const waitingOf = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; reason: string; due: number }>(
      `SELECT phone, reason, (extract(epoch FROM due_at) * 1000)::float8 AS due
       FROM list_entry WHERE client_id = $1 AND state = 0
         AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId],
    ),
  );

describe("A client's cap on attempts to one number", () => {
  test('holds over campaigns, keeps its reason, and lets a number go when its oldest attempt leaves the window', async () => {
    const { clientId, campaigns, start } = await wanting(12, ['calls', 'calls', 'calls']);
    await setContactCap(db, clientId, { calls: 2, texts: null, days: 1 });
    const { engine, clock, run } = makeEngine(db);
    await start();
    await run(200_000, 5_000);
    const before = await attemptsOf(clientId);
    expect(timesOf(before)).toEqual({ 2: 12 });
    const free = (phone: string) => (before.find((one) => one.phone === phone)?.at ?? 0) + day;
    const waiting = await waitingOf(clientId);
    expect(waiting).toHaveLength(12);
    for (const { phone, reason, due } of waiting) {
      expect({ reason, due }).toEqual({ reason: 'attempt_cap', due: free(phone) });
    }
    const states = await Promise.all(campaigns.map((one) => campaignState(db, one)));
    expect(states.map((state) => state.status_reason)).toContain(
      'Waiting for the cap on attempts: the next number may be tried again from Nov 21, 3:00 PM ET.',
    );
    await run(Math.min(...waiting.map(({ due }) => due)) - clock.now() - 1, 2 * 3_600_000);
    expect(await attemptsOf(clientId)).toHaveLength(24);
    await run(200_000, 5_000);
    const all = await attemptsOf(clientId);
    expect(timesOf(all)).toEqual({ 3: 12 });
    for (const { phone, at } of all.slice(24)) {
      const within = all.filter((one) => one.phone === phone && one.at > at - day);
      expect(within).toHaveLength(2);
    }
    for (const one of campaigns) expect((await campaignState(db, one)).completed).toBe(true);
    await engine.stop();
    expect(await recount(db, clientId)).toMatchObject({ attempts: 36, wrongCounts: [] });
  });

  test('counts calls and texts apart, and answers to inbound texts not at all', async () => {
    const kinds = ['texts', 'calls', 'texts', 'calls', 'texts'] as const;
    const { clientId, start } = await wanting(15, kinds);
    await setContactCap(db, clientId, { calls: 1, texts: 2, days: 7 });
    const { engine, run } = makeEngine(db, { textProfile: { ...quietReaders, help: 1 } });
    await start();
    await run(200_000, 5_000);
    await engine.stop();
    const attempts = await attemptsOf(clientId);
    expect(timesOf(attempts.filter(({ text }) => !text))).toEqual({ 1: 15 });
    expect(timesOf(attempts.filter(({ text }) => text))).toEqual({ 2: 15 });
    const replies = await asClient(db, clientId, (tx) =>
      tx.rows('SELECT 1 FROM text_reply WHERE client_id = $1', [clientId]),
    );
    expect(replies.length).toBeGreaterThan(14);
  });

  test('is never passed by two engines whose campaigns want the same numbers at once', async () => {
    const kinds = ['texts', 'texts', 'texts', 'calls', 'calls', 'calls'] as const;
    const { clientId, start } = await wanting(60, kinds);
    await setContactCap(db, clientId, { calls: 2, texts: 1, days: 1 });
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    const wish = { clock, folder, profile: { person: 0, machine: 0, busy: 1 } };
    const engines = [makeEngine(db, wish).engine, makeEngine(db, wish).engine];
    await start();
    for (let tick = 0; tick < 60; tick += 1) {
      clock.advance(2_000);
      await Promise.all(engines.map((engine) => engine.tick()));
    }
    for (const engine of engines) await engine.stop();
    const attempts = await attemptsOf(clientId);
    expect(timesOf(attempts.filter(({ text }) => text))).toEqual({ 1: 60 });
    expect(timesOf(attempts.filter(({ text }) => !text))).toEqual({ 2: 60 });
    const lines = readCallLog(folder).filter(({ attemptId }) => !attemptId.startsWith('reply-'));
    expect(timesOf(lines.map(({ to }) => ({ phone: to })))).toEqual({ 3: 60 });
  });

  test('does not count what was given back to its list', async () => {
    const { clientId, start } = await wanting(60, ['calls', 'calls']);
    await setContactCap(db, clientId, { calls: 1, texts: null, days: 7 });
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    const randomOf = (name: string) => seededRandom(`5/${name}`);
    const profile = { ...noTrouble, throttle: 0.7 };
    const options = { clock, randomOf, profile, sleep: async () => {} };
    const carrier = troubled(simulatedCarrier({ clock, dataFolder: folder, randomOf }), options);
    const carriers = new Map([['simulated', carrier]]);
    const { engine, run } = makeEngine(db, { clock, folder, deps: { carriers } });
    await start();
    await run(300_000, 3_000);
    await engine.stop();
    expect(carrier.met.throttled).toBeGreaterThan(0);
    expect(timesOf(readCallLog(folder).map(({ to }) => ({ phone: to })))).toEqual({ 1: 60 });
  });

  test('counts what was tried before the first cap was set, while the campaigns run', async () => {
    const { clientId, campaigns, start } = await wanting(30, ['calls', 'texts', 'calls', 'texts']);
    const { engine, run } = makeEngine(db, { textProfile: quietReaders });
    await start(campaigns.slice(0, 2));
    await run(1_000);
    expect((await attemptsOf(clientId)).length).toBeGreaterThan(10);
    const setting = setContactCap(db, clientId, { calls: 1, texts: 1, days: 7 });
    await run(10_000, 1_000);
    await setting;
    await start(campaigns.slice(2));
    await run(200_000, 5_000);
    await engine.stop();
    const attempts = await attemptsOf(clientId);
    expect(timesOf(attempts.filter(({ text }) => text))).toEqual({ 1: 30 });
    expect(timesOf(attempts.filter(({ text }) => !text))).toEqual({ 1: 30 });
  });

  test('that is widened or lifted lets waiting numbers go within a second', async () => {
    const { clientId, campaigns, start } = await wanting(8, ['calls', 'calls', 'calls']);
    await setContactCap(db, clientId, { calls: 1, texts: null, days: 300 });
    const { engine, run } = makeEngine(db);
    await start();
    await run(150_000, 5_000);
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 1: 8 });
    await setContactCap(db, clientId, { calls: 2, texts: null, days: 300 });
    await run(1_000);
    expect((await attemptsOf(clientId)).length).toBeGreaterThan(8);
    await run(150_000, 5_000);
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 2: 8 });
    await setContactCap(db, clientId, noCap);
    await run(1_000);
    expect((await attemptsOf(clientId)).length).toBeGreaterThan(16);
    await run(150_000, 5_000);
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 3: 8 });
    for (const campaign of campaigns) {
      expect((await campaignState(db, campaign)).completed).toBe(true);
    }
    // Attempts without a limit were counted all the same.
    await setContactCap(db, clientId, { calls: 3, texts: null, days: 300 });
    const again = await makeCampaign(db, { clientId, callsPerMinute: 1_200 });
    await makeList(db, again, { entries: 8, firstPhone });
    await requestStart(db, clientId, again.campaignId);
    await run(60_000, 5_000);
    await engine.stop();
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 3: 8 });
  });

  test('that is lowered holds from then on for campaigns that run', async () => {
    const { clientId, start } = await wanting(100, ['calls', 'calls']);
    const { engine, run } = makeEngine(db);
    await start();
    await run(2_000);
    await setContactCap(db, clientId, { calls: 1, texts: null, days: 7 });
    const before = new Set((await attemptsOf(clientId)).map(({ phone }) => phone));
    expect(before.size).toBeGreaterThan(10);
    expect(before.size).toBeLessThan(90);
    await run(150_000, 5_000);
    await engine.stop();
    const late = (await attemptsOf(clientId)).filter(({ phone }) => !before.has(phone));
    expect(timesOf(late)).toEqual({ 1: 100 - before.size });
  });

  test('is exact when one claim stands between its count and its attempts while another one begins', async () => {
    const { clientId, first, second } = await twoClaims();
    await setContactCap(db, clientId, { calls: null, texts: 1, days: 7 });
    const slow = await heldClaim(clientId, first);
    // Its texts are accepted at once, which ends what keeps a second claim away from a number.
    const quick = asClient(db, clientId, (tx) => claimCalls(tx, second)).then(() =>
      asClient(db, clientId, (tx) =>
        tx.run('UPDATE attempt SET receipt_until = now() WHERE campaign_id = $1', [
          second.lease.campaignId,
        ]),
      ),
    );
    await doneOrBlocked(quick);
    slow.letGo();
    await Promise.all([slow.done, quick]);
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 1: 5 });
  });

  test('that is the first one waits for a claim under way, and counts what that one makes', async () => {
    const { clientId, first, second } = await twoClaims();
    const slow = await heldClaim(clientId, first);
    const setting = setContactCap(db, clientId, { calls: null, texts: 1, days: 7 });
    await doneOrBlocked(setting);
    slow.letGo();
    await Promise.all([slow.done, setting]);
    await asClient(db, clientId, (tx) => tx.run('UPDATE attempt SET receipt_until = now()'));
    await asClient(db, clientId, (tx) => claimCalls(tx, second));
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 1: 5 });
  });
});

/** Claims of two running text campaigns that want the same five numbers. */
async function twoClaims() {
  const { clientId, campaigns } = await wanting(5, ['texts', 'texts']);
  await asClient(db, clientId, (tx) => tx.run('UPDATE campaign SET run_status = 3'));
  const clock = virtualClock(afternoon);
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 60));
  const [first, second] = campaigns.map(({ campaignId }) => {
    const lease = leases.find((one) => one.campaignId === campaignId);
    if (!lease) throw new Error('no lease');
    return requestOf(lease, clock);
  });
  if (!first || !second) throw new Error('no campaigns');
  return { clientId, first, second };
}

/** A claim that stands still just before it writes its attempts, until it is let go. */
async function heldClaim(clientId: number, request: ClaimRequest) {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const done = asClient(db, clientId, (tx) =>
    claimCalls(
      {
        ...tx,
        async row<Row>(sql: string, values: readonly unknown[] = []) {
          if (sql.includes('INSERT INTO attempt')) {
            reached.resolve();
            await held.promise;
          }
          return tx.row<Row>(sql, values);
        },
      },
      request,
    ),
  );
  await Promise.race([reached.promise, done]);
  return { letGo: held.resolve, done };
}

/** Until it has come to its end, or waits for somebody's lock. */
async function doneOrBlocked(work: Promise<unknown>): Promise<void> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  while (!done) {
    const waiting = await asOwner(db, (tx) =>
      tx.rows(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    );
    if (waiting.length > 0) return;
    await sleep(10);
  }
}

function requestOf(lease: ClaimRequest['lease'], clock: VirtualClock): ClaimRequest {
  const hours = { allowed: true, until: Number.POSITIVE_INFINITY, zone: null };
  return {
    lease,
    now: new Date(clock.now()),
    wanted: 10,
    skip: [],
    judge: (candidate) =>
      decide({ ...candidate, notDialed: false, now: clock.now(), hours, handOverTakes: 0 }),
    callerId: { type: 0, number: '' },
  };
}
