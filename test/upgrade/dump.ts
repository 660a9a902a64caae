import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMigrations } from '../../src/db/migrate.ts';
import type { Part, PartitionPart } from './fixture.ts';

/** Dates, numbers and the search path as they are everywhere, so that the same rows are the same text. */
export const plainSession = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD';
  SET extra_float_digits = 1; SET search_path = public, pg_catalog`;

/** Sounds are long and hardly get smaller: behind their head they are silence. */
const sounds = new Set(['sound.content', 'voice_message_rendering.preview']);
const soundHead = 64;

/**
 * The whole database as the running version's code made it: partitions, rows, sequences.
 *
 * @param superuser whom row level security does not bind
 */
export async function dumpDatabase(superuser: ClientConfig): Promise<Part[]> {
  const client = new Client(superuser);
  await client.connect();
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${plainSession}`);
    return [...(await partitions(client)), ...(await rows(client)), ...(await sequences(client))];
  } finally {
    await client.end();
  }
}

/** The migrations of this working copy and of its job queue. */
export function migrationParts(): Part[] {
  const queue = dirname(dirname(createRequire(import.meta.url).resolve('graphile-worker')));
  const sqlFolder = join(queue, 'sql');
  const files = readdirSync(sqlFolder).filter((file) => file.endsWith('.sql'));
  const own: Part[] = readMigrations().map((one) => ({ kind: 'migration', ...one }));
  const jobs: Part[] = files.sort().map((file) => ({
    kind: 'migration',
    name: `graphile-worker ${file}`,
    sql: readFileSync(join(sqlFolder, file), 'utf8').replace(
      /:GRAPHILE_WORKER_SCHEMA\b/g,
      'graphile_worker',
    ),
  }));
  return [...own, ...jobs];
}

async function partitions(client: Client): Promise<PartitionPart[]> {
  const { rows: found } = await client.query<Omit<PartitionPart, 'kind'>>(
    `SELECT c.oid::regclass::text AS table, i.inhparent::regclass::text AS parent,
       pg_get_expr(c.relpartbound, c.oid) AS bound, pg_get_partkeydef(c.oid) AS key,
       c.relrowsecurity AS "rowSecurity"
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
     WHERE c.relispartition AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
     ORDER BY 2, 1`,
  );
  const made: PartitionPart[] = [];
  // Parents first.
  for (let rest = found; rest.length > 0; ) {
    const waiting = new Set(rest.map(({ table }) => table));
    made.push(
      ...rest
        .filter(({ parent }) => !waiting.has(parent))
        .map((one) => ({ kind: 'partition' as const, ...one })),
    );
    rest = rest.filter(({ parent }) => waiting.has(parent));
  }
  return made;
}

async function rows(client: Client): Promise<Part[]> {
  const { rows: tables } = await client.query<{ table: string; columns: string[] }>(
    `SELECT c.oid::regclass::text AS table,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'graphile_worker')
     GROUP BY c.oid ORDER BY 1`,
  );
  const parts: Part[] = [];
  for (const { table, columns } of tables) {
    const list = columns.map((column) => shown(table, column)).join(', ');
    const sorted = `SELECT ${list} FROM ${table} t ORDER BY t::text COLLATE "C"`;
    const written = await text(client.query(copyTo(`COPY (${sorted}) TO STDOUT`)));
    if (written !== '') parts.push({ kind: 'rows', table, columns, text: written });
  }
  return parts;
}

function shown(table: string, column: string): string {
  if (!sounds.has(`${table}.${column}`)) return `"${column}"`;
  return `substring("${column}", 1, ${soundHead})
    || decode(repeat('00', greatest(0, octet_length("${column}") - ${soundHead})), 'hex')`;
}

async function sequences(client: Client): Promise<Part[]> {
  const { rows: found } = await client.query<{ name: string; last: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename) AS name,
       last_value::text AS last
     FROM pg_sequences
     WHERE last_value IS NOT NULL AND schemaname IN ('public', 'graphile_worker') ORDER BY 1`,
  );
  return found.map((one) => ({ kind: 'sequence', ...one }));
}
