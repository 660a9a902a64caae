/** What waits at an SMSC that sends one a second is canceled after a stop. */

import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { canceledFirst } from '../../src/db/queries/text-cancel.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { childrenOf, rule, setRules } from '../engine/follow-up-world.ts';
import { freshDatabase } from '../harness/database.ts';
import { type QueuedWish, queuedTexting } from './queued-texting.ts';
import { inboundBody } from './smsc-bodies.ts';
import { allEnded, type TextingWish } from './texting-world.ts';

const db = await freshDatabase();

const afternoon = simMs(Date.parse('2026-11-20T20:00:00Z'));

describe('An SMSC with a queue that sends one a second', () => {
  const spellings: [string, QueuedWish][] = [
    ['as it was written', {}],
    [
      'whose ids are hexadecimal in its responses',
      {
        settings: { responseIds: 'hex', receiptIds: 'decimal' },
        smsc: {
          responseId: (n) => `0A${n.toString(16).padStart(6, '0').toUpperCase()}`,
          receiptId: (n) => String(0x0a000000 + n),
        },
      },
    ],
  ];
  test.each(spellings)(
    'a STOP while a text waits there, %s: it does not leave, and the confirmation comes after that',
    async (_, wish) => {
      const time = virtualClock(afternoon);
      const run = await queuedTexting(db, time, { entries: 20, ...wish });
      await run.until(() => run.smsc.taken.length === 20);
      const last = run.queue.waiting().at(-1);
      if (!last) throw new Error('nothing waits');
      void run.smsc.deliver(inboundBody(last.to, run.sender, 'STOP'));
      await run.until(() => run.smsc.taken.length === 21);
      // The cancel was requested before the confirmation was submitted.
      expect(run.queue.canceled.map(({ to }) => to)).toEqual([last.to]);
      expect(run.smsc.taken.at(-1)).toMatchObject({ to: last.to });
      await run.until(() => run.queue.waiting().length === 0);
      expect(run.queue.left.filter(({ to }) => to === last.to).map(({ id }) => id)).toEqual(['21']);
      await run.until(async () => (await run.results()).open === undefined);
      expect(await run.notes()).toMatchObject([
        { result: 'delivered', n: 19 },
        { result: 'failed', note: canceledFirst('opt_out'), n: 1 },
      ]);
      expect(await run.books()).toEqual(allEnded(20));
      await run.life.stop();
    },
    60_000,
  );

  test.each(spellings)(
    'a STOP while the auto-reply to a HELP waits there, %s: it does not leave, the confirmation does',
    async (_, wish) => {
      const time = virtualClock(afternoon);
      const run = await queuedTexting(db, time, { entries: 20, ...wish });
      await run.until(() => run.smsc.taken.length === 20);
      const person = '12122559999';
      void run.smsc.deliver(inboundBody(person, run.sender, 'HELP'));
      await run.until(() => run.smsc.taken.length === 21);
      expect(run.queue.waiting().at(-1)?.to).toBe(person);
      void run.smsc.deliver(inboundBody(person, run.sender, 'STOP'));
      await run.until(() => run.smsc.taken.length === 22);
      // The cancel was requested before the confirmation was submitted.
      expect(run.queue.canceled.map(({ to, id }) => `${to} ${id}`)).toEqual([`${person} 21`]);
      await run.until(() => run.queue.waiting().length === 0);
      expect(run.queue.left.filter(({ to }) => to === person).map(({ id }) => id)).toEqual(['22']);
      const replies = () =>
        run.ask<object>('SELECT kind, outcome, note FROM text_reply ORDER BY text_reply_id');
      await run.until(async () => JSON.stringify(await replies()).includes('delivered'));
      expect(await replies()).toMatchObject([
        { kind: 'help', outcome: 'failed', note: canceledFirst('opt_out') },
        { kind: 'opt_out', outcome: 'delivered' },
      ]);
      expect(await run.ask('SELECT 1 FROM reply_cancel')).toEqual([]);
      await run.life.stop();
    },
    60_000,
  );

  test('an unclear reply cancels what waits there, without an auto-reply', async () => {
    const time = virtualClock(afternoon);
    const run = await queuedTexting(db, time, { entries: 10 });
    await run.until(() => run.smsc.taken.length === 10);
    const last = run.queue.waiting().at(-1);
    if (!last) throw new Error('nothing waits');
    void run.smsc.deliver(inboundBody(last.to, run.sender, 'Wrong number'));
    await run.until(() => run.queue.canceled.length === 1);
    expect(run.queue.canceled.map(({ to }) => to)).toEqual([last.to]);
    await run.until(async () => (await run.results()).open === undefined);
    expect(await run.notes()).toMatchObject([
      { result: 'delivered', n: 9 },
      { result: 'failed', note: canceledFirst('unclear'), n: 1 },
    ]);
    expect(run.smsc.taken.length).toBe(10);
    await run.life.stop();
  });

  test('a text in parts of which one was sent is not reported as canceled, and no more of it is sent', async () => {
    const time = virtualClock(afternoon);
    const message = 'A text that is too long for one part of a hundred and sixty. '.repeat(6);
    const run = await queuedTexting(db, time, { entries: 1, message });
    await run.until(() => run.smsc.taken.length === 3 && run.queue.left.length === 1);
    const person = run.smsc.taken[0]?.to ?? '';
    void run.smsc.deliver(inboundBody(person, run.sender, 'STOP'));
    await run.until(() => run.smsc.taken.length === 4);
    expect(run.queue.canceled.length).toBeGreaterThan(0);
    await run.until(async () => (await run.results()).open === undefined);
    const [ended] = await run.notes();
    expect(ended).toMatchObject({ result: 'failed' });
    expect(ended?.note).not.toEqual(canceledFirst('opt_out'));
    await run.life.stop();
  });

  test('texts in parts that a stop of the campaign takes back are not followed as failed, even if the receipts come first', async () => {
    const time = virtualClock(afternoon);
    const message = 'A text that is too long for one part of a hundred and sixty. '.repeat(6);
    const stored = Promise.withResolvers<void>();
    const run = await queuedTexting(db, time, {
      ...{ entries: 2, message },
      wrap: (carrier) => ({
        ...carrier,
        async cancel(texts) {
          const outcomes = await carrier.cancel(texts);
          await stored.promise;
          return outcomes;
        },
      }),
    });
    await setRules(db, run, [rule({ after: 'failed', waitMinutes: 0 })]);
    await run.until(() => run.smsc.taken.length === 6 && run.queue.left.length === 1);
    await asClient(db, run.clientId, (tx) => requestStop(tx, run.clientId, run.campaignId));
    await run.until(async () => (await run.results()).open === undefined);
    expect(run.queue.canceled.length).toBeGreaterThanOrEqual(4);
    stored.resolve();
    // The first part or two of one were sent, so it failed; of the other one nothing left.
    const [sent, canceled] = await run.ask<{ entryId: number; note: unknown }>(
      `SELECT entry_id AS "entryId", carrier_note AS note FROM attempt ORDER BY phone = '${run.queue.left[0]?.to}' DESC`,
    );
    expect(canceled?.note).toEqual(canceledFirst('stop'));
    expect(sent?.note).not.toEqual(canceledFirst('stop'));
    const children = await childrenOf(db, run.clientId);
    expect(children.map(({ parent }) => Number(parent.split('-')[1]))).toEqual([sent?.entryId]);
    await run.life.stop();
  });

  test('a stop of the campaign cancels what waits there, and nothing of it is sent again', async () => {
    const time = virtualClock(afternoon);
    const run = await queuedTexting(db, time, { entries: 30 });
    await run.until(() => run.smsc.taken.length === 30);
    await asClient(db, run.clientId, (tx) => requestStop(tx, run.clientId, run.campaignId));
    await run.until(() => run.queue.waiting().length === 0);
    expect(run.queue.canceled.length).toBeGreaterThan(20);
    await run.until(async () => (await run.results()).open === undefined);
    const canceled = run.queue.canceled.length;
    expect(await run.notes()).toContainEqual({
      ...{ result: 'failed', note: canceledFirst('stop'), n: canceled },
    });
    expect(await run.results()).toEqual({ failed: canceled, delivered: 30 - canceled });
    expect(await run.books()).toEqual(allEnded(30));
    expect(await run.ask('SELECT 1 FROM text_cancel')).toEqual([]);
    expect(run.smsc.taken.length).toBe(30);
    await run.life.stop();
  });

  test('an engine that was killed before it canceled leaves that to the next one', async () => {
    const time = virtualClock(afternoon);
    const deaf = (carrier: Parameters<NonNullable<TextingWish['wrap']>>[0]) => ({
      ...carrier,
      cancel: async () => new Promise<never>(() => {}),
    });
    let lives = 0;
    const run = await queuedTexting(db, time, {
      entries: 10,
      wrap(carrier) {
        lives += 1;
        return lives === 1 ? deaf(carrier) : carrier;
      },
    });
    await run.until(() => run.smsc.taken.length === 10);
    const last = run.queue.waiting().at(-1);
    if (!last) throw new Error('nothing waits');
    void run.smsc.deliver(inboundBody(last.to, run.sender, 'STOP'));
    await run.until(async () => (await run.ask('SELECT 1 FROM text_cancel')).length === 1);
    // Its responses never come: it is as good as killed, and its route is closed.
    await run.life.route.close();
    const second = await run.start();
    await second.until(() => run.queue.canceled.length === 1);
    await second.until(() => {
      run.smsc.passTime();
      return run.smsc.taken.length === 11;
    });
    expect(run.queue.left.filter(({ to }) => to === last.to)).toEqual([]);
    await second.stop();
  });
});
