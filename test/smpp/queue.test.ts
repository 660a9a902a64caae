/** An SMSC that accepts texts at once and sends one a second, as with a long code. */

import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { queuedTexting } from './queued-texting.ts';
import { inboundBody } from './smsc-bodies.ts';
import { allEnded, type TextingWish } from './texting-world.ts';

const db = await freshDatabase();

/** 20:59:50 and 9 PM in New York, where 212 is. */
const evening = simMs(Date.parse('2026-11-21T01:59:50Z'));
const nine = Date.parse('2026-11-21T02:00:00Z');
const afternoon = simMs(Date.parse('2026-11-20T20:00:00Z'));

describe('An SMSC with a queue that sends one a second', () => {
  test('of 76 texts from 20:59:50 on sends none after 21:00, however many it has accepted', async () => {
    const time = virtualClock(evening);
    // A number that the operator declared fast: all texts are submitted at once.
    const run = await queuedTexting(db, time, {});
    await run.until(() => run.smsc.taken.length === 76);
    expect(run.queue.left.length).toBeLessThan(5);
    await run.until(() => time.now() > nine + 20_000 && run.queue.waiting().length === 0);
    expect(run.queue.left.length).toBeGreaterThan(3);
    expect(run.queue.left.filter(({ at }) => at >= nine)).toEqual([]);
    await run.until(async () => (await run.results()).open === undefined);
    expect(await run.results()).toEqual({
      delivered: run.queue.left.length,
      failed: 76 - run.queue.left.length,
    });
    expect(await run.books()).toEqual(allEnded(76));
    await run.life.stop();
  }, 120_000);

  test('without an end and without cancels, as from an earlier build, sends after 21:00 and after a STOP', async () => {
    const time = virtualClock(evening);
    const wrap: TextingWish['wrap'] = (carrier) => ({
      ...carrier,
      submit: (texts, mayWrite) =>
        carrier.submit(
          texts.map((text) => ({ ...text, until: simMs(Number.POSITIVE_INFINITY) })),
          mayWrite,
        ),
      cancel: async (texts) => texts.map(() => 'left'),
    });
    const run = await queuedTexting(db, time, { entries: 20, wrap });
    await run.until(() => run.smsc.taken.length === 20);
    const last = run.queue.waiting().at(-1);
    if (!last) throw new Error('nothing waits');
    void run.smsc.deliver(inboundBody(last.to, run.sender, 'STOP'));
    await run.until(() => run.queue.waiting().length === 0 && run.queue.left.length > 19);
    expect(run.queue.left.filter(({ at }) => at >= nine).length).toBeGreaterThan(5);
    expect(run.queue.left.some(({ id }) => id === last.id)).toBe(true);
    await run.life.stop();
  }, 120_000);

  test('gets from a long code only what it can send before 21:00; the others wait in their contact list', async () => {
    const time = virtualClock(evening);
    const run = await queuedTexting(db, time, { segmentsPerSecond: 1 });
    await run.until(() => time.now() > nine + 15_000);
    expect(run.queue.left.filter(({ at }) => at >= nine)).toEqual([]);
    expect(run.queue.left.length).toBeGreaterThanOrEqual(6);
    expect(run.queue.dropped).toEqual([]);
    expect(run.smsc.taken.length).toBe(run.queue.left.length);
    const [waits] = await run.ask<{ n: number }>(
      `SELECT count(*)::int AS n FROM list_entry WHERE state = 0 AND reason = 'calling_hours'`,
    );
    expect(waits?.n).toBe(76 - run.queue.left.length);
    await run.life.stop();
  }, 120_000);

  test('every part of a long text ends at the same instant', async () => {
    const time = virtualClock(afternoon);
    const message = 'A text that is too long for one part of a hundred and sixty. '.repeat(6);
    const run = await queuedTexting(db, time, { entries: 2, message });
    await run.until(() => run.smsc.taken.length === 6);
    const ends = run.queue.left.concat(run.queue.waiting().map((one) => ({ ...one, at: 0 })));
    // Nine in the evening minus the margin, in whole seconds.
    const end = Date.parse('2026-11-21T02:00:00Z') - 2_000;
    for (const { until } of ends) {
      expect(until).toBeLessThanOrEqual(end);
      expect(until).toBeGreaterThan(end - 1_000);
    }
    await run.life.stop();
  });
});
