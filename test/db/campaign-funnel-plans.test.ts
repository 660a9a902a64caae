/**
 * The funnel of a list that was just loaded, beside calls: the planner knows neither the list nor the
 * client.
 */
import { beforeAll, expect, test } from 'vitest';
import { asClient, asClientSnapshot, type Tx } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { countFound, readEntriesOfPart } from '../../src/db/queries/campaign-numbers.ts';
import { placeGroupOf } from '../../src/domain/place-group.ts';
import { afternoon, type Campaign, makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { explained } from './explained.ts';

const db = await freshDatabase();
const now = new Date(afternoon);
const entries = 2_000;
/** Of both lists of a campaign, and each of their numbers in two of these places at most. */
const waiting = 2 * entries;
const firstPhone = 12_123_000_000;

/** Statistics of when only another client had entries and attempts, and few were in a call. */
beforeAll(async () => {
  const other = await makeCampaign(db);
  await copyCampaign(other, 1_000);
  const list = await makeList(db, other, { entries, firstPhone: 13_035_550_000 });
  await tryNumbers(other, { list, count: entries, ended: true });
  await db.pool.query('ANALYZE list_entry_shared; ANALYZE attempt; ANALYZE contact_rest');
});

/** So many that nobody reads all of them to find one. */
async function copyCampaign({ clientId, campaignId }: Campaign, copies: number) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO campaign (client_id, name, campaign_type, calls_per_minute, customer_message_id,
         machine_message_id, caller_id_type, caller_id_number)
       SELECT client_id, name || ' copy ' || copy, campaign_type, calls_per_minute,
         customer_message_id, machine_message_id, caller_id_type, caller_id_number
       FROM campaign, generate_series(1, $3::integer) copy
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId, copies],
    ),
  );
}

/** A small list without places and a large one with them, of the same numbers. */
async function makeTwoLists(): Promise<Campaign & { list: number }> {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  const list = await makeList(db, campaign, { entries, firstPhone });
  const large = await makeList(db, campaign, { entries, firstPhone, large: true });
  const place = placeGroupOf({ areaCode: '212', state: null, zipCode: null });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE list_entry SET place_group = $3 WHERE client_id = $1 AND call_list_id = $2', [
      ...[clientId, large, place],
    ]),
  );
  return { ...campaign, list };
}

/** Attempts of another list, so that the numbers themselves go on waiting. */
async function tryNumbers(
  { clientId, campaignId }: Campaign,
  { list, count, ended }: { list: number; count: number; ended: boolean },
) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, counts_as)
       SELECT $1, $2 + 5000000, entry_id, $3, phone, gen_random_uuid(), $4::timestamptz,
         CASE WHEN $5 THEN $4 END, CASE WHEN $5 THEN 'busy' END, 'call'
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id <= $6`,
      [clientId, list, campaignId, now, ended, count],
    ),
  );
}

async function limitCalls({ clientId }: Campaign) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO contact_cap (client_id, kind, most, days, complete)
       VALUES ($1, 'call', 1, 7, true)`,
      [clientId],
    ),
  );
}

/** A gap of a day between two contacts. */
async function addGap({ clientId }: Campaign) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO policy_rule (client_id, channel, terms)
       VALUES ($1, 'any', '{"kind":"gap","of":"number","hours":24}')`,
      [clientId],
    ),
  );
}

async function lookedAt<T>({ clientId }: Campaign, work: (tx: Tx) => Promise<T>) {
  return asClientSnapshot(db, clientId, async (plain) => {
    const { tx, looked } = explained(plain);
    return { result: await work(tx), rows: looked.rows };
  });
}

/** A few steps for each waiting entry, not one for each of the other numbers too. */
const most = 20 * waiting;

test.each([
  { what: 'few numbers in a call', held: 50, reason: 'in_call', ended: false },
  { what: 'many numbers in a call', held: 1_500, reason: 'in_call', ended: false },
  { what: 'few numbers at the cap', held: 50, reason: 'attempt_cap', ended: true },
  { what: 'many numbers at the cap', held: 1_500, reason: 'attempt_cap', ended: true },
  { what: 'few numbers that a gap holds', held: 50, reason: 'contact_policy', ended: true },
  { what: 'many numbers that a gap holds', held: 1_500, reason: 'contact_policy', ended: true },
])('$what: a funnel compares no waiting number with every other', async (given) => {
  const { held, reason, ended } = given;
  const campaign = await makeTwoLists();
  const { clientId, campaignId, list } = campaign;
  if (reason === 'contact_policy') await addGap(campaign);
  else if (ended) await limitCalls(campaign);
  // The newest statistics are of a moment before the client's own attempts.
  await db.pool.query('ANALYZE attempt');
  await tryNumbers(campaign, { list, count: held, ended });

  const funnel = await lookedAt(campaign, (tx) => campaignFunnel(tx, clientId, campaignId, now));
  const counts = funnel.result?.waiting.map((part) => [part.reason, part.count]);
  expect(Object.fromEntries(counts ?? [])).toEqual({
    [reason]: 2 * held,
    campaign_stopped: waiting - 2 * held,
  });
  expect(funnel.rows).toBeLessThan(most);

  const question = { campaignId, now, part: 'waiting' as const, reason };
  const listed = await lookedAt(campaign, async (tx) => ({
    count: await countFound(tx, clientId, question),
    page: await readEntriesOfPart(tx, clientId, question, { callListId: 0, after: 0, row: 0 }),
  }));
  expect(listed.result.count).toBe(2 * held);
  expect(listed.result.page.length).toBe(Math.min(101, 2 * held));
  // Each of the two reads the groups first.
  expect(listed.rows).toBeLessThan(4 * most);
});
