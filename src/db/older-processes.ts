/**
 * What runs on a database that is not migrated yet: it was started before these migrations, and so
 * is of an older version.
 */
import { Client, type ClientConfig } from 'pg';
import { type Migration, pendingMigrations, readMigrations } from './migrate.ts';

/**
 * Each migration after the baseline has this line. Without it, nobody has considered the question.
 */
const besideOlder = /^-- Beside a running older version: (safe|disturbs)$/m;

/** What a migration declares. */
export function besideOlderVersion({ sql }: Migration): 'safe' | 'disturbs' | undefined {
  return besideOlder.exec(sql)?.[1] as 'safe' | 'disturbs' | undefined;
}

/** Migrations that would disturb running processes, and those processes in words. */
export interface Disturbance {
  migrations: string[];
  processes: string[];
}

/** Undefined when nothing would be disturbed. Throws MigrationError where `migrate` would. */
export async function findDisturbance(
  connection: ClientConfig,
  migrations: Migration[] = readMigrations(),
): Promise<Disturbance | undefined> {
  const pending = new Set(await pendingMigrations(connection, migrations));
  const names = migrations
    .filter((one) => pending.has(one.name) && besideOlderVersion(one) !== 'safe')
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const processes = await livingProcesses(connection);
  return processes.length > 0 ? { migrations: names, processes } : undefined;
}

async function livingProcesses(connection: ClientConfig): Promise<string[]> {
  const client = new Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<'process' | 'engine' | 'carrier_state', boolean>>(
      `SELECT to_regclass('process') IS NOT NULL AS process,
         to_regclass('engine') IS NOT NULL AS engine,
         to_regclass('carrier_state') IS NOT NULL AS carrier_state`,
    );
    const known = rows[0];
    const found = known?.process ? await reportedProcesses(client) : [];
    const unknown = known?.carrier_state ? await unknownEngines(client, known.engine) : 0;
    if (unknown === 0) return found;
    const engines = unknown === 1 ? 'an engine' : `${unknown} engines`;
    return [...found, `${engines} of a version that does not report its name`];
  } finally {
    await client.end();
  }
}

async function reportedProcesses(client: Client): Promise<string[]> {
  const { rows } = await client.query<{
    host: string;
    pid: number;
    version: string;
    roles: string[];
  }>('SELECT host, pid, version, roles FROM process WHERE until > clock_timestamp() ORDER BY 1, 2');
  return rows.map(
    ({ host, pid, version, roles }) =>
      `${roles.join(', ')} of version ${version} on ${host} (process ${pid})`,
  );
}

/** Engines of versions without a row of their own: each keeps writing its carriers' state. */
async function unknownEngines(client: Client, engines: boolean): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(DISTINCT s.engine_id)::int AS count FROM carrier_state s
     WHERE s.seen_at > clock_timestamp() - interval '10 seconds'
       ${engines ? 'AND s.engine_id NOT IN (SELECT carrier_name FROM engine)' : ''}`,
  );
  return rows[0]?.count ?? 0;
}
