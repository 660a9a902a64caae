import { expect, test } from 'vitest';
import { asClient, type Tx } from '../../src/db/database.ts';
import { matchKeptReceipts } from '../../src/db/queries/kept-receipt.ts';
import { acceptTexts } from '../../src/db/queries/outbound-text.ts';
import { settleReceipts } from '../../src/db/queries/text-receipt.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeTexting, textStories } from './text-world.ts';
import { afternoon, makeList, vault } from './world.ts';

const db = await freshDatabase();

/** The same transaction; after its first rows something else is committed. */
function interrupted(tx: Tx, between: () => Promise<void>): Tx {
  let isFirst = true;
  const rows: Tx['rows'] = async (...given) => {
    const found = await tx.rows(...given);
    if (isFirst) {
      isFirst = false;
      await between();
    }
    return found as never;
  };
  return { ...tx, rows, row: tx.row.bind(tx), run: tx.run.bind(tx) };
}

test('the receipt of a first part is not taken for that of its text, which is committed while the receipt is', async () => {
  const campaign = await makeTexting(db);
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 1 });
  const at = new Date(afternoon);
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at)
       SELECT $1, $2, 1, $3, '13034000001', gen_random_uuid(), $4`,
      [clientId, callListId, campaignId, at],
    );
    await tx.run(
      `INSERT INTO outbound_text (client_id, call_list_id, entry_id, phone, texting_number, body)
       VALUES ($1, $2, 1, '13034000001', '13025550100', 'Two parts')`,
      [clientId, callListId],
    );
  });
  const accept = () =>
    asClient(db, clientId, (tx) =>
      acceptTexts(
        tx,
        clientId,
        [{ callListId, entryId: 1, carrierRef: 'smpp:1', partRefs: ['smpp:1', 'smpp:2'] }],
        new Date(afternoon + 60_000),
      ),
    );
  const receipt = (ref: string) => ({
    ...{ carrierRef: ref, textId: null, phone: '13034000001', textingNumber: '13025550100' },
    ...{ outcome: 'delivered' as const, received: at, note: null },
  });
  const left = await asClient(db, clientId, (tx) =>
    settleReceipts(interrupted(tx, accept), vault, clientId, [receipt('smpp:1')]),
  );
  const results = async () => (await textStories(db, clientId)).map(({ result }) => result);
  expect([left, await results()]).toEqual([1, [null]]);
  const before = new Date(afternoon - 60_000);
  await asClient(db, clientId, (tx) => matchKeptReceipts(tx, vault, clientId, before));
  expect(await results()).toEqual([null]);
  await asClient(db, clientId, (tx) => settleReceipts(tx, vault, clientId, [receipt('smpp:2')]));
  expect(await results()).toEqual(['delivered']);
});
