/**
 * What retention gives back, and what it costs those who call meanwhile. Attempts of ten lists, as the
 * engine leaves them; the five oldest lists are emptied; as many attempts are made again; then the tables
 * are compacted. Beside the deletion, a writer inserts attempts in batches of 50, as a claim does.
 *
 *   node bench/retention.ts [attempts=500000]
 */
import { asClient, asOwner, type Database } from '../src/db/database.ts';
import { compact } from '../src/db/retention/compact.ts';
import { runRetention } from '../src/db/retention/run.ts';
import { describeBytes } from '../src/domain/disk-forecast.ts';
import { makeClient } from '../test/harness/clients.ts';
import { keeps, makeOldList, now, standStill } from '../test/retention/world.ts';
import { machineLine, withSite } from './engine-site.ts';

const attempts = Number(process.argv[2] ?? 500_000);
const lists = 10;
const batch = 50;
let made = 0;

await withSite('retention', async ({ db }) => {
  await standStill(db);
  const { clientId } = await makeClient(db);
  for (let n = 0; n < lists; n += 1) {
    await makeOldList(db, clientId, {
      ...{ age: n < lists / 2 ? 800 : 100, called: attempts / lists, large: n % 2 === 0 },
    });
  }
  console.log(machineLine());
  await ended(db, clientId);
  await say(db, `${attempts.toLocaleString('en-US')} attempts, each ended by an update`);
  const alone = await paceOf(db, clientId, () => true);
  let over = false;
  const begun = performance.now();
  const run = runRetention(db).finally(() => {
    over = true;
  });
  const beside = await paceOf(db, clientId, () => over);
  const gone = (await run)?.clients[0];
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `deleted in ${seconds.toFixed(1)} s: ${gone?.attempts} attempts, ${gone?.contacts} contact rows`,
  );
  console.log(
    `a batch of ${batch} inserted: ${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms beside it (medians)`,
  );
  await db.pool.query('VACUUM (ANALYZE) attempt');
  await say(db, 'half of them deleted, vacuumed');
  for (let n = 0; n < lists / 2; n += 1) {
    await makeOldList(db, clientId, { age: 50, called: attempts / lists });
  }
  await ended(db, clientId);
  await db.pool.query('VACUUM (ANALYZE) attempt');
  await say(db, 'as many made again');
  await keeps(db, clientId, { contacts: 60 });
  await runRetention(db);
  await compact(db);
  await say(db, 'compacted');
});

/** The end of a call is an update of its attempt: a dead row each. */
async function ended(db: Database, clientId: number): Promise<void> {
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE attempt SET carrier_note = $2::jsonb WHERE client_id = $1 AND carrier_note IS NULL',
      [clientId, JSON.stringify({ code: 'receipt', said: 'said' })],
    ),
  );
  await db.pool.query('VACUUM (ANALYZE) attempt');
}

async function say(db: Database, what: string): Promise<void> {
  const row = await asOwner(db, (tx) =>
    tx.row<{ heap: number; all: number; rows: number }>(
      `SELECT pg_relation_size('attempt') AS heap, pg_total_relation_size('attempt') AS all,
         reltuples::bigint AS rows FROM pg_class WHERE oid = 'attempt'::regclass`,
    ),
  );
  if (!row) return;
  console.log(
    `${what}: ${row.rows.toLocaleString('en-US')} rows, table ${describeBytes(row.heap)}, with indexes ${describeBytes(row.all)}`,
  );
}

/** @returns the median of a batch in milliseconds, of 200 batches and on until it is `over` */
async function paceOf(db: Database, clientId: number, over: () => boolean): Promise<number> {
  const took: number[] = [];
  while (took.length < 200 || !over()) {
    const begun = performance.now();
    await asClient(db, clientId, (tx) =>
      tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result)
         SELECT $1, 999999, $2::int + n, 1, '1414' || (2000000 + $2::int + n), gen_random_uuid(),
           $3, $3, 'busy'
         FROM generate_series(1, ${batch}) AS n`,
        [clientId, made, now],
      ),
    );
    took.push(performance.now() - begun);
    made += batch;
  }
  return took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN;
}
