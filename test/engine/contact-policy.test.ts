/** The contact policy of a client while its campaigns run: what it holds, for whom, and until when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import type { NewRule } from '../../src/db/queries/policy-save.ts';
import {
  countsBeyondNumber,
  keyAttempts,
  setPolicyPreset,
  storePolicyRule,
} from '../../src/db/queries/policy-save.ts';
import { recheckPolicy } from '../../src/db/queries/recheck.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { usualProfile } from '../../src/domain/usual-profile.ts';
import { contactCapWorld, timesOf } from './contact-cap-world.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { quietReaders } from './text-world.ts';
import { afternoon, readCallLog } from './world.ts';

const { db, wanting, attemptsOf, waitingOf } = await contactCapWorld();

const hour = 3_600_000;
const day = 24 * hour;
const operator = { managerId: null, now: new Date(afternoon) };
const busy = { person: 0, machine: 0, busy: 1 };

const rule = (terms: NewRule['terms'], more: Partial<NewRule> = {}): NewRule => ({
  ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any', terms },
  ...{ preset: null, source: null, sourceDate: null, ...more },
});

const atMost = (most: number, of: 'number' | 'account' | 'external_id' | 'person') =>
  rule({ kind: 'limit', most, counts: 'attempts', of, unit: 'days', length: 7 });

async function setRule(clientId: number, wanted: NewRule, ruleId = 0) {
  if (countsBeyondNumber(wanted)) await keyAttempts(db, clientId);
  const id = await asClient(db, clientId, (tx) =>
    storePolicyRule(tx, clientId, ruleId, wanted, operator),
  );
  await recheckPolicy(db, clientId);
  return id ?? 0;
}

/** Every two numbers are one person's: one row of the file, and one External Id in every list. */
async function pairUp(clientId: number, firstPhone: number) {
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE call_list SET phone_columns = 2 WHERE client_id = $1', [clientId]);
    await tx.run(
      `UPDATE list_entry SET account_line = 2 + (entry_id - 1) / 2,
         external_id = 'P-' || (phone::bigint - $2) / 2 WHERE client_id = $1
         AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId, firstPhone],
    );
  });
}

const personOf = (firstPhone: number) => (one: { phone: string }) => ({
  ...one,
  phone: `person ${Math.floor((Number(one.phone) - firstPhone) / 2)}`,
});

/** Campaigns of both channels want the same persons at once, on two engines, under a limit of 3. */
async function raced(claim?: typeof claimCalls) {
  const kinds = ['texts', 'texts', 'calls', 'calls'] as const;
  const { clientId, start, firstPhone } = await wanting(40, kinds);
  await pairUp(clientId, firstPhone);
  await setRule(clientId, atMost(3, 'external_id'));
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const deps = claim && { deps: { claim } };
  const wish = { clock, folder, profile: busy, textProfile: quietReaders, ...deps };
  const engines = [makeEngine(db, wish).engine, makeEngine(db, wish).engine];
  await start();
  const enough = async () => (await attemptsOf(clientId)).length >= 60;
  for (let tick = 0; tick < 60 || (tick < 600 && !(await enough())); tick += 1) {
    clock.advance(simMs(2_000));
    await Promise.all(engines.map((engine) => engine.tick()));
  }
  for (const engine of engines) await engine.stop();
  const person = personOf(firstPhone);
  const submitted = readCallLog(folder).filter(({ attemptId }) => !attemptId.startsWith('reply-'));
  return {
    ...{ clientId, persons: (await attemptsOf(clientId)).map(person) },
    logged: submitted.map(({ to }) => person({ phone: to })),
  };
}

/** Two at a time pass together; one that stays alone passes after two seconds. */
function inPairs(): () => Promise<void> {
  let first: (() => void) | undefined;
  return async () => {
    const meet = first;
    first = undefined;
    if (meet) return meet();
    const met = Promise.withResolvers<void>();
    first = met.resolve;
    await Promise.race([met.promise, sleep(2_000)]);
    if (first === met.resolve) first = undefined;
  };
}
const counted = inPairs();

/**
 * A mistake: it reads the contacts while others are between their count and their attempt, where it
 * waits for another, so that no machine puts one after the other.
 */
const outsideTheTurn: typeof claimCalls = (tx, request) =>
  claimCalls(
    {
      ...tx,
      run: async (sql, values) =>
        /FROM policy_book .* FOR NO KEY UPDATE/.test(sql) ? 1 : tx.run(sql, values),
      row: async (sql, values) => {
        if (sql.includes('INSERT INTO attempt')) await counted();
        return tx.row(sql, values);
      },
    },
    request,
  );

describe('A limit of the contact policy', () => {
  test('is never passed by two engines whose campaigns of both channels want the same persons at once', async () => {
    const { clientId, persons, logged } = await raced();
    expect(timesOf(persons)).toEqual({ 3: 20 });
    expect(timesOf(logged)).toEqual({ 3: 20 });
    const waits = await waitingOf(clientId);
    expect(new Set(waits.map(({ reason }) => reason))).toEqual(new Set(['contact_policy']));
  });

  test('is passed by a build whose claims do not take turns, so that these tests can fail', async () => {
    let most = 0;
    // One run after another, because a race may be won by chance.
    for (let tries = 0; most <= 3 && tries < 12; tries += 1) {
      const { logged } = await raced(outsideTheTurn);
      most = Math.max(...Object.keys(timesOf(logged)).map(Number));
    }
    expect(most).toBeGreaterThan(3);
  });

  test('counts what was attempted before it, for whom it is said, and lets go when the window does', async () => {
    const { clientId, campaigns, start, firstPhone } = await wanting(10, ['texts', 'calls']);
    await pairUp(clientId, firstPhone);
    const { engine, run, clock } = makeEngine(db, { profile: busy, textProfile: quietReaders });
    await start(campaigns.slice(0, 1));
    await run(30_000, 2_000);
    const before = await attemptsOf(clientId);
    expect(before).toHaveLength(10);
    // Each person got two texts, each number one.
    await setRule(clientId, atMost(2, 'number'));
    const strict = await setRule(clientId, atMost(2, 'person'));
    await start(campaigns.slice(1));
    await run(60_000, 2_000);
    expect(await attemptsOf(clientId)).toHaveLength(10);
    // Both texts have to leave the window for both numbers, the first of them for one.
    const first = Math.min(...before.map(({ at }) => at));
    await run(first + 7 * day - clock.now() - hour, 2 * hour);
    expect(await attemptsOf(clientId)).toHaveLength(10);
    await asClient(db, clientId, (tx) => setPolicyPreset(tx, clientId, 'none', [], operator));
    await setRule(clientId, atMost(4, 'person'), strict);
    await run(60_000, 2_000);
    await engine.stop();
    const all = await attemptsOf(clientId);
    expect(timesOf(all)).toEqual({ 2: 10 });
    expect(timesOf(all.map(personOf(firstPhone)))).toEqual({ 4: 5 });
  });

  test('counts an attempt for the purpose that it was made for, whatever its campaign is for later', async () => {
    const { clientId, campaigns, start } = await wanting(6, ['calls', 'calls']);
    const perDay = { kind: 'limit', most: 1, counts: 'attempts', of: 'number' } as const;
    await setRule(clientId, rule({ ...perDay, unit: 'hours', length: 24 }, { purpose: 'sales' }));
    const { engine, run } = makeEngine(db, { profile: busy });
    await start(campaigns.slice(0, 1));
    await run(60_000, 2_000);
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE campaign SET purpose = 'informational' WHERE client_id = $1 AND campaign_id = $2`,
        [clientId, campaigns[0]?.campaignId],
      ),
    );
    await start(campaigns.slice(1));
    await run(60_000, 2_000);
    await engine.stop();
    expect(timesOf(await attemptsOf(clientId))).toEqual({ 1: 6 });
    const waits = await waitingOf(clientId);
    expect(waits.map(({ reason }) => reason)).toEqual(Array(6).fill('contact_policy'));
  });

  test('holds two numbers of a person that one claim takes together', async () => {
    const { clientId, start, firstPhone } = await wanting(20, ['texts']);
    await pairUp(clientId, firstPhone);
    await setRule(clientId, atMost(1, 'account'));
    const { engine, run } = makeEngine(db, { textProfile: quietReaders });
    await start();
    await run(60_000, 5_000);
    await engine.stop();
    expect(timesOf((await attemptsOf(clientId)).map(personOf(firstPhone)))).toEqual({ 1: 10 });
  });

  test('adds two numbers that one claim takes together to the few contacts there were before', async () => {
    const { clientId, campaigns, start, firstPhone } = await wanting(20, ['texts', 'texts']);
    await pairUp(clientId, firstPhone);
    await setRule(clientId, atMost(3, 'person'));
    const { engine, run } = makeEngine(db, { textProfile: quietReaders });
    await start(campaigns.slice(0, 1));
    await run(30_000, 5_000);
    await start(campaigns.slice(1));
    await run(120_000, 5_000);
    await engine.stop();
    expect(timesOf((await attemptsOf(clientId)).map(personOf(firstPhone)))).toEqual({ 3: 10 });
  });
});

describe('A rest and a gap of the contact policy', () => {
  test('no contact of any kind for days after a conversation, and none at all within the gap', async () => {
    const { clientId, campaigns, start } = await wanting(8, ['calls', 'texts', 'calls']);
    const { engine, run, clock } = makeEngine(db, {
      profile: { person: 1, machine: 0, busy: 0 },
      textProfile: quietReaders,
    });
    await setRule(clientId, rule({ kind: 'gap', of: 'number', hours: 2 }));
    await setRule(clientId, rule({ kind: 'rest', of: 'number', unit: 'days', length: 7 }));
    await start(campaigns.slice(0, 1));
    await run(120_000, 2_000);
    expect(await attemptsOf(clientId)).toHaveLength(8);
    await start(campaigns.slice(1));
    await run(6 * day, 4 * hour);
    expect(await attemptsOf(clientId)).toHaveLength(8);
    await run(7 * day + 12 * hour - (clock.now() - afternoon), hour);
    await run(4 * day, 2 * hour);
    await engine.stop();
    const all = await attemptsOf(clientId);
    for (const { phone, at } of all) {
      const others = all.filter((one) => one.phone === phone && one.at < at);
      for (const other of others) expect(at - other.at).toBeGreaterThanOrEqual(2 * hour);
    }
    expect(all.length).toBeGreaterThan(8);
  });
});

const listeners = {
  ...{ person: 1, machine: 0, busy: 0, failed: 0 },
  ...{ hangsUpEarly: 0, pressesNine: 0 },
};
const restOfWeek = rule({ kind: 'rest', of: 'number', unit: 'days', length: 7 });

/** Two campaigns want the same four persons, who listen to ten minutes of message. */
async function longTalks() {
  const { clientId, campaigns, start } = await wanting(4, ['calls', 'calls']);
  const results = () =>
    asClient(db, clientId, async (tx) => {
      const of = 'SELECT result FROM attempt WHERE client_id = $1';
      return (await tx.rows<{ result: string | null }>(of, [clientId])).map((one) => one.result);
    });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE voice_message_rendering SET duration_ms = 600000 WHERE client_id = $1', [
      clientId,
    ]),
  );
  await start(campaigns.slice(0, 1));
  return { clientId, results, startOther: () => start(campaigns.slice(1)) };
}

describe('A rest of the contact policy after a conversation whose end nobody knows', () => {
  test.each(['before the calls', 'while they are up'])(
    'holds if its engine died, and the rule came %s',
    async (when) => {
      const { clientId, results, startOther } = await longTalks();
      const clock = virtualClock(afternoon);
      const wish = { clock, profile: listeners };
      const first = makeEngine(db, wish);
      if (when === 'before the calls') await setRule(clientId, restOfWeek);
      await first.run(60_000, 2_000);
      if (when === 'while they are up') await setRule(clientId, restOfWeek);
      await first.run(1_000, 500);
      expect(await results()).toEqual([null, null, null, null]);
      await leasesRunOut(db);
      const second = makeEngine(db, wish);
      await startOther();
      await second.run(day, hour / 2);
      await second.engine.stop();
      expect(await results()).toEqual(Array(4).fill('unknown'));
    },
  );

  test('holds if its carrier fell silent, also by a rule that came later', async () => {
    const { clientId, results, startOther } = await longTalks();
    const clock = virtualClock(afternoon);
    let isSilent = false;
    const carrier = simulatedCarrier({
      ...{ clock, dataFolder: temporaryFolder(), randomOf: (name) => seededRandom(`1/${name}`) },
      profile: { ...usualProfile, ...listeners },
    });
    const events: typeof carrier.events = (...given) => (isSilent ? [] : carrier.events(...given));
    const carriers = new Map([['simulated', { ...carrier, events }]]);
    const { engine, run } = makeEngine(db, { clock, deps: { carriers } });
    await run(60_000, 2_000);
    isSilent = true;
    await run(hour, 60_000);
    expect(await results()).toEqual(Array(4).fill('unknown'));
    isSilent = false;
    await setRule(clientId, restOfWeek);
    await startOther();
    await run(day, hour / 2);
    await engine.stop();
    expect(await results()).toEqual(Array(4).fill('unknown'));
  });
});
