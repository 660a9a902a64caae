import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import type { EndedCall } from '../../src/db/queries/ended-call.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { afternoon, makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase();

test('two engines that end the same calls in another order wait for each other and never deadlock', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const entries = 400;
  const callListId = await makeList(db, campaign, { entries });
  await asClient(db, clientId, async (tx) => {
    await ensureCallRecordMonth(tx, new Date(afternoon));
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at)
       SELECT $1, $2, entry_id, $3, phone, $4, $5
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, callListId, campaignId, randomUUID(), new Date(afternoon)],
    );
    await tx.run('UPDATE list_entry SET state = 1 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      callListId,
    ]);
    await tx.run('UPDATE call_list_count SET attempted = $2 WHERE client_id = $1', [
      clientId,
      entries,
    ]);
  });
  const ends = Array.from({ length: entries }, (_, index): EndedCall => {
    const of = { callListId, entryId: index + 1 };
    return {
      ...of,
      result: 'busy',
      answeredAt: null,
      finishedAt: simMs(afternoon + 20_000),
      note: null,
    };
  });
  const record = (calls: EndedCall[]) =>
    asClient(db, clientId, (tx) => recordResults(tx, vault, clientId, calls));
  for (let from = 0; from < entries; from += 100) {
    const batch = ends.slice(from, from + 100);
    const counts = await Promise.all([record(batch), record(batch.toReversed())]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 100]);
  }
  expect(await recount(db, clientId)).toMatchObject({
    openAttempts: 0,
    callRecords: entries,
    wrongCounts: [],
  });
});
