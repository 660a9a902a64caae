import pg from 'pg';
import { expect, test } from 'vitest';
import type {
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
} from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  inboundText,
  makeTexting,
  textingNumberOf,
  textStories,
  type WatchedCarrier,
  watchedCarrier,
} from './text-world.ts';
import { afternoon, campaignState, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

type Wrap = (carrier: WatchedCarrier, clock: VirtualClock) => TextCarrier;

/** A text campaign of `entries` numbers on a carrier with an own mind. */
async function textingOn(wrap: Wrap, { entries = 4, withoutReceipt = 1 } = {}) {
  const campaign = await makeTexting(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries });
  await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const carrier = watchedCarrier(clock, folder, { withoutReceipt });
  const textCarriers = new Map([['simulated', wrap(carrier, clock)]]);
  const deps = { textCarriers, leaseSeconds: 5 };
  const engine = makeEngine(db, { clock, folder, deps });
  const results = async () => (await textStories(db, clientId)).map(({ result }) => result);
  const textingNumber = await textingNumberOf(db, campaign);
  /** The receipt of the n-th text, as the carrier names it. */
  const receipt = (n: number, given: Partial<TextEvent & { kind: 'receipt' }> = {}): TextEvent => ({
    ...{ kind: 'receipt', carrierRef: carrier.sent[n]?.textId ?? '', textingNumber },
    ...{ phone: carrier.sent[n]?.to ?? '', at: clock.now(), outcome: 'delivered', ...given },
  });
  const end = async () => {
    await engine.engine.stop();
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
    );
  };
  const books = () => recount(db, clientId);
  /** Completed waits for no receipt. */
  const done = async () =>
    (await campaignState(db, campaign)).completed &&
    (await results()).every((result) => result !== null);
  return { ...campaign, carrier, results, receipt, books, done, end, ...engine };
}

/** The answers to hand-overs, changed on their way back. */
const answering =
  (change: (answer: Submission, n: number) => Submission): Wrap =>
  (carrier) => {
    let n = 0;
    return {
      ...carrier,
      async submit(texts) {
        const answers = await carrier.submit(texts);
        return answers.map((answer) => change(answer, n++));
      },
    };
  };

const lost = { kind: 'unknown', note: 'timeout' } as const;

test('a receipt told twice counts once, and the first word stands', async () => {
  const run = await textingOn((carrier) => carrier);
  await run.run(3_000);
  run.carrier.tell(run.receipt(0));
  run.carrier.tell(run.receipt(0));
  await run.run(1_000);
  run.carrier.tell(run.receipt(0, { outcome: 'failed' }));
  run.carrier.tell(run.receipt(1, { outcome: 'failed' }));
  await run.run(1_000);
  expect((await run.results()).slice(0, 2)).toEqual(['delivered', 'failed']);
  expect(await run.books()).toMatchObject({ callRecords: 2, mismatches: 0, wrongCounts: [] });
  await run.end();
});

test('an unknown answer ends as unknown and is never sent again; a receipt without our id corrects it', async () => {
  const run = await textingOn(answering((answer, n) => (n === 1 ? lost : answer)));
  await run.run(20_000);
  expect(run.carrier.sent.length).toBe(4);
  expect((await run.results())[1]).toBe('unknown');
  run.carrier.tell(run.receipt(1, { carrierRef: 'an id that was never heard of' }));
  await run.run(1_000);
  expect((await run.results())[1]).toBe('delivered');
  expect(await run.books()).toMatchObject({ mismatches: 0, wrongCounts: [] });
  // The same receipt again finds the same text, and no other one.
  run.carrier.tell(
    run.receipt(1, { carrierRef: 'an id that was never heard of', outcome: 'failed' }),
  );
  await run.run(1_000);
  expect((await run.results())[1]).toBe('delivered');
  await run.end();
});

/** Another process of ours, which hears of the receipts of these texts first. */
async function hearFirst(clock: VirtualClock, carrier: TextCarrier, texts: readonly TextRequest[]) {
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

test('the receipt of an answer to a person is not taken for that of an earlier text whose own answer was lost', async () => {
  const run = await textingOn(
    answering((answer, n) => (n === 0 ? lost : answer)),
    { entries: 1 },
  );
  await run.run(20_000);
  expect(await run.results()).toEqual(['unknown']);
  const [{ to: phone, from: textingNumber } = { to: '', from: '' }] = run.carrier.sent;
  const said = { ref: 'stop-1', phone, textingNumber, at: run.clock.now(), body: 'STOP' };
  run.carrier.tell(inboundText(said));
  await run.runUntil(async () => run.carrier.sent.length === 2);
  await run.run(1_000);
  // As another engine tells it, which has sent neither.
  run.carrier.tell(run.receipt(1, { at: run.clock.now() }));
  await run.run(1_000);
  expect(await run.results()).toEqual(['unknown']);
  run.carrier.tell(run.receipt(0, { outcome: 'failed', at: run.clock.now() }));
  await run.run(1_000);
  expect(await run.results()).toEqual(['failed']);
  const replies = await asClient(db, run.clientId, (tx) =>
    tx.rows('SELECT outcome FROM text_reply WHERE client_id = $1', [run.clientId]),
  );
  expect(replies).toEqual([{ outcome: 'delivered' }]);
  await run.end();
});

test('a receipt that comes before the answer to its hand-over is kept and matched', async () => {
  const run = await textingOn((carrier, clock) => ({
    ...carrier,
    async submit(texts) {
      const answers = await carrier.submit(texts);
      await hearFirst(clock, carrier, texts);
      return answers;
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

test('a receipt that fits to nothing is kept once and changes nothing', async () => {
  const run = await textingOn((carrier) => carrier);
  await run.run(3_000);
  for (let n = 0; n < 2; n += 1) {
    run.carrier.tell(run.receipt(0, { carrierRef: 'orphan', phone: '12129990000' }));
    await run.run(1_000);
  }
  const kept = await asClient(db, run.clientId, (tx) =>
    tx.rows('SELECT carrier_ref, phone FROM text_receipt WHERE client_id = $1', [run.clientId]),
  );
  expect(kept).toEqual([{ carrier_ref: 'simulated:orphan', phone: '12129990000' }]);
  expect(run.carrier.events()).toEqual([]);
  await run.end();
});

test('a text that the carrier refused for now is handed over again under its attempt id, and others fail at once', async () => {
  const throttled = { kind: 'rejected', code: 'throttled', retryable: true } as const;
  const refused = { kind: 'rejected', code: 'not a mobile number', retryable: false } as const;
  let given = 0;
  const run = await textingOn(
    (carrier) => ({
      ...carrier,
      async submit(texts) {
        const answers: Submission[] = [];
        for (const text of texts) {
          given += 1;
          if (given <= 3) answers.push(throttled);
          else if (given === 5) answers.push(refused);
          else answers.push(...(await carrier.submit([text])));
        }
        return answers;
      },
    }),
    { withoutReceipt: 0 },
  );
  // The campaign is over before its receipts.
  await run.runUntil(async () => (await run.done()) && !(await run.results()).includes(null));
  const ids = run.carrier.sent.map(({ textId }) => textId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(3);
  expect((await run.results()).sort()).toEqual(['delivered', 'delivered', 'delivered', 'failed']);
  expect(await run.books()).toMatchObject({
    attempts: 4,
    callRecords: 4,
    mismatches: 0,
    wrongCounts: [],
  });
  await run.end();
});

test('while the carrier is away nothing is handed over, and the campaign says so', async () => {
  let away = false;
  const run = await textingOn((carrier) => ({ ...carrier, connected: () => !away }), {
    entries: 100,
  });
  await run.run(2_000);
  away = true;
  const before = run.carrier.sent.length;
  expect(before).toBeGreaterThan(0);
  await run.run(5_000);
  expect(run.carrier.sent.length).toBe(before);
  expect((await campaignState(db, run)).status_reason).toBe(
    'The carrier is away. Texts go on when it is connected again.',
  );
  away = false;
  await run.run(2_000);
  expect(run.carrier.sent.length).toBeGreaterThan(before);
  expect((await campaignState(db, run)).status_reason).toBeNull();
  await run.end();
});

/** What a build that hands a text over again after an unknown answer would look like. */
const retryUnknown: Wrap = (carrier, clock) => {
  const wrapped = answering((answer, n) => (n % 3 === 0 ? lost : answer))(carrier, clock);
  return {
    ...wrapped,
    submit: async (texts) =>
      (await wrapped.submit(texts)).map((answer) =>
        answer.kind === 'unknown'
          ? { kind: 'rejected', code: answer.note, retryable: true }
          : answer,
      ),
  };
};

test('the log catches a build that sends again what has an unknown answer', async () => {
  const right = await textingOn(
    answering((answer, n) => (n % 3 === 0 ? lost : answer)),
    { entries: 10 },
  );
  await right.run(20_000);
  const texts = readCallLog(right.folder).map(({ to }) => to);
  expect([texts.length, new Set(texts).size]).toEqual([10, 10]);
  await right.end();
  const wrong = await textingOn(retryUnknown, { entries: 10 });
  await wrong.run(20_000);
  const again = readCallLog(wrong.folder).map(({ to }) => to);
  expect(again.length).toBeGreaterThan(new Set(again).size);
  await wrong.end();
});

test('a receipt whose commit failed is told again; the books catch a build that acknowledges before it', async () => {
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
