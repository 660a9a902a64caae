import { describe, expect, test } from 'vitest';
import type { LogLine } from '../../src/carriers/simulated/call-log.ts';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { allEnded, firstPhone, type TroubledWish, troubledTexting } from './text-trouble-world.ts';
import { readCallLog } from './world.ts';

const db = await freshDatabase();

const running = (entries: number, trouble: TroubledWish['trouble'], readers = {}) =>
  troubledTexting(db, { entries, trouble, readers });

const idsOf = (lines: LogLine[]) => new Set(lines.map((line) => line.attemptId)).size;

/** What the carrier reported of each text, by its id. */
function watchReceipts(carrier: TextCarrier): Map<string, string> {
  const outcomes = new Map<string, string>();
  const events = carrier.events;
  carrier.events = () => {
    const all = events();
    for (const one of all) if (one.kind === 'receipt') outcomes.set(one.carrierRef, one.outcome);
    return all;
  };
  return outcomes;
}

describe('A text carrier that misbehaves', () => {
  test('throttles: each text is submitted again later, under its attempt id, and sent once', async () => {
    const { carrier, toEnd } = await running(300, { throttle: 0.5 });
    const { sent, books, results } = await toEnd();
    expect(carrier.met.throttled).toBeGreaterThan(20);
    expect([sent.length, idsOf(sent)]).toEqual([300, 300]);
    expect(books).toEqual(allEnded(300));
    expect(results).toEqual({ delivered: 300 });
  });

  test('throttles: it is left alone for longer each time, and the text campaign says so', async () => {
    const { carrier, clock, profile, runUntil, reason, toEnd } = await running(60, { throttle: 1 });
    const submittedAt: number[] = [];
    const submit = carrier.submit;
    carrier.submit = (texts) => {
      submittedAt.push(clock.now());
      return submit(texts);
    };
    await runUntil(async () => submittedAt.length >= 7, 100);
    const gaps = submittedAt.slice(1).map((at, index) => at - (submittedAt[index] ?? 0));
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(Math.min(30_000, 500 * 2 ** index));
    }
    expect(await reason()).toEqual({ code: 'carrier_busy' });
    profile.throttle = 0;
    expect((await toEnd()).books).toEqual(allEnded(60));
  });

  test('a number that opts out while its text waits to be submitted again is not texted', async () => {
    const { carrier, profile, campaign, run, sent, toEnd } = await running(40, { throttle: 1 });
    await run(1_000);
    expect(carrier.met.throttled).toBeGreaterThan(0);
    const { clientId } = campaign;
    await asClient(db, clientId, (tx) => optOut(tx, clientId, String(firstPhone), 'manager'));
    expect(sent()).toEqual([]);
    profile.throttle = 0;
    const end = await toEnd();
    expect(end.sent.map(({ to }) => to)).not.toContain(String(firstPhone));
    expect(end.books).toEqual(allEnded(39));
  });

  test('refuses for good: the text failed, and is not submitted again', async () => {
    const { carrier, toEnd } = await running(200, { refuse: 0.2 });
    const { sent, books, results } = await toEnd();
    const { refused } = carrier.met;
    expect(refused).toBeGreaterThan(10);
    expect([sent.length, idsOf(sent)]).toEqual([200 - refused, 200 - refused]);
    expect(books).toEqual(allEnded(200));
    expect(results).toEqual({ delivered: 200 - refused, failed: refused });
  });

  test('responds slowly or not at all: what was sent gets the result of its receipt, what was not ends as unknown', async () => {
    const { carrier, run, toEnd, ...bad } = await running(300, {
      ...{ slow: 0.3, loseResponseOfSent: 0.2, loseResponseOfUnsent: 0.1 },
    });
    const { sent, books } = await toEnd();
    // What ended as unknown keeps no campaign from its end: its receipt may come after that.
    await run(10_000, 2_000);
    const results = await bad.results();
    const unsent = 300 - sent.length;
    expect(unsent).toBeGreaterThan(5);
    expect(carrier.met.responsesLost).toBeGreaterThan(unsent + 20);
    expect(idsOf(sent)).toBe(sent.length);
    expect(results).toEqual({ delivered: sent.length, unknown: unsent });
    expect(books).toEqual(allEnded(300));
  });

  test('repeats and reorders its receipts, and leaves our id out: each text has the result of its own receipt', async () => {
    const readers = { failed: 0.3, withoutReceipt: 0 };
    const trouble = {
      repeat: 0.7,
      repeatWithin: [0, 5_000],
      shuffle: 1,
      withoutOurId: 0.5,
    } as const;
    const bad = await running(150, trouble, readers);
    const receipts = watchReceipts(bad.carrier);
    const { books } = await bad.toEnd();
    await bad.run(10_000, 500);
    expect(bad.carrier.met.repeated).toBeGreaterThan(80);
    expect(books).toEqual(allEnded(150));
    const texts = await bad.ask<{ id: string; result: string }>(
      `SELECT concat_ws('-', client_id, call_list_id, entry_id) AS id, result FROM call_record`,
    );
    expect(new Map(texts.map(({ id, result }) => [id, result]))).toEqual(receipts);
  });

  test('reports a receipt before its response, and before that is lost: it is the result all the same', async () => {
    const { carrier, meanwhile, another, ask, run, toEnd } = await running(60, {
      ...{ early: 0.6, loseResponseOfSent: 0.3, withoutOurId: 0.5 },
    });
    const other = another();
    meanwhile.run = () => other.tick();
    const { sent, books } = await toEnd();
    await run(30_000, 3_000);
    expect(carrier.met.early).toBeGreaterThan(20);
    expect([sent.length, idsOf(sent)]).toEqual([60, 60]);
    expect(books).toEqual(allEnded(60));
    const left = await ask(`SELECT 1 FROM call_record WHERE result <> 'delivered'`);
    expect(left).toEqual([]);
    expect(await ask('SELECT 1 FROM text_receipt')).toEqual([]);
  });

  test('reports receipts of texts that nobody sent: they are kept, and change nothing', async () => {
    const { carrier, ask, toEnd } = await running(80, { orphan: 0.5 });
    const { sent, books, results } = await toEnd();
    expect(carrier.met.orphans).toBeGreaterThan(20);
    expect(sent.length).toBe(80);
    expect(results).toEqual({ delivered: 80 });
    expect(books).toEqual(allEnded(80));
    expect(await ask('SELECT 1 FROM text_receipt')).toHaveLength(carrier.met.orphans);
    expect(carrier.events()).toEqual([]);
  });

  test('never reports some receipts: those texts end as unknown after three days, and are not sent again', async () => {
    const { carrier, campaign, run, clock, sent, results, toEnd } = await running(80, {
      loseReceipt: 0.3,
    });
    await toEnd();
    const lost = carrier.met.receiptsLost;
    expect(lost).toBeGreaterThan(10);
    expect(await results()).toEqual({ delivered: 80 - lost });
    clock.advance(simMs(72 * 3_600_000));
    await run(12_000, 4_000);
    expect(await results()).toEqual({ delivered: 80 - lost, unknown: lost });
    expect([sent().length, idsOf(sent())]).toEqual([80, 80]);
    expect(await recount(db, campaign.clientId)).toEqual(allEnded(80));
  });

  test('delivers inbound texts twice: each is stored once, and each opt-out confirmed once', async () => {
    const readers = { stop: 0.5, talk: 0.2 };
    const { carrier, folder, ask, run, toEnd } = await running(
      80,
      { deliverTwice: 1, repeatWithin: [0, 30_000], shuffle: 1 },
      readers,
    );
    await toEnd();
    await run(240_000, 5_000);
    expect(carrier.met.deliveredTwice).toBeGreaterThan(40);
    const stored = await ask<{ phone: string; n: number }>(
      'SELECT phone, count(*)::int AS n FROM inbound_text GROUP BY phone HAVING count(*) > 1',
    );
    expect(stored).toEqual([]);
    const replies = readCallLog(folder).filter((line) => line.attemptId.startsWith('reply-'));
    const optedOut = await ask<{ phone: string }>('SELECT phone FROM do_not_call ORDER BY phone');
    expect(optedOut.length).toBeGreaterThan(20);
    expect(replies.map(({ to }) => to).sort()).toEqual(optedOut.map(({ phone }) => phone));
  });

  test('loses its link: nothing is submitted meanwhile, the text campaign says so, and receipts come late', async () => {
    const { carrier, run, runUntil, reason, sent, toEnd } = await running(600, {
      ...{ cutEvery: [10_000, 10_000], cutFor: [20_000, 20_000] },
    });
    await runUntil(async () => !carrier.connected());
    await run(1_000);
    expect(await reason()).toEqual({ code: 'waits_for_carrier', channel: 'text' });
    const before = sent().length;
    expect(before).toBeGreaterThan(0);
    await run(15_000);
    expect(sent().length).toBe(before);
    const { books, results } = await toEnd();
    expect(books).toEqual(allEnded(600));
    expect(results).toEqual({ delivered: 600 });
  });

  test('loses every text on its way: none is sent again, each ends once, as unknown', async () => {
    const { carrier, campaign, clock, run, results, toEnd } = await running(400, {
      ...{ cutEvery: [5_000, 5_000], cutFor: [1_000, 1_000], dropAll: 1 },
    });
    const { sent } = await toEnd();
    const lost = carrier.met.receiptsLost;
    expect(lost).toBeGreaterThan(20);
    expect([sent.length, idsOf(sent)]).toEqual([400, 400]);
    clock.advance(simMs(72 * 3_600_000));
    await run(12_000, 4_000);
    expect(await results()).toEqual({ delivered: 400 - lost, unknown: lost });
    expect(await recount(db, campaign.clientId)).toEqual(allEnded(400));
  });
});
