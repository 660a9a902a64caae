/** A Twilio that takes texts at once and sends one a second, as it does from a long code. */

import { afterAll, expect, test } from 'vitest';
import type { StoredNote } from '../../src/contract/note.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { canceledFirst } from '../../src/db/queries/text-cancel.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { carrierQueue } from '../harness/carrier-queue.ts';
import { freshDatabase } from '../harness/database.ts';
import { until as ask } from '../harness/until.ts';
import { openOnDouble, sender, texts } from './open-carrier.ts';
import { textingByTwilio, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());

/** 20:59:50 and 9 PM in New York, where 212 is. */
const evening = simMs(Date.parse('2026-11-21T01:59:50Z'));
const nine = Date.parse('2026-11-21T02:00:00Z');
const afternoon = simMs(Date.parse('2026-11-20T20:00:00Z'));
const allEnded = (count: number) => ({
  ...{ attempts: count, openAttempts: 0, callRecords: count, mismatches: 0, wrongCounts: [] },
});

async function queued(time: VirtualClock, wish: { entries: number; firstPhone: number }) {
  const line = carrierQueue(time.now);
  double.account.queue = { line, now: time.now };
  const world = await textingByTwilio(db, site, { ...wish, time });
  const life = await world.begin();
  /** Ticks, with Twilio's queue moving along; the clock hangs on nothing but these. */
  const until = (done: () => Promise<boolean> | boolean) =>
    ask(async () => {
      time.advance(simMs(200));
      await life.engine.tick();
      await double.passTime();
      return (await done()) || undefined;
    }, 90);
  const notes = () =>
    world.ask<{ result: string; note: StoredNote | null; n: number }>(
      `SELECT result, carrier_note AS note, count(*)::int AS n FROM attempt
       WHERE finished_at IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC`,
    );
  const end = async () => {
    await life.stop();
    await world.end();
  };
  return { ...world, line, until, notes, end };
}

test('of 76 texts from 20:59:50 on none leaves after 21:00, and the others end as failed', async () => {
  const time = virtualClock(evening);
  const run = await queued(time, { entries: 76, firstPhone: 12_122_310_000 });
  await run.until(() => time.now() > nine + 10_000 && run.line.waiting().length === 0);
  const left = run.line.left.length;
  // Submitted in the first moments, most of them too many for what is left of the evening.
  expect(left).toBeGreaterThan(2);
  expect(run.line.dropped.length).toBeGreaterThan(40);
  expect(run.line.left.filter(({ at }) => at >= nine)).toEqual([]);
  await run.until(async () => (await run.results()).open === undefined);
  expect(await run.results()).toEqual({ delivered: left, failed: run.line.dropped.length });
  expect((await run.notes()).find(({ result }) => result === 'failed')?.note).toEqual({
    code: 'not_delivered',
    twilio: 30_036,
  });
  expect(await run.books()).toEqual(allEnded(left + run.line.dropped.length));
  await run.end();
}, 120_000);

test('a STOP while a text waits at Twilio: it does not leave, and the confirmation comes after that', async () => {
  const time = virtualClock(afternoon);
  const run = await queued(time, { entries: 20, firstPhone: 12_122_320_000 });
  await run.until(() => run.sent().length === 20);
  const last = run.line.waiting().at(-1);
  if (!last) throw new Error('nothing waits');
  // The first request gets no response: it is sent again.
  double.cancelMishaps.push('down');
  await double.textIn(last.to, run.sender, 'No more of this, please stop.');
  await run.until(() => run.sent().length === 21);
  expect(run.line.canceled.map(({ to }) => to)).toEqual([last.to]);
  expect(run.sent()[0]).toMatchObject({ to: last.to });
  await run.until(() => run.line.waiting().length === 0);
  const toThem = run.line.left.filter(({ to }) => to === last.to);
  expect(toThem.map(({ id }) => id)).toEqual([run.sent()[0]?.sid]);
  await run.until(async () => (await run.results()).delivered === 19);
  expect(await run.notes()).toMatchObject([
    { result: 'delivered', n: 19 },
    { result: 'failed', note: canceledFirst('opt_out'), n: 1 },
  ]);
  expect(await run.books()).toEqual(allEnded(20));
  await run.end();
}, 120_000);

test('a stop of the campaign takes back what waits at Twilio; what had left is delivered', async () => {
  const time = virtualClock(afternoon);
  const run = await queued(time, { entries: 12, firstPhone: 12_122_330_000 });
  await run.until(() => run.sent().length === 12 && run.line.left.length > 0);
  await asClient(db, run.clientId, (tx) => requestStop(tx, run.clientId, run.campaignId));
  await run.until(async () => (await run.results()).open === undefined);
  const canceled = run.line.canceled.length;
  expect(canceled).toBeGreaterThan(5);
  expect(await run.notes()).toContainEqual({
    ...{ result: 'failed', note: canceledFirst('stop'), n: canceled },
  });
  expect(await run.results()).toEqual({ delivered: 12 - canceled, failed: canceled });
  expect(await run.books()).toEqual(allEnded(12));
  await run.end();
}, 120_000);

test('a text of which too little time is left is not sent, and ValidityPeriod is what is left of it', async () => {
  const { double: alone, text } = await openOnDouble();
  const inSeconds = (seconds: number) => Date.now() + seconds * 1_000;
  const [first, second, third] = texts(3);
  if (!first || !second || !third) throw new Error('three texts');
  const submissions = await text.submit([
    { ...first, until: simMs(inSeconds(5)) },
    { ...second, until: simMs(inSeconds(90)) },
    { ...third, until: simMs(inSeconds(50_000)) },
  ]);
  expect(submissions).toMatchObject([
    { kind: 'rejected', retryable: true },
    { kind: 'accepted' },
    { kind: 'accepted' },
  ]);
  const asked = alone.requests.filter(({ what }) => what === 'POST /Messages.json');
  const periods = asked.map(({ fields }) => Number(fields.get('ValidityPeriod')));
  expect(periods[0]).toBeGreaterThan(80);
  expect(periods[0]).toBeLessThanOrEqual(89);
  expect(periods[1]).toBe(36_000);
  expect(alone.account.messages.map(({ from }) => from)).toEqual([`+${sender}`, `+${sender}`]);
});
