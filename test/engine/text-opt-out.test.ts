import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, type Campaign, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase({ max: 20 });
const api = await testApi(db, { now: () => new Date(afternoon) });
const firstPhone = 13_022_000_000;
const phoneAt = (n: number) => String(firstPhone + n);

/** Slow on purpose: no response may fall into the gap between commit and submission. */
const slow = (carrier: TextCarrier, ms: number): TextCarrier => ({
  ...carrier,
  async submit(texts) {
    await sleep(ms);
    return carrier.submit(texts);
  },
});

async function running(entries: number, textPerMinute: number) {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaign = await makeTexting(db, { clientId, textPerMinute });
  await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  const manager = await api.signIn(client);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const carrier = watchedCarrier(clock, folder);
  return { client, campaign, clientId, manager, clock, folder, carrier };
}

test('no text goes to a number after its addition to the do-not-call list was confirmed, however they race', async () => {
  const entries = 600;
  const { clientId, manager, clock, folder, carrier } = await running(entries, 12_000);
  const textCarriers = new Map([['simulated', slow(carrier, 15)]]);
  const { engine } = makeEngine(db, { clock, folder, deps: { textCarriers } });
  /** Lines of the carrier's log when each addition was confirmed. */
  const confirmed = new Map<string, number>();
  let ended = false;
  const sending = (async () => {
    while (!ended) {
      clock.advance(simMs(20));
      await engine.tick();
      await sleep(1);
    }
  })();
  // Just ahead of the sender, where a claim and an addition meet.
  let next = 0;
  const racing = Array.from({ length: 10 }, async (_, ahead) => {
    for (;;) {
      const n = Math.max(next, readCallLog(folder).length + ahead - 5);
      next = n + 1;
      if (n >= entries) return;
      const phoneRestriction = phoneAt(n);
      const response = await manager.post(`/api/donotcall/${clientId}/edit`, { phoneRestriction });
      expect(response.status).toBe(200);
      confirmed.set(phoneRestriction, readCallLog(folder).length);
    }
  });
  await Promise.all(racing);
  await engine.tick();
  ended = true;
  await sending;
  const log = readCallLog(folder);
  expect(log.filter(({ to }, line) => line >= (confirmed.get(to) ?? log.length))).toEqual([]);
  const met = log.filter(({ to }) => confirmed.has(to)).length;
  // Some additions lost their race and some won it, or nothing was raced for. How many is the machine's.
  expect(met).toBeGreaterThan(0);
  expect(confirmed.size - met).toBeGreaterThan(0);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});

test('a confirmation waits for a text that another engine has in flight, and nothing is sent after it', async () => {
  const { campaign, clientId, clock, folder, carrier } = await running(1, 600);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding: TextCarrier = {
    ...carrier,
    async submit(texts) {
      await held;
      return carrier.submit(texts);
    },
  };
  const deps = { leaseSeconds: 60 };
  const first = makeEngine(db, {
    clock,
    folder,
    deps: { ...deps, textCarriers: new Map([['simulated', holding]]) },
  });
  const second = makeEngine(db, {
    clock,
    folder,
    deps: { ...deps, textCarriers: new Map([['simulated', carrier]]) },
  });
  // The first engine has claimed, and its submission hangs.
  const hanging = first.engine.tick();
  const attempts = () =>
    asClient(db, clientId, (tx) => tx.rows('SELECT FROM attempt WHERE client_id = $1', [clientId]));
  while ((await attempts()).length === 0) await sleep(5);
  const textingNumber = await textingNumberOf(db, campaign);
  const stop = { ref: 'stop', phone: phoneAt(0), textingNumber, at: clock.now(), body: 'STOP' };
  carrier.emit(inboundText(stop));
  for (let tick = 0; tick < 20; tick += 1) {
    clock.advance(simMs(250));
    await second.engine.tick();
  }
  expect(carrier.sent).toEqual([]);
  release();
  await hanging;
  for (let tick = 0; tick < 20; tick += 1) {
    clock.advance(simMs(250));
    await second.engine.tick();
  }
  expect(carrier.sent.map(({ textId }) => textId.split('-')[0])).toEqual([
    String(clientId),
    'reply',
  ]);
  await Promise.all([first.engine.stop(), second.engine.stop()]);
});

test('two engines share text campaigns and text every number once', async () => {
  const { client, clientId, clock, folder, carrier } = await running(200, 1_200);
  const campaigns: Campaign[] = [];
  for (let n = 1; n < 3; n += 1) {
    const campaign = await makeTexting(db, { clientId: client.clientId, textPerMinute: 1_200 });
    await makeList(db, campaign, { entries: 200, firstPhone: firstPhone + n * 1_000 });
    await requestStart(db, clientId, campaign.campaignId);
    campaigns.push(campaign);
  }
  const textCarriers = new Map([['simulated', carrier]]);
  const engines = [1, 2].map(
    () => makeEngine(db, { clock, folder, deps: { textCarriers } }).engine,
  );
  const done = async () => {
    const states = await Promise.all(campaigns.map((one) => campaignState(db, one)));
    return states.every(({ completed }) => completed);
  };
  for (let tick = 0; tick < 400 && !(await done()); tick += 1) {
    clock.advance(simMs(250));
    await Promise.all(engines.map((engine) => engine.tick()));
  }
  for (let tick = 0; tick < 40; tick += 1) {
    clock.advance(simMs(250));
    await Promise.all(engines.map((engine) => engine.tick()));
  }
  await Promise.all(engines.map((engine) => engine.stop()));
  const log = readCallLog(folder);
  expect([log.length, new Set(log.map(({ to }) => to)).size]).toEqual([600, 600]);
  expect(await recount(db, clientId)).toEqual({
    attempts: 600,
    openAttempts: 0,
    callRecords: 600,
    mismatches: 0,
    wrongCounts: [],
  });
});
