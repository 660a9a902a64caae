/** Follow-ups of the lost time, of which only the carriers know, are not made a second time. */
import { expect, test } from 'vitest';
import type { CarrierRecord } from '../../src/carriers/kind.ts';
import { matchRecords } from '../../src/cli/reconcile/match-records.ts';
import { asClient } from '../../src/db/database.ts';
import { markSubmitted } from '../../src/db/queries/reconcile.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { afternoon, makeCampaign, makeList, vault } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

const after = (minutes: number) => simMs(afternoon + minutes * 60_000);

/** Two persons were texted before the backup; their times to answer are over 30 and 90 minutes after it. */
async function awaited(firstPhone: number) {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 2, firstPhone });
  const phone = (n: number) => String(firstPhone + n - 1);
  await asClient(db, clientId, async (tx) => {
    const texts = [1, 2].map((n) => {
      return { campaignId, callListId, entryId: n, phone: phone(n), at: after(-60) };
    });
    await markSubmitted(tx, vault, clientId, texts);
    await tx.run(
      `INSERT INTO follow_up_wait (client_id, call_list_id, entry_id, campaign_id, rule_id, due_at)
       SELECT $1, $2, v.n, $3, 1, v.due FROM unnest($4::int[], $5::timestamptz[]) AS v (n, due)`,
      [clientId, callListId, campaignId, [1, 2], [new Date(after(30)), new Date(after(90))]],
    );
  });
  const waiting = () =>
    asClient(db, clientId, async (tx) => {
      const rows = await tx.rows<{ id: number }>(
        'SELECT entry_id AS id FROM follow_up_wait WHERE client_id = $1 ORDER BY id',
        [clientId],
      );
      return rows.map(({ id }) => id);
    });
  return { clientId, callListId, phone, waiting };
}

const match = (...records: CarrierRecord[]) =>
  matchRecords({ db, vault, carriers: ['simulated'], since: after(-10) }, records);

test('a record of an attempt that is not here ends what was due until then, of its client alone', async () => {
  const { clientId, callListId, phone, waiting } = await awaited(12_125_550_000);
  const other = await awaited(12_125_560_000);
  const attemptId = `${clientId}-${callListId}-${2 ** 26 + 1}`;
  const report = await match({ attemptId, channel: 'voice', to: phone(1), at: after(60) });
  expect(report).toMatchObject({ read: 1, elsewhere: 1 });
  expect(await waiting()).toEqual([2]);
  expect(await other.waiting()).toEqual([1, 2]);
});

test('a record by number that no attempt explains ends what was due until then', async () => {
  const { phone, waiting } = await awaited(12_125_570_000);
  const report = await match({ channel: 'voice', to: phone(1), at: after(60) });
  expect(report).toMatchObject({ read: 1, elsewhere: 1 });
  expect(await waiting()).toEqual([2]);
});

test('a record of an attempt that is here ends nothing', async () => {
  const { clientId, callListId, phone, waiting } = await awaited(12_125_580_000);
  const attemptId = `${clientId}-${callListId}-1`;
  const report = await match({ attemptId, channel: 'voice', to: phone(1), at: after(60) });
  expect(report).toMatchObject({ read: 1, known: 1 });
  expect(await waiting()).toEqual([1, 2]);
});
