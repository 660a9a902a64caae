import { Client, type ClientConfig } from 'pg';
import { pendingMigrations } from '#db/migrate.ts';
import {
  clockAdvice,
  clockDifference,
  clockOffSentence,
  clockReading,
} from '#domain/clock-offset.ts';
import { fingerprintOf, readKey } from '../start/data-key.ts';
import { type Finding, fine, hint, wrong } from './finding.ts';

/** What DATABASE_URL's server must at least be. */
const oldestMajor = 16;
const roles = ['carillon_client', 'carillon_platform', 'carillon_report'];
const extensions = ['pg_trgm', 'btree_gin'];

/** Everything about a server that answers. */
export async function database(connection: ClientConfig, keyPath: string): Promise<Finding[]> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const advice = 'Is the server running, and is DATABASE_URL right?';
    return [wrong('Database', `It cannot be reached: ${(error as Error).message}. ${advice}`)];
  }
  try {
    const pending = await pendingMigrations(connection);
    const findings = [await version(client), await clock(client)];
    findings.push(await rights(client), schema(pending));
    if (pending.length > 0) return findings;
    return [...findings, await rolesUsable(client), await key(client, keyPath)];
  } finally {
    await client.end();
  }
}

async function version(client: Client): Promise<Finding> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 AS major,
            current_setting('server_encoding') AS encoding`,
  );
  const { version, major, encoding } = rows[0];
  if (major < oldestMajor) {
    return wrong(
      'Database',
      `PostgreSQL ${version} is too old; Carillon needs ${oldestMajor} or later.`,
    );
  }
  if (encoding !== 'UTF8') {
    return wrong('Database', `Its encoding is ${encoding}; Carillon needs a database in UTF8.`);
  }
  return fine('Database', `PostgreSQL ${version} answers`);
}

/** @param now this machine's, epoch ms */
export async function clock(
  client: Pick<Client, 'query'>,
  now: () => number = Date.now,
): Promise<Finding> {
  const asked = performance.now();
  const { rows } = await client.query(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  );
  const answered = performance.now();
  const at = Number(rows[0]?.at);
  const reading = clockReading({ first: at, last: at }, { asked, answered });
  const { by, tooMuch } = clockDifference(reading, now(), performance.now());
  if (!tooMuch) return fine('Clock', 'agrees with the database’s');
  return wrong('Clock', `${clockOffSentence(by, 'the database’s')} ${clockAdvice}`);
}

/** What migrations need: the right to make tables, roles and the two extensions. */
async function rights(client: Client): Promise<Finding> {
  const { rows } = await client.query(
    `SELECT current_user AS name, rolcreaterole OR rolsuper AS roles,
       has_schema_privilege('public', 'CREATE') AS tables,
       (SELECT count(*) FROM pg_roles WHERE rolname = ANY($1)) AS known,
       (SELECT string_agg(name, ', ' ORDER BY name) FROM unnest($2::text[]) AS name
        WHERE name NOT IN (SELECT e.name FROM pg_available_extensions e)) AS missing
     FROM pg_roles WHERE rolname = current_user`,
    [roles, extensions],
  );
  const { name, tables, known, missing } = rows[0];
  if (!tables)
    return wrong(
      'Rights',
      `The role ${name} may not make tables in this database; it must own it.`,
    );
  if (!rows[0].roles && Number(known) < roles.length) {
    return wrong(
      'Rights',
      `The role ${name} may not make roles. «ALTER ROLE ${name} CREATEROLE» as a superuser helps.`,
    );
  }
  if (missing)
    return wrong(
      'Rights',
      `The server lacks the extensions ${missing} (package postgresql-contrib).`,
    );
  return fine('Rights', `the role ${name} may do what migrations need`);
}

function schema(pending: string[]): Finding {
  if (pending.length === 0) return fine('Schema', 'up to date');
  return hint(
    'Schema',
    `${pending.length} migrations are still to be applied; the next start does it.`,
  );
}

async function rolesUsable(client: Client): Promise<Finding> {
  const { rows } = await client.query(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE NOT EXISTS (SELECT 1 FROM pg_roles r
       WHERE r.rolname = name AND pg_has_role(current_user, r.oid, 'SET')) ORDER BY name`,
    [roles],
  );
  if (rows.length === 0) return fine('Roles', 'the program can take its roles');
  const missing = rows.map(({ name }) => name).join(', ');
  return wrong(
    'Roles',
    `The role of DATABASE_URL cannot become ${missing}. «GRANT ${missing} TO» it as a superuser.`,
  );
}

async function key(client: Client, path: string): Promise<Finding> {
  const found = readKey(path);
  const { rows } = await client.query('SELECT key_fingerprint AS expected FROM installation');
  const expected = rows[0]?.expected ?? null;
  if (expected === null) return hint('Key', 'not made yet; the first start makes it.');
  if (!found) {
    return wrong(
      'Key',
      `${path} is missing, and personal data cannot be read without it. Put it back from your backup.`,
    );
  }
  if (fingerprintOf(found) !== expected) {
    return wrong(
      'Key',
      `${path} is not the key of this database. Put the right one back from your backup.`,
    );
  }
  return fine('Key', path);
}
