/** A carrier that restarts its counter gives the ids of old texts to new ones. */
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { acceptTexts } from '../../src/db/queries/outbound-text.ts';
import type { Receipt } from '../../src/db/queries/receipt.ts';
import { settleReceipts } from '../../src/db/queries/text-receipt.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, makeList, vault } from './world.ts';

const db = await freshDatabase();
const sender = '13025550100';
const phoneOf = (n: number) => String(13_034_000_000 + n);
const minute = 60_000;

/** A client's texts by name; each was taken by the carrier with an id. */
async function texts() {
  const campaign = await makeTexting(db);
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 20 });
  let entryId = 0;
  const as = <T>(work: Parameters<typeof asClient<T>>[2]) => asClient(db, clientId, work);

  /** Submitted at this minute; with more ids, in parts. */
  async function send(to: string, at: number, ...refs: string[]): Promise<number> {
    entryId += 1;
    const attempted = new Date(afternoon + at * minute);
    const own = entryId;
    await as(async (tx) => {
      await tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at)
         VALUES ($1, $2, $3, $4, $5, gen_random_uuid(), $6)`,
        [clientId, callListId, own, campaignId, to, attempted],
      );
      await tx.run(
        `INSERT INTO outbound_text (client_id, call_list_id, entry_id, phone, texting_number, body)
         VALUES ($1, $2, $3, $4, $5, 'Hello')`,
        [clientId, callListId, own, to, sender],
      );
    });
    await accept(own, refs);
    return own;
  }

  async function accept(own: number, refs: string[]): Promise<void> {
    const [carrierRef = ''] = refs;
    const parts = refs.length > 1 ? { partRefs: refs } : {};
    const until = new Date(afternoon + 10_000 * minute);
    await as((tx) =>
      acceptTexts(tx, clientId, [{ callListId, entryId: own, carrierRef, ...parts }], until),
    );
  }

  const settle = (...receipts: Receipt[]) =>
    as((tx) => settleReceipts(tx, vault, clientId, receipts));
  const resultOf = async (own: number) =>
    (
      await as((tx) =>
        tx.row<{ result: string | null }>(
          'SELECT result FROM attempt WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3',
          [clientId, callListId, own],
        ),
      )
    )?.result;
  return { send, accept, settle, resultOf };
}

const receipt = (to: string, at: number, ref: string, outcome: 'delivered' | 'failed') => ({
  ...{ carrierRef: ref, textId: null, phone: to, textingNumber: sender, outcome, note: null },
  received: new Date(afternoon + at * minute),
});

describe('A receipt whose id names two texts', () => {
  test('is that of the person it was sent to, whichever text is newer', async () => {
    const { send, settle, resultOf } = await texts();
    const old = await send(phoneOf(1), 0, 'smpp:7');
    const fresh = await send(phoneOf(2), 5, 'smpp:7');
    expect(await settle(receipt(phoneOf(2), 6, 'smpp:7', 'delivered'))).toBe(0);
    expect([await resultOf(old), await resultOf(fresh)]).toEqual([null, 'delivered']);
    expect(await settle(receipt(phoneOf(1), 7, 'smpp:7', 'failed'))).toBe(0);
    expect([await resultOf(old), await resultOf(fresh)]).toEqual(['failed', 'delivered']);
  });

  test('of one person is that of the text which is still open, and of two open ones the newer', async () => {
    const { send, settle, resultOf } = await texts();
    const old = await send(phoneOf(3), 0, 'smpp:8');
    await settle(receipt(phoneOf(3), 1, 'smpp:8', 'delivered'));
    const fresh = await send(phoneOf(3), 5, 'smpp:8');
    expect(await settle(receipt(phoneOf(3), 6, 'smpp:8', 'failed'))).toBe(0);
    expect([await resultOf(old), await resultOf(fresh)]).toEqual(['delivered', 'failed']);
    const first = await send(phoneOf(4), 0, 'smpp:9');
    const second = await send(phoneOf(4), 5, 'smpp:9');
    await settle(receipt(phoneOf(4), 6, 'smpp:9', 'delivered'));
    expect([await resultOf(first), await resultOf(second)]).toEqual([null, 'delivered']);
  });

  test('is not that of a text that was submitted after it came', async () => {
    const { send, settle, resultOf } = await texts();
    const old = await send(phoneOf(5), 0, 'smpp:10');
    const fresh = await send(phoneOf(5), 30, 'smpp:10');
    await settle(receipt(phoneOf(5), 10, 'smpp:10', 'delivered'));
    expect([await resultOf(old), await resultOf(fresh)]).toEqual(['delivered', null]);
  });

  test('that comes before its text has its id is kept for it, beside one of somebody else', async () => {
    const { send, accept, settle, resultOf } = await texts();
    const old = await send(phoneOf(6), 0, 'smpp:11');
    expect(await settle(receipt(phoneOf(6), 1, 'smpp:11', 'delivered'))).toBe(0);
    const early = [7, 8].map((n) => receipt(phoneOf(n), 6, 'smpp:11', 'delivered'));
    expect(await settle(...early)).toBe(2);
    const fresh = await send(phoneOf(7), 5, 'smpp:0');
    await accept(fresh, ['smpp:11']);
    expect(await settle(...early)).toBe(1);
    expect([await resultOf(old), await resultOf(fresh)]).toEqual(['delivered', 'delivered']);
  });

  test("with another address than the person's is found by its id alone, as before", async () => {
    const { send, settle, resultOf } = await texts();
    const text = await send(phoneOf(9), 0, 'smpp:12');
    expect(await settle(receipt('ACME', 1, 'smpp:12', 'delivered'))).toBe(0);
    expect(await resultOf(text)).toBe('delivered');
  });
});

describe('Parts whose ids come again', () => {
  test.each([phoneOf(11), phoneOf(10)])('end their own text each (%s)', async (to) => {
    const { send, accept, settle, resultOf } = await texts();
    const refs = ['smpp:20', 'smpp:21'];
    const old = await send(phoneOf(10), 0, ...refs);
    for (const ref of refs) await settle(receipt(phoneOf(10), 1, ref, 'delivered'));
    expect(await resultOf(old)).toBe('delivered');
    const fresh = await send(to, 5, ...refs);
    await settle(receipt(to, 6, 'smpp:20', 'delivered'));
    // Its response is committed again, because the first confirmation was lost: the receipt stays.
    await accept(fresh, refs);
    expect(await resultOf(fresh)).toBe(null);
    await settle(receipt(to, 6, 'smpp:21', 'failed'));
    expect([await resultOf(old), await resultOf(fresh)]).toEqual(['delivered', 'failed']);
  });
});
