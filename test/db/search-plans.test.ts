import { expect, test } from 'vitest';
import { searchDoNotCall } from '../../src/db/queries/do-not-call.ts';
import { findPeople } from '../../src/db/queries/person.ts';
import { makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase({ max: 1 });
const run = async (sql: string) => (await db.pool.query(sql)).rows;

/** How often whole tables of call records were read so far. */
async function wholeReads(): Promise<number> {
  await run('SELECT pg_stat_force_next_flush()');
  const [row] = await run(
    "SELECT sum(seq_scan)::int AS reads FROM pg_stat_user_tables WHERE relname ~ '^call_record_2'",
  );
  return row.reads;
}

test('people are found by name without reading every call record', async () => {
  const clientId = await makeTestClient(db);
  await run("SELECT ensure_call_record_month('2026-11-20')");
  await run('ALTER TABLE call_record NO FORCE ROW LEVEL SECURITY');
  await run(
    `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, finished_at,
       duration, billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
       call_list_name, campaign_name, first_name, last_name)
     SELECT ${clientId}, '2026-11-20', 1, n, 1, '2026-11-20', 0, 0, 0, 0, 'no_answer', 'Outbound',
       (12125550000 + n)::text, '13025550148', 1, 'List', 'Campaign',
       CASE WHEN n = 5 THEN '' ELSE 'First' || n END, CASE WHEN n = 7 THEN '' ELSE 'Last' || n END
     FROM generate_series(1, 10000) n`,
  );
  await run('VACUUM (ANALYZE) call_record');
  const before = await wholeReads();
  const found = async (search: string) =>
    (await findPeople(db, clientId, search, new Date('2026-11-21'))).map(({ name }) => name);
  expect(await found('Xyzzy')).toEqual([]);
  expect((await found('First9 Last9'))[0]).toBe('First9 Last9');
  // People of one name, first or last.
  expect((await found('First7'))[0]).toBe('First7');
  expect((await found('last5'))[0]).toBe('Last5');
  expect(await wholeReads()).toBe(before);
});

test('the do-not-call list is sorted by source without sorting every number', async () => {
  const clientId = await makeTestClient(db);
  await run('ALTER TABLE do_not_call NO FORCE ROW LEVEL SECURITY');
  await run(
    `INSERT INTO do_not_call (client_id, phone, source, key_at)
     SELECT ${clientId}, (12125550000 + n)::text, CASE WHEN n <= 3 THEN 'manager' ELSE 'operator' END,
       CASE WHEN n = 10000 THEN '2026-11-20'::timestamptz END
     FROM generate_series(1, 10000) n`,
  );
  await run('VACUUM (ANALYZE) do_not_call');
  const rowReads = async () => {
    await run('SELECT pg_stat_force_next_flush()');
    const [row] = await run(
      "SELECT (seq_tup_read + idx_tup_fetch)::int AS reads FROM pg_stat_user_tables WHERE relname = 'do_not_call'",
    );
    return row.reads;
  };
  const before = await rowReads();
  const sources = async (sort: 'source' | '-source', digits = '') => {
    const { entries } = await searchDoNotCall(db, { clientId, digits, sort, limit: 5 });
    return entries.map(({ source, phoneRestriction }) => `${source} ${phoneRestriction.slice(-5)}`);
  };
  const byName = ['manager 50003', 'manager 50002', 'manager 50001'];
  expect(await sources('source')).toEqual([...byName, 'operator 59999', 'operator 59998']);
  const last = ['operator 59999', 'operator 59998', 'operator 59997', 'operator 59996'];
  expect(await sources('-source')).toEqual(['key 60000', ...last]);
  // Each question counts them all.
  expect((await rowReads()) - before).toBeLessThan(2 * 10_000 + 100);
  // Digits that nearly every number holds.
  expect(await sources('-source', '12')).toEqual(['key 60000', ...last]);
});
