import { expect, test } from 'vitest';
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
     FROM generate_series(1, 30000) n`,
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
