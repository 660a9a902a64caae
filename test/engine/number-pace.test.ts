/** What a number that texts can send is counted in segments, and holds over everybody who uses it. */

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  inboundText,
  makeTexting,
  type TextingWish,
  textingNumberOf,
  watchedCarrier,
} from './text-world.ts';
import { afternoon, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

async function site(wish: TextingWish & { entries?: number } = {}) {
  const { entries = 400 } = wish;
  const campaign = await makeTexting(db, { textPerMinute: 600, segmentsPerSecond: 1, ...wish });
  const callListId = await makeList(db, campaign, { entries, firstPhone: 12_126_000_000 });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const carrier = watchedCarrier(clock, folder);
  const textCarriers = new Map([['simulated', carrier]]);
  const engine = () => makeEngine(db, { clock, folder, deps: { textCarriers, leaseSeconds: 60 } });
  /** When texts of a list were submitted, of all lists by default; seconds since the beginning. */
  const times = (list?: number) =>
    readCallLog(folder)
      .filter(({ attemptId }) => list === undefined || attemptId.split('-')[1] === String(list))
      .map(({ at }) => (Date.parse(at) - afternoon) / 1_000);
  const end = () =>
    asClient(db, campaign.clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [campaign.clientId]),
    );
  /** Another campaign on the same number. */
  const another = async (firstPhone: number, more: TextingWish = {}) => {
    const { clientId, textingNumberId } = campaign;
    const other = await makeTexting(db, { clientId, textingNumberId, textPerMinute: 600, ...more });
    const list = await makeList(db, other, { entries: 400, firstPhone });
    await requestStart(db, clientId, other.campaignId);
    return { ...other, callListId: list };
  };
  return { ...campaign, campaign, callListId, clock, folder, carrier, engine, times, end, another };
}

/** The most that were submitted in any window of this many seconds. */
function mostIn(times: readonly number[], seconds: number): number {
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + seconds).length),
  );
}

test('a long code sends one segment a second however many texts its campaign wants, and the campaign says so', async () => {
  const run = await site();
  const { engine, run: pass } = run.engine();
  await pass(60_000);
  expect(run.times().length).toBeGreaterThanOrEqual(57);
  expect(run.times().length).toBeLessThanOrEqual(62);
  expect(mostIn(run.times(), 10)).toBeLessThanOrEqual(11);
  expect((await campaignState(db, run.campaign)).reason).toEqual({
    code: 'number_pace',
    segmentsPerSecond: 1,
  });
  await engine.stop();
  await run.end();
});

test('a text of three segments takes three of them', async () => {
  const message = 'A text that is too long for one part of a hundred and sixty. '.repeat(7);
  const run = await site({ message, segmentsPerSecond: 3 });
  const { engine, run: pass } = run.engine();
  await pass(60_000);
  expect(run.times().length).toBeGreaterThanOrEqual(57);
  expect(run.times().length).toBeLessThanOrEqual(62);
  expect((await campaignState(db, run.campaign)).reason).toEqual({
    code: 'number_pace',
    segmentsPerSecond: 3,
  });
  await engine.stop();
  await run.end();
});

test('two engines, three campaigns and a restart send together what the number can, each its share and none after a stop of seconds', async () => {
  const run = await site();
  const second = await run.another(12_126_100_000);
  const third = await run.another(12_126_200_000);
  const engines = [run.engine(), run.engine()];
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      run.clock.advance(simMs(250));
      for (const { engine } of engines) await engine.tick();
    }
  };
  await pass(40_000);
  // One is stopped in order, and a fresh one replaces it.
  await engines[0]?.engine.stop();
  engines[0] = run.engine();
  await pass(20_000);
  const all = run.times();
  expect(all.length).toBeGreaterThanOrEqual(56);
  expect(all.length).toBeLessThanOrEqual(62);
  expect(mostIn(all, 10)).toBeLessThanOrEqual(11);
  for (const { callListId } of [run, second, third]) {
    const own = run.times(callListId);
    expect(own.length).toBeGreaterThanOrEqual(16);
    const gaps = own.slice(1).map((at, n) => at - (own[n] ?? at));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(7);
  }
  for (const { engine } of engines) await engine.stop();
  await run.end();
}, 180_000);

test('a campaign that wants little has its texts at once beside one that wants all', async () => {
  const run = await site();
  const slow = await run.another(12_126_100_000, { textPerMinute: 12 });
  const { engine, run: pass } = run.engine();
  await pass(60_000);
  expect(run.times(slow.callListId).length).toBeGreaterThanOrEqual(11);
  expect(run.times().length).toBeLessThanOrEqual(62);
  await engine.stop();
  await run.end();
});

test("an auto-reply goes before the campaign's next text, and uses its turn", async () => {
  const run = await site();
  const { engine, run: pass } = run.engine();
  await pass(5_000);
  const textingNumber = await textingNumberOf(db, run.campaign);
  const before = run.carrier.sent.length;
  for (const n of [1, 2, 3]) {
    const about = { phone: `1302444000${n}`, textingNumber, at: run.clock.now() };
    run.carrier.emit(inboundText({ ref: `help ${n}`, ...about, body: 'HELP' }));
  }
  await pass(10_000);
  const sent = run.carrier.sent.slice(before);
  expect(sent.length).toBeLessThanOrEqual(11);
  const replies = sent.map(({ textId }) => textId.startsWith('reply-'));
  expect(replies.slice(0, 4).filter(Boolean).length).toBe(3);
  await engine.stop();
  await run.end();
});

test('what the carrier refuses for now takes nothing of the pace', async () => {
  const run = await site();
  const { submit } = run.carrier;
  let refusals = 20;
  run.carrier.submit = async (texts, mayWrite) => {
    refusals -= 1;
    if (refusals < 0) return submit(texts, mayWrite);
    return texts.map(
      () => ({ kind: 'rejected', note: { code: 'throttled' }, retryable: true }) as const,
    );
  };
  const { engine, run: pass } = run.engine();
  await pass(1_000);
  const [pace] = await asClient(db, run.clientId, (tx) =>
    tx.rows<{ free: number }>('SELECT next_free AS free FROM texting_pace WHERE client_id = $1', [
      run.clientId,
    ]),
  );
  expect(pace?.free).toBeLessThanOrEqual(run.clock.now());
  await engine.stop();
  await run.end();
});
