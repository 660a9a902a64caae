/** DuckDB over the call records of bench/reports.ts, from a folder in which @duckdb/node-api is installed. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { asOwner, type Database } from '../src/db/database.ts';

/** Runs a statement and returns its rows. */
export type Duck = (sql: string) => Promise<unknown[][]>;

interface DuckApi {
  DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }> }>;
    }>;
  };
}

const columns = `client_id, started_at, call_list_id, entry_id, campaign_id, answered_at, finished_at,
  duration, billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
  call_list_name, campaign_name, first_name, middle_name, last_name, city, state_code, zip_code, external_id`;

/** The rows in the order of time, as DuckDB's own storage. */
export async function openDuck(
  db: Database,
  installed: string,
  say: (line: string) => void,
): Promise<Duck> {
  const name = '@duckdb/node-api';
  const api = createRequire(join(installed, 'package.json'))(name) as DuckApi;
  const folder = mkdtempSync(join(tmpdir(), 'carillon-duck-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'records.csv');
  await asOwner(db, async (tx) => {
    await tx.run('ALTER TABLE call_record NO FORCE ROW LEVEL SECURITY');
    const copied = tx.client.query(
      copyTo(`COPY (SELECT ${columns} FROM call_record) TO STDOUT (FORMAT csv, HEADER)`),
    );
    await pipeline(copied, createWriteStream(file));
    await tx.run('ALTER TABLE call_record FORCE ROW LEVEL SECURITY');
  });
  const connection = await (await api.DuckDBInstance.create(join(folder, 'duck'))).connect();
  const duck: Duck = async (sql) => (await connection.runAndReadAll(sql)).getRows();
  const began = performance.now();
  const texts = ['phone', 'caller_id', 'zip_code', 'external_id'].map(
    (one) => `'${one}': 'VARCHAR'`,
  );
  await duck(
    `CREATE TABLE call_record AS SELECT * FROM read_csv('${file}', types = {${texts.join(', ')}})`,
  );
  rmSync(file);
  const version = (await duck('SELECT version()'))[0]?.[0];
  say(
    `DuckDB ${String(version)} read the same rows in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  return duck;
}
