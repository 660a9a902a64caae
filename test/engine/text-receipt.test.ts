import pg from 'pg';
import { expect, test } from 'vitest';
import type { TextCarrier, TextEvent, TextRequest } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import type { VirtualClock } from '../../src/domain/clock.ts';
import { makeEngine } from './test-engine.ts';
import { changingSubmissions, lost, textReceiptWorld, type Wrap } from './text-receipt-world.ts';
import { inboundText } from './text-world.ts';
import { makeList } from './world.ts';

const { db, textingOn } = await textReceiptWorld();

test('a receipt reported twice counts once, and the first word stands', async () => {
  const run = await textingOn((carrier) => carrier);
  await run.run(3_000);
  run.carrier.emit(run.receipt(0));
  run.carrier.emit(run.receipt(0));
  await run.run(1_000);
  run.carrier.emit(run.receipt(0, { outcome: 'failed' }));
  run.carrier.emit(run.receipt(1, { outcome: 'failed' }));
  await run.run(1_000);
  expect((await run.results()).slice(0, 2)).toEqual(['delivered', 'failed']);
  expect(await run.books()).toMatchObject({ callRecords: 2, mismatches: 0, wrongCounts: [] });
  await run.end();
});

test('an unknown submission ends as unknown and is never sent again; a receipt without our id corrects it', async () => {
  const run = await textingOn(
    changingSubmissions((submission, n) => (n === 1 ? lost : submission)),
  );
  await run.run(20_000);
  expect(run.carrier.sent.length).toBe(4);
  expect((await run.results())[1]).toBe('unknown');
  run.carrier.emit(run.receipt(1, { carrierRef: 'an unknown id' }));
  await run.run(1_000);
  expect((await run.results())[1]).toBe('delivered');
  expect(await run.books()).toMatchObject({ mismatches: 0, wrongCounts: [] });
  // The same receipt again finds the same text, and no other one.
  run.carrier.emit(run.receipt(1, { carrierRef: 'an unknown id', outcome: 'failed' }));
  await run.run(1_000);
  expect((await run.results())[1]).toBe('delivered');
  await run.end();
});

test('a receipt of one part that is matched by number makes a long text failed, never delivered', async () => {
  const run = await textingOn(changingSubmissions((submission, n) => (n < 3 ? lost : submission)));
  await run.run(20_000);
  await asClient(db, run.clientId, (tx) =>
    tx.run("UPDATE outbound_text SET body = repeat('a', 161) WHERE client_id = $1", [run.clientId]),
  );
  run.carrier.emit(run.receipt(0, { carrierRef: 'one part' }));
  run.carrier.emit(run.receipt(1, { carrierRef: 'another', outcome: 'failed' }));
  // Of a carrier whose receipts are of whole texts.
  run.carrier.emit(run.receipt(2, { carrierRef: 'the whole', ofWhole: true }));
  await run.run(1_000);
  expect((await run.results()).slice(0, 3)).toEqual(['unknown', 'failed', 'delivered']);
  expect(await run.books()).toMatchObject({ mismatches: 0, wrongCounts: [] });
  await run.end();
});

/** Another process of ours, which receives the receipts of these texts first. */
async function emitFirst(clock: VirtualClock, carrier: TextCarrier, texts: readonly TextRequest[]) {
  let events = texts.map(
    ({ textId, to, from }): TextEvent => ({
      ...{ kind: 'receipt', carrierRef: textId, phone: to, textingNumber: from },
      ...{ at: clock.now(), outcome: 'delivered' },
    }),
  );
  const early: TextCarrier = {
    ...carrier,
    events: () => events,
    acknowledge() {
      events = [];
    },
  };
  const textCarriers = new Map([['simulated', early]]);
  await makeEngine(db, { clock, deps: { textCarriers } }).engine.tick();
  expect(events).toEqual([]);
}

test('the receipt of an auto-reply is not taken for that of an earlier text whose response was lost', async () => {
  const run = await textingOn(
    changingSubmissions((submission, n) => (n === 0 ? lost : submission)),
    { entries: 1 },
  );
  await run.run(20_000);
  expect(await run.results()).toEqual(['unknown']);
  const [{ to: phone, from: textingNumber } = { to: '', from: '' }] = run.carrier.sent;
  const said = { ref: 'stop-1', phone, textingNumber, at: run.clock.now(), body: 'STOP' };
  run.carrier.emit(inboundText(said));
  await run.runUntil(async () => run.carrier.sent.length === 2);
  await run.run(1_000);
  // As another engine receives it, which has sent neither.
  run.carrier.emit(run.receipt(1, { at: run.clock.now() }));
  await run.run(1_000);
  expect(await run.results()).toEqual(['unknown']);
  run.carrier.emit(run.receipt(0, { outcome: 'failed', at: run.clock.now() }));
  await run.run(1_000);
  expect(await run.results()).toEqual(['failed']);
  const replies = await asClient(db, run.clientId, (tx) =>
    tx.rows('SELECT outcome FROM text_reply WHERE client_id = $1', [run.clientId]),
  );
  expect(replies).toEqual([{ outcome: 'delivered' }]);
  await run.end();
});

test('where the responses to a text and to an auto-reply are both lost, a receipt without our id settles neither', async () => {
  const run = await textingOn(
    changingSubmissions(() => lost),
    { entries: 1 },
  );
  await run.run(20_000);
  expect(await run.results()).toEqual(['unknown']);
  const [{ to: phone, from: textingNumber } = { to: '', from: '' }] = run.carrier.sent;
  run.carrier.emit(
    inboundText({ ref: 'stop-2', phone, textingNumber, at: run.clock.now(), body: 'STOP' }),
  );
  await run.runUntil(async () => run.carrier.sent.length === 2);
  await run.run(1_000);
  run.carrier.emit(run.receipt(1, { carrierRef: 'an unknown id', at: run.clock.now() }));
  await run.run(20_000);
  expect(await run.results()).toEqual(['unknown']);
  expect(await run.books()).toMatchObject({ mismatches: 0, wrongCounts: [] });
  await run.end();
});

test('a receipt that comes before the response to its submission is kept and matched', async () => {
  const run = await textingOn((carrier, clock) => ({
    ...carrier,
    async submit(texts) {
      const submissions = await carrier.submit(texts);
      await emitFirst(clock, carrier, texts);
      return submissions;
    },
  }));
  await run.run(15_000);
  expect(await run.results()).toEqual(Array(4).fill('delivered'));
  expect(await run.books()).toMatchObject({ callRecords: 4, mismatches: 0, wrongCounts: [] });
  const kept = await asClient(db, run.clientId, (tx) =>
    tx.rows('SELECT carrier_ref FROM text_receipt WHERE client_id = $1', [run.clientId]),
  );
  expect(kept).toEqual([]);
  await run.end();
});

test('a receipt that overtakes the response to its text is not taken for that of an earlier one to the number', async () => {
  let sent = 0;
  const wrap: Wrap = (carrier, clock) => ({
    ...carrier,
    async submit(texts) {
      const submissions = await carrier.submit(texts);
      sent += texts.length;
      if (sent === 1) return submissions.map(() => lost);
      await emitFirst(clock, carrier, texts);
      return submissions;
    },
  });
  const run = await textingOn(wrap, { entries: 1 });
  await run.run(20_000);
  expect(await run.results()).toEqual(['unknown']);
  const firstPhone = Number(run.carrier.sent[0]?.to);
  await makeList(db, run, { entries: 1, firstPhone });
  await asClient(db, run.clientId, (tx) => tx.run('UPDATE client SET least_gap_hours = 0'));
  await requestStart(db, run.clientId, run.campaignId);
  await run.run(40_000);
  expect(run.carrier.sent.length).toBe(2);
  expect(await run.results()).toEqual(['unknown', 'delivered']);
  await run.end();
});

test('a receipt that fits to nothing is kept once and changes nothing', async () => {
  const run = await textingOn((carrier) => carrier);
  await run.run(3_000);
  for (let n = 0; n < 2; n += 1) {
    run.carrier.emit(run.receipt(0, { carrierRef: 'orphan', phone: '12129990000' }));
    await run.run(1_000);
  }
  const kept = await asClient(db, run.clientId, (tx) =>
    tx.rows('SELECT carrier_ref, phone FROM text_receipt WHERE client_id = $1', [run.clientId]),
  );
  expect(kept).toEqual([{ carrier_ref: 'simulated:orphan', phone: '12129990000' }]);
  expect(run.carrier.events()).toEqual([]);
  await run.end();
});

test('a receipt whose commit failed is reported again; the books catch a build that acknowledges before it', async () => {
  /** The first commits of receipts fail. */
  const failing = async (early: boolean) => {
    const run = await textingOn(
      (carrier) => ({
        ...carrier,
        events() {
          const events = carrier.events();
          if (early) carrier.acknowledge(events);
          return events;
        },
      }),
      { withoutReceipt: 0, entries: 20 },
    );
    await run.run(1_000);
    await blockRecords(true);
    await run.run(4_000);
    await blockRecords(false);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await run.run(30_000, 1_000);
    const results = await run.results();
    await run.end();
    return results.filter((result) => result === 'delivered').length;
  };
  expect(await failing(false)).toBe(20);
  expect(await failing(true)).toBeLessThan(20);
});

/** Makes every insert of a call record fail, as a full disk does. */
async function blockRecords(block: boolean): Promise<void> {
  const owner = new pg.Client(db.owner);
  await owner.connect();
  await owner.query(
    block
      ? `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON call_record FOR EACH ROW EXECUTE FUNCTION refuse()`
      : 'DROP TRIGGER refuse ON call_record',
  );
  await owner.end();
}
