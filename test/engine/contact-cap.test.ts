import { describe, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { setContactCap } from '../../src/db/queries/contact-cap.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { noCap } from '../../src/domain/contact-cap.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { troubled } from '../harness/trouble/trouble.ts';
import { noTrouble } from '../harness/trouble/trouble-profile.ts';
import { contactCapWorld, timesOf } from './contact-cap-world.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { quietReaders } from './text-world.ts';
import { afternoon, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const { db, wanting, attemptsOf, waitingOf } = await contactCapWorld();

const day = 24 * 3_600_000;

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
    expect(states.map((state) => state.reason)).toContainEqual({
      code: 'attempt_cap',
      until: '2026-11-21T20:00:00.000Z',
    });
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

  test('counts calls and texts apart, and auto-replies not at all', async () => {
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
    // Nobody replies: an opt-out by text would take the number from the calls.
    const textProfile = quietReaders;
    const wish = { clock, folder, profile: { person: 0, machine: 0, busy: 1 }, textProfile };
    const engines = [makeEngine(db, wish).engine, makeEngine(db, wish).engine];
    await start();
    // Two minutes at the least; a tick does not wait for a slow machine's database.
    // The carrier's log counts: an attempt that was not submitted yet is given back at the stop.
    const submitted = () =>
      readCallLog(folder).filter(({ attemptId }) => !attemptId.startsWith('reply-'));
    const isShort = async () =>
      (await attemptsOf(clientId)).length < 180 || submitted().length < 180;
    for (let tick = 0; tick < 60 || (tick < 600 && (await isShort())); tick += 1) {
      clock.advance(simMs(2_000));
      await Promise.all(engines.map((engine) => engine.tick()));
    }
    for (const engine of engines) await engine.stop();
    const attempts = await attemptsOf(clientId);
    expect(timesOf(attempts.filter(({ text }) => text))).toEqual({ 1: 60 });
    expect(timesOf(attempts.filter(({ text }) => !text))).toEqual({ 2: 60 });
    expect(timesOf(submitted().map(({ to }) => ({ phone: to })))).toEqual({ 3: 60 });
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
    const { clientId, campaigns, start, firstPhone } = await wanting(8, [
      'calls',
      'calls',
      'calls',
    ]);
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
});
