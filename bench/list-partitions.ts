/**
 * One partition per contact list, or one table for all: what do claims, opt-outs, new lists and
 * fresh connections cost once there are many lists? Figures of docs/decisions/004.
 *
 *     node bench/list-partitions.ts [lists=10000] [rows per list=100]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { median } from './median.ts';

const lists = Number(process.argv[2] ?? 10_000);
const rowsOfAList = Number(process.argv[3] ?? 100);
const now = '2026-11-20 15:00+00';

const claim = `UPDATE TABLE SET state = 1 WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY (ARRAY(
  SELECT entry_id FROM TABLE WHERE client_id = $1 AND call_list_id = $2 AND state = 0 AND due_at <= $3
   ORDER BY due_at, entry_id LIMIT 50 FOR UPDATE SKIP LOCKED))`;
const select = `SELECT entry_id FROM TABLE WHERE client_id = $1 AND call_list_id = $2 AND state = 0 AND due_at <= $3
   ORDER BY due_at, entry_id LIMIT 50 FOR UPDATE SKIP LOCKED`;
const optOut = `UPDATE TABLE SET state = 2
  WHERE client_id = $1 AND call_list_id = ANY($2) AND phone = $3 AND state = 0`;

const columns = `client_id integer NOT NULL, call_list_id bigint NOT NULL, entry_id integer NOT NULL,
  account_line integer NOT NULL, phone text COLLATE "C" NOT NULL, state smallint NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT '-infinity', first_name text, last_name text, city text`;

const rowsOf = (
  list: string,
) => `SELECT 1, ${list}, n, n + 1, '1' || (2000000000 + (n * 7919 + ${list}) % 800000000), 0,
  '-infinity'::timestamptz, 'Given', 'Family', 'Somewhere' FROM generate_series(1, ${rowsOfAList}) n`;

function partitioned(name: string) {
  return `
  CREATE TABLE ${name} (${columns}) PARTITION BY LIST (call_list_id);
  ALTER TABLE ${name} ADD PRIMARY KEY (client_id, call_list_id, entry_id);
  CREATE INDEX ON ${name} (client_id, phone, call_list_id);
  CREATE INDEX ON ${name} (client_id, call_list_id, due_at, entry_id) WHERE state = 0;`;
}

const tenancy = (name: string) => `
  ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY; ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
  CREATE POLICY own ON ${name} TO bench_client USING (client_id = nullif(current_setting('app.client_id', true), '')::int);
  GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO bench_client;`;

const setup = `
  CREATE ROLE bench_client NOLOGIN;
  CREATE TABLE shared (${columns});
  ALTER TABLE shared ADD PRIMARY KEY (client_id, call_list_id, entry_id);
  CREATE INDEX ON shared (client_id, phone, call_list_id);
  CREATE INDEX ON shared (client_id, call_list_id, due_at, entry_id) WHERE state = 0;
  ${partitioned('parted')} ${tenancy('shared')} ${tenancy('parted')}`;

/** As an import does it: fill, index, attach, one transaction. */
async function addPartition(client: Client, list: number): Promise<number> {
  const part = `part_${list}`;
  await client.query('BEGIN');
  await client.query(`CREATE TABLE ${part} (${columns}, CHECK (call_list_id = ${list}))`);
  await client.query(`INSERT INTO ${part} ${rowsOf(String(list))}`);
  await client.query(`ALTER TABLE ${part} ADD PRIMARY KEY (client_id, call_list_id, entry_id);
    CREATE INDEX ON ${part} (client_id, phone, call_list_id);
    CREATE INDEX ON ${part} (client_id, call_list_id, due_at, entry_id) WHERE state = 0`);
  const start = performance.now();
  await client.query(`ALTER TABLE parted ATTACH PARTITION ${part} FOR VALUES IN (${list})`);
  await client.query('COMMIT');
  return performance.now() - start;
}

const ms = (value: number) => value.toFixed(2).padStart(9);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Medians of one statement: as the driver sends it unprepared, and prepared. */
async function statement(client: Client, sql: string, values: (round: number) => unknown[]) {
  const plain: number[] = [];
  const prepared: number[] = [];
  const name = `s${sql.length}${sql.includes('parted') ? 'p' : 's'}`;
  for (let round = 0; round < 40; round++) {
    plain.push(await rolledBack(client, () => client.query(sql, values(round))));
    prepared.push(
      await rolledBack(client, () => client.query({ name, text: sql, values: values(round) })),
    );
  }
  return { plain: median(plain), prepared: median(prepared) };
}

async function rolledBack(client: Client, work: () => Promise<unknown>): Promise<number> {
  await client.query(`BEGIN; SET LOCAL ROLE bench_client; SET LOCAL app.client_id = '1'`);
  const took = await timed(work);
  await client.query('ROLLBACK');
  return took;
}

/** Resident memory of a backend that is its own (shared buffers not counted), in MB. */
async function backendMemory(client: Client): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const status = readFileSync(`/proc/${rows[0].pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function fresh(connection: ClientConfig): Promise<Client> {
  const client = new Client(connection);
  await client.connect();
  return client;
}

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const connection = {
  host: server.host,
  port: server.port,
  user: 'postgres',
  database: server.database,
};

try {
  const owner = await fresh({ ...connection });
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${lists} lists of ${rowsOfAList} rows`,
  );
  await owner.query(setup);
  await owner.query(
    `INSERT INTO shared SELECT r.* FROM generate_series(1, ${lists}) l, LATERAL (${rowsOf('l')}) r`,
  );
  for (let list = 1; list <= lists; list++) {
    const attach = await addPartition(owner, list);
    if ([1, 100, 1000, 3000, lists - 1, lists].includes(list))
      console.log(`attach of partition ${list}: ${ms(attach)} ms`);
  }
  await owner.query('ANALYZE shared');
  const sizes = await owner.query(
    `SELECT (SELECT count(*) FROM pg_class) AS relations, pg_database_size(current_database()) / 1048576 AS mb`,
  );
  console.log(
    'relations in the catalogue',
    sizes.rows[0].relations,
    ', database',
    sizes.rows[0].mb,
    'MB',
  );
  await owner.end();

  for (const table of ['shared', 'parted']) {
    const sql = (text: string) => text.replaceAll('TABLE', table);
    const client = await fresh(connection);
    const before = await backendMemory(client);
    const first = await rolledBack(client, () => client.query(sql(select), [1, 5, now]));
    const afterFirst = await backendMemory(client);
    const aSelect = await statement(client, sql(select), (round) => [1, round + 10, now]);
    const aClaim = await statement(client, sql(claim), (round) => [1, round + 10, now]);
    const open = Array.from({ length: 100 }, (_, n) => 1 + n * Math.floor(lists / 100));
    const anOptOut = await statement(client, sql(optOut), (round) => [1, open, `1200000${round}`]);
    const after = await backendMemory(client);
    console.log(`\n${table}, ms unprepared / prepared`);
    console.log(
      `  first query of a connection ${ms(first)}, memory of its backend ${before.toFixed(1)} -> ${afterFirst.toFixed(1)} -> ${after.toFixed(1)} MB at the end`,
    );
    console.log(`  claim, its SELECT  ${ms(aSelect.plain)} / ${ms(aSelect.prepared)}`);
    console.log(`  claim              ${ms(aClaim.plain)} / ${ms(aClaim.prepared)}`);
    console.log(`  opt-out, 100 lists ${ms(anOptOut.plain)} / ${ms(anOptOut.prepared)}`);
    if (table === 'parted') {
      const other = await fresh(connection);
      const again: number[] = [];
      for (let n = 1; n <= 5; n++) {
        await addPartition(other, lists + n);
        again.push(await rolledBack(client, () => client.query(sql(select), [1, 5, now])));
      }
      console.log(
        `  claim's SELECT right after another connection attached a partition ${ms(median(again))}`,
      );
      await other.end();
    }
    await client.end();
  }
} finally {
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}
