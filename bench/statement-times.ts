/**
 * The database's time by statement, from pg_stat_statements: planning and execution, with what the
 * statement waited for, but not the disk at the end of a transaction. The server of a bench loads it
 * only when `statementSettings` are asked for.
 */
import { Client } from 'pg';
import { superuser } from '../src/db/embedded/socket-address.ts';
import type { Site } from './engine-site.ts';

/** For `withSite`. */
export const statementSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

export interface StatementTime {
  name: string;
  calls: number;
  ms: number;
}

/** Statements that an attempt needs, each with words of its text that no other one has. */
const names: readonly (readonly [RegExp, string])[] = [
  [/INSERT INTO call_record/, 'insert call records'],
  [/INSERT INTO attempt/, 'insert attempts, count them'],
  [/FOR UPDATE OF e SKIP LOCKED/, 'lock and check candidates'],
  [/take_locked_entries/, 'mark entries as taken'],
  [/end_attempts_of_lists/, 'end attempts'],
  [/UPDATE call_list_count/, 'count results'],
  [/FOR SHARE OF l, c/, "lock a claim's lease and campaign"],
];

/** Runs the work as the superuser, who alone sees every statement and may look into pages. */
export async function asSuperuser<T>(
  { db }: Pick<Site, 'db'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { host, port, database } = db.connection;
  const address = { host: String(host), port: Number(port) };
  const client = new Client({ ...superuser(address), database: String(database) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function forgetStatements(site: Site): Promise<void> {
  await asSuperuser(site, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('SELECT pg_stat_statements_reset()');
  });
}

/** Since they were forgotten. */
export async function statementTimes(site: Site): Promise<StatementTime[]> {
  const { rows } = await asSuperuser(site, (client) =>
    client.query<{ query: string; calls: number; ms: number }>(
      `SELECT query, calls::float8 AS calls, total_plan_time + total_exec_time AS ms
       FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    ),
  );
  const byName = Map.groupBy(rows, ({ query }) => nameOf(query));
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return [...byName].map(([name, own]) => ({
    name,
    calls: sum(own.map(({ calls }) => calls)),
    ms: sum(own.map(({ ms }) => ms)),
  }));
}

function nameOf(query: string): string {
  const known = names.find(([words]) => words.test(query));
  return known?.[1] ?? query.replaceAll(/\s+/g, ' ').slice(0, 56);
}
