/** The part of the day of a follow-up: by the shares of its hours, within what may be called. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { countAnswers } from '../../src/db/queries/answer-share.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { freshDatabase } from '../harness/database.ts';
import { ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { afternoon, makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase();

/** Local hours of New York, a week before: of ten calls in each so many were answered. */
const answeredAt = { 9: 1, 14: 4, 18: 2, 20: 10 };

async function countedClient() {
  const campaign = await makeCampaign(db, {});
  const { clientId } = campaign;
  const midnight = Date.parse('2026-11-12T05:00:00Z');
  const calls = Object.entries(answeredAt).flatMap(([hour, answered]) =>
    Array.from({ length: 10 }, (_, n) => ({
      startedAt: new Date(midnight + Number(hour) * 3_600_000 + n * 60_000).toISOString(),
      phone: `1212555${String(1000 + n)}`,
      stateCode: 'NY',
      result: n < answered ? ('person' as const) : ('no_answer' as const),
    })),
  );
  await addCallRecords(db, clientId, vault, calls);
  while (await asClient(db, clientId, (tx) => countAnswers(tx, clientId, new Date(afternoon))));
  return campaign;
}

async function partsOfFollowUps(campaign: { clientId: number; campaignId: number }) {
  const { clientId } = campaign;
  await setRules(db, campaign, [rule({ otherPart: true })]);
  const listId = await makeList(db, campaign, { entries: 40, firstPhone: 12_124_400_000 });
  const all = Array.from({ length: 40 }, (_, n) => n + 1);
  // In the morning of New York.
  const morning = afternoon - 4 * 3_600_000;
  await takeEntries(db, campaign, listId, all, morning as typeof afternoon);
  await record(
    db,
    clientId,
    all.map((entry) => ended(listId, entry, 'no_answer')),
  );
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ entryId: number; part: number; byChance: boolean }>(
      `SELECT entry_id AS "entryId", day_part AS part, by_chance AS "byChance" FROM follow_up
       WHERE client_id = $1 ORDER BY entry_id`,
      [clientId],
    ),
  );
  return { listId, rows };
}

test('the part is chosen from the hours that may be called, and what chance chose is counted apart', async () => {
  // Twelve of twenty were answered in the evening, four of ten in the afternoon.
  const free = await partsOfFollowUps(await countedClient());
  expect(free.rows.filter(({ byChance }) => !byChance).every(({ part }) => part === 2)).toBe(true);

  // Where nobody may be called from 20:00 on, two of ten are left of the evening.
  const campaign = await countedClient();
  const { clientId, campaignId } = campaign;
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET calling_hours = '{"close":"20:00"}' WHERE client_id = $1`, [
      clientId,
    ]),
  );
  const { listId, rows } = await partsOfFollowUps(campaign);
  expect(rows.filter(({ byChance }) => !byChance).every(({ part }) => part === 1)).toBe(true);
  expect(rows.some(({ byChance }) => byChance)).toBe(true);

  const state = () => asClient(db, clientId, (tx) => followUpState(tx, clientId, campaignId));
  expect((await state())?.choice).toBeNull();
  const ids = rows.map(({ entryId }) => entryId);
  await takeEntries(db, campaign, listId, ids);
  const drawn = rows.filter(({ byChance }) => byChance).length;
  await record(
    db,
    clientId,
    rows.map(({ entryId, byChance }) => ended(listId, entryId, byChance ? 'machine' : 'person')),
  );
  expect((await state())?.choice).toEqual({
    share: { called: 40 - drawn, answered: 40 - drawn },
    chance: { called: drawn, answered: 0 },
  });
});
