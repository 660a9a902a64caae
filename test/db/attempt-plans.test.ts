import { expect, test } from 'vitest';
import { makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

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
