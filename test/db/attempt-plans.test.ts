import { expect, test } from 'vitest';
import { asClient, type Tx } from '../../src/db/database.ts';
import { countRenewable } from '../../src/db/queries/call-list-renew.ts';
import { followUpState } from '../../src/db/queries/follow-up-state.ts';
import { listWays } from '../../src/db/queries/follow-up-ways.ts';
import { rule, setRules } from '../engine/follow-up-world.ts';
import { makeTexting } from '../engine/text-world.ts';
import { makeList, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { explained } from './explained.ts';

const db = await freshDatabase();

test('attempts of a client that the statistics do not know are found by their key', async () => {
  const known = await makeTestClient(db);
  const fresh = await makeTestClient(db);
  const run = async (sql: string) => (await db.pool.query(sql)).rows;
  // Row level security binds the owner, too.
  await run('ALTER TABLE attempt NO FORCE ROW LEVEL SECURITY');
  await run(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, finished_at, result, counts_as)
     SELECT ${known}, 5, n, 1, (12125550000 + n)::text, gen_random_uuid(), '2026-11-20', '2026-11-20', 'person',
       'call'
     FROM generate_series(1, 50000) n`,
  );
  await run('ANALYZE attempt');
  const plan = await run(
    `EXPLAIN SELECT a.entry_id FROM unnest(array[1, 2, 3]) v (entry_id)
     CROSS JOIN LATERAL (SELECT * FROM attempt
       WHERE client_id = ${fresh} AND call_list_id = 9 AND entry_id = v.entry_id OFFSET 0) a`,
  );
  expect(JSON.stringify(plan)).toContain('attempt_pkey');
});

/** A text to each number of a list; each waits for a reply. */
async function texted(entries: number) {
  const texting = await makeTexting(db);
  const { clientId, campaignId } = texting;
  await setRules(db, texting, [rule({ after: 'no_reply', most: 1, ruleId: 1, action: 'again' })]);
  const listId = await makeList(db, texting, { entries });
  await asClient(db, clientId, async (tx) => {
    const list = [clientId, listId];
    await tx.run(
      'UPDATE list_entry SET state = 1 WHERE client_id = $1 AND call_list_id = $2',
      list,
    );
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result)
       SELECT $1, $2, entry_id, $3, phone, gen_random_uuid(), '2026-11-20', '2026-11-20', 'delivered'
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [...list, campaignId],
    );
    await tx.run(
      `INSERT INTO follow_up_wait (client_id, call_list_id, entry_id, campaign_id, rule_id, due_at)
       SELECT $1, $2, entry_id, $3, 1, '2026-11-23' FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2`,
      [...list, campaignId],
    );
  });
  return { clientId, campaignId, listId };
}

test('what has come of a list is counted by key, also of a client that the statistics do not know', async () => {
  const entries = 1_000;
  await texted(entries);
  await db.pool.query('ANALYZE');
  const { clientId, campaignId, listId } = await texted(entries);
  const reads: [string, (tx: Tx) => Promise<unknown>][] = [
    ['follow-ups', (tx) => followUpState(tx, clientId, campaignId)],
    ['ways', (tx) => listWays(tx, clientId, listId)],
    ['renewal', (tx) => countRenewable(tx, clientId, listId)],
  ];
  for (const [name, read] of reads) {
    const rows = await asClient(db, clientId, async (tx) => {
      const { tx: watched, looked } = explained(tx);
      await read(watched);
      return looked.rows;
    });
    // Of an entry that is compared with every attempt these are 1,000 and more.
    expect(rows / entries, name).toBeLessThan(100);
  }
}, 60_000);
