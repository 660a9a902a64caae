import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { type EngineWish, makeEngine, temporaryFolder } from './test-engine.ts';
import {
  isSettled,
  makeTexting,
  type TextingWish,
  textingNumberOf,
  textStories,
  type WatchedCarrier,
  watchedCarrier,
} from './text-world.ts';
import { afternoon, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

/** A started text campaign over one list, with the engine and its carrier. */
async function texting(
  wish: TextingWish & { entries?: number; firstPhone?: number; state?: string } = {},
  profile: EngineWish['textProfile'] = {},
  start = afternoon,
) {
  const campaign = await makeTexting(db, wish);
  const { entries = 100, firstPhone, state } = wish;
  const given = { entries, ...(firstPhone && { firstPhone }), ...(state && { state }) };
  const callListId = await makeList(db, campaign, given);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const clock = virtualClock(start);
  const folder = temporaryFolder();
  const carrier = watchedCarrier(clock, folder, profile);
  const engine = engineOn(clock, folder, carrier);
  const done = () => isSettled(db, campaign, clock.now());
  /** The campaigns of one test are no work for the engine of the next. */
  const end = async () => {
    await engine.engine.stop();
    await asClient(db, campaign.clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [campaign.clientId]),
    );
  };
  return { ...campaign, campaign, callListId, carrier, ...engine, done, end };
}

function engineOn(clock: ReturnType<typeof virtualClock>, folder: string, carrier: WatchedCarrier) {
  const textCarriers = new Map([['simulated', carrier]]);
  return makeEngine(db, { clock, folder, deps: { textCarriers } });
}

const count = (results: (string | null)[], which: string | null) =>
  results.filter((one) => one === which).length;

test('a text campaign texts every number once and becomes Completed; each text has one record', async () => {
  const run = await texting({}, { rejected: 0.1, failed: 0.2, late: 0.1 });
  await run.runUntil(run.done);
  await run.end();
  const log = readCallLog(run.folder);
  expect(log.length).toBe(100);
  expect(new Set(log.map((line) => line.to)).size).toBe(100);
  expect(new Set(log.map((line) => line.kind))).toEqual(new Set(['text']));
  expect(await recount(db, run.clientId)).toEqual({
    attempts: 100,
    openAttempts: 0,
    callRecords: 100,
    mismatches: 0,
    wrongCounts: [],
  });
  const results = (await textStories(db, run.clientId)).map(({ result }) => result);
  expect(count(results, 'delivered') + count(results, 'failed')).toBe(100);
  expect(count(results, 'failed')).toBeGreaterThan(10);
  const records = await asClient(db, run.clientId, (tx) =>
    tx.rows(
      `SELECT DISTINCT call_type, caller_id, caller_id_type, duration, billed_duration, cost
       FROM call_record WHERE client_id = $1`,
      [run.clientId],
    ),
  );
  const nothing = { duration: 0, billed_duration: 0, cost: 0 };
  const number = await textingNumberOf(db, run);
  expect(records).toEqual([
    { call_type: 'Text', caller_id: number, caller_id_type: 2, ...nothing },
  ]);
});

test('texts go out evenly at the rate of the campaign, at most 1 % off over five minutes', async () => {
  const run = await texting({ textPerMinute: 90, entries: 600 });
  await run.run(300_000, 500);
  const times = readCallLog(run.folder).map((line) => Date.parse(line.at));
  expect(Math.abs(times.length - 450)).toBeLessThanOrEqual(4);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  // One every 667 ms, seen at steps of 500 ms.
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1_000);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
  await run.end();
});

test('0 texts a minute sends nothing and says so; a higher rate counts within a second', async () => {
  const run = await texting({ textPerMinute: 0, entries: 50 });
  await run.run(20_000);
  expect(run.carrier.sent).toEqual([]);
  expect(await campaignState(db, run.campaign)).toMatchObject({
    run_status: 3,
    reason: { code: 'no_texts_per_minute' },
  });
  await asClient(db, run.clientId, (tx) =>
    tx.run('UPDATE campaign SET text_per_minute = 600 WHERE client_id = $1', [run.clientId]),
  );
  await run.run(1_000);
  expect(run.carrier.sent.length).toBeGreaterThan(0);
  expect((await campaignState(db, run.campaign)).reason).toBeNull();
  await run.end();
});

test('tokens take First Name, Last Name and External Id; a missing value leaves no double space', async () => {
  const message = 'Hello [first_name] [last_name] of file [file_number]!';
  const run = await texting({ message, entries: 2 });
  await asClient(db, run.clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET last_name = NULL
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 2`,
      [run.clientId, run.callListId],
    ),
  );
  await run.runUntil(run.done);
  const number = await textingNumberOf(db, run);
  expect(run.carrier.sent.map(({ body, from }) => ({ body, from }))).toEqual([
    { body: `Hello Ann Person 1 of file A-${run.callListId}-1!`, from: number },
    { body: `Hello Ann of file A-${run.callListId}-2!`, from: number },
  ]);
  const stored = (await textStories(db, run.clientId)).map(({ body }) => body);
  expect(stored).toEqual(run.carrier.sent.map(({ body }) => body));
  await run.end();
});

test('a text without a word for its account is not submitted and ends as failed', async () => {
  const run = await texting({ message: '[last_name]', entries: 1 });
  await asClient(db, run.clientId, (tx) =>
    tx.run("UPDATE list_entry SET last_name = ' ' WHERE client_id = $1 AND call_list_id = $2", [
      run.clientId,
      run.callListId,
    ]),
  );
  await run.runUntil(run.done);
  expect(run.carrier.sent).toEqual([]);
  expect((await textStories(db, run.clientId)).map(({ result }) => result)).toEqual(['failed']);
  await run.end();
});

test('no text goes out outside the calling hours of the number, and it goes on in the morning', async () => {
  // 20:59 in New York, where 212 is.
  const run = await texting(
    { entries: 100, textPerMinute: 60, firstPhone: 12_122_500_000 },
    {},
    simMs(Date.parse('2026-11-21T01:59:00Z')),
  );
  await run.run(120_000, 1_000);
  const late = readCallLog(run.folder).length;
  expect(late).toBeGreaterThan(50);
  expect(late).toBeLessThanOrEqual(60);
  expect((await campaignState(db, run.campaign)).reason).toEqual({
    code: 'calling_hours',
    until: '2026-11-21T13:00:00.000Z',
  });
  // The night at one go, and the last minutes of it step by step.
  run.clock.advance(simMs(Date.parse('2026-11-21T12:58:00Z') - run.clock.now()));
  await run.runUntil(run.done, 1_000);
  const log = readCallLog(run.folder).map((line) => line.at);
  expect(log.length).toBe(100);
  expect(log.filter((at) => at >= '2026-11-21T02:00:00' && at < '2026-11-21T13:00:00')).toEqual([]);
  await run.end();
});

test('a stop ends the sending at once; the texts that wait for receipts keep nothing from stopping', async () => {
  const run = await texting({ entries: 400 }, { delivery: [3_600_000, 3_600_000] });
  await run.run(10_000);
  await asClient(db, run.clientId, (tx) => requestStop(tx, run.clientId, run.campaignId));
  const before = run.carrier.sent.length;
  expect(before).toBeGreaterThan(80);
  await run.run(1_000);
  expect(run.carrier.sent.length).toBe(before);
  expect((await campaignState(db, run.campaign)).run_status).toBe(1);
  const waits = (await textStories(db, run.clientId)).filter((story) => story.waits).length;
  expect(waits).toBe(before);
  // Their receipts come while it is stopped, and are recorded all the same.
  await run.run(3_700_000, 60_000);
  const results = (await textStories(db, run.clientId)).map(({ result }) => result);
  expect(count(results, 'delivered')).toBe(before);
  expect(await recount(db, run.clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  await run.end();
});

test('a text whose receipt is late holds up no call or text to its number', async () => {
  const firstPhone = 12_122_700_000;
  const run = await texting({ entries: 5, firstPhone }, { delivery: [86_400_000, 86_400_000] });
  await run.run(10_000);
  expect(run.carrier.sent.length).toBe(5);
  const { clientId, textingNumberId } = run;
  const second = await makeTexting(db, { clientId, textingNumberId });
  await makeList(db, second, { entries: 5, firstPhone });
  await requestStart(db, clientId, second.campaignId);
  await run.run(10_000);
  expect(run.carrier.sent.length).toBe(10);
  await run.end();
});

test('a campaign is Completed when everything is submitted; receipts are recorded whenever they come', async () => {
  const usual = await texting({ entries: 10 }, { delivery: [60_000, 60_000] });
  await usual.run(30_000);
  expect(await campaignState(db, usual.campaign)).toMatchObject({
    completed: true,
    reason: null,
  });
  const stories = async () => (await textStories(db, usual.clientId)).map(({ result }) => result);
  expect(await stories()).toEqual(Array(10).fill(null));
  await usual.runUntil(usual.done);
  expect(usual.clock.now() - afternoon).toBeLessThan(70_000);
  expect(await stories()).toEqual(Array(10).fill('delivered'));
  await usual.end();

  const silent = await texting({ entries: 10 }, { withoutReceipt: 1 });
  await silent.runUntil(silent.done, 5_000);
  expect(silent.clock.now() - afternoon).toBeGreaterThan(300_000);
  expect(silent.clock.now() - afternoon).toBeLessThan(330_000);
  // Three days later nobody waits any more; a receipt that still comes corrects the record.
  await silent.run(73 * 3_600_000, 3_600_000);
  const results = async () => (await textStories(db, silent.clientId)).map(({ result }) => result);
  expect(count(await results(), 'unknown')).toBe(10);
  const [first] = silent.carrier.sent;
  if (!first) throw new Error('nothing was sent');
  silent.carrier.emit({
    ...{ kind: 'receipt', carrierRef: first.textId, phone: first.to, textingNumber: first.from },
    ...{ at: silent.clock.now(), outcome: 'delivered' },
  });
  await silent.run(1_000);
  expect(await results()).toEqual(['delivered', ...Array<string>(9).fill('unknown')]);
  expect(await recount(db, silent.clientId)).toMatchObject({
    callRecords: 10,
    mismatches: 0,
    wrongCounts: [],
  });
  await silent.end();
});
