/** Receipts of strangers, as on an account that is shared, hide none of ours. */

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type KeptReceiptCursor, matchKeptReceipts } from '../../src/db/queries/kept-receipt.ts';
import type { Receipt } from '../../src/db/queries/receipt.ts';
import { settleReceipts } from '../../src/db/queries/text-receipt.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, makeList, vault } from './world.ts';

const db = await freshDatabase();

/** A text that its carrier took, and whose receipt came before that was written down. */
async function early(strangers: number, textId: string | null = null) {
  const campaign = await makeTexting(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 1 });
  await requestStart(db, clientId, campaignId);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const carrier = watchedCarrier(clock, folder, { withoutReceipt: 1 });
  const deps = { textCarriers: new Map([['simulated', carrier]]) };
  const engine = makeEngine(db, { clock, folder, deps });
  await engine.run(3_000);
  await engine.engine.stop();
  const [text] = carrier.sent;
  const textingNumber = await textingNumberOf(db, campaign);
  const receipt = (carrierRef: string, phone: string): Receipt => ({
    ...{ carrierRef, textId: null, phone, textingNumber, outcome: 'delivered' },
    ...{ received: new Date(afternoon + 5_000), note: null },
  });
  const own = <T>(work: Parameters<typeof asClient<T>>[2]) => asClient(db, clientId, work);
  // Its id is not known yet: so it was when the receipt came.
  const hide = (ref: string | null) =>
    own((tx) =>
      tx.run('UPDATE outbound_text SET carrier_ref = $2 WHERE client_id = $1', [clientId, ref]),
    );
  await hide('simulated:something else');
  const theirs = Array.from({ length: strangers }, (_, n) => ({
    ...receipt(`simulated:a-stranger-${String(n).padStart(6, '0')}`, '19995550100'),
    textId,
  }));
  const ours = receipt('simulated:z-ours', text?.to ?? '');
  const settle = (some: readonly Receipt[]) =>
    own(async (tx) => {
      // A wait for another transaction ends the test.
      await tx.run("SET LOCAL lock_timeout = '2s'");
      await settleReceipts(tx, vault, clientId, some);
    });
  await settle([...theirs, ours]);
  await hide('simulated:z-ours');
  const result = async () =>
    (await own((tx) => tx.rows<{ result: string | null }>('SELECT result FROM attempt')))[0]
      ?.result;
  const match = (at?: KeptReceiptCursor, before = afternoon) =>
    own((tx) => matchKeptReceipts(tx, vault, clientId, new Date(before), at));
  const kept = async () =>
    (await own((tx) => tx.rows<{ n: number }>('SELECT count(*)::int AS n FROM text_receipt')))[0]
      ?.n;
  const byOwnId = { ...ours, textId: text?.textId ?? '' };
  return { hide, own, result, match, kept, again: () => settle([byOwnId]) };
}

test('600 receipts of strangers do not hide one of ours: it is found in one poll', async () => {
  const run = await early(600);
  expect(await run.result()).toBeNull();
  expect(await run.match()).toMatchObject({ left: 600, next: undefined });
  expect(await run.result()).toBe('delivered');
  expect(await run.kept()).toBe(600);
});

test('among 5,000 it is found after three looks of bounded size, and the looks begin anew', async () => {
  const run = await early(5_000);
  const first = await run.match();
  expect(first.left).toBe(2_000);
  const second = await run.match(first.next);
  expect(second.left).toBe(2_000);
  expect(await run.result()).toBeNull();
  expect(await run.match(second.next)).toMatchObject({ left: 1_000, next: undefined });
  expect(await run.result()).toBe('delivered');
});

test('600 that look like ours and fit to nothing do not hide it either', async () => {
  const run = await early(600, 'reply-9-9');
  const first = await run.match();
  expect(await run.result()).toBeNull();
  await run.match(first.next);
  expect(await run.result()).toBe('delivered');
});

test('what is too old goes, ours and theirs', async () => {
  const run = await early(30);
  expect(await run.match(undefined, simMs(afternoon + 60_000))).toMatchObject({
    left: 0,
    next: undefined,
  });
  expect(await run.kept()).toBe(0);
});

test("an engine's sweeps find it among 5,000", async () => {
  const run = await early(5_000);
  const clock = virtualClock(simMs(afternoon + 10_000));
  const engine = makeEngine(db, { clock, deps: { textCarriers: new Map() } });
  await engine.run(30_000, 1_000);
  expect(await run.result()).toBe('delivered');
  await engine.engine.stop();
});

test('a receipt does not wait for the submission of its own text, and is found after it', async () => {
  const { hide, own, ...run } = await early(0);
  await hide(null);
  await own(async (tx) => {
    // The submission is being stored: as in a deadlock, it may wait for what the receipt has.
    await tx.run("UPDATE outbound_text SET carrier_ref = 'simulated:z-ours'");
    await run.again();
  });
  expect(await run.result()).toBeNull();
  expect(await run.match()).toMatchObject({ left: 0, next: undefined });
  expect(await run.result()).toBe('delivered');
});
