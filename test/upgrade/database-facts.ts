/** What a database is made of, to the last setting: more than schema.sql shows, which is for reading. */
import { Client, type ClientConfig } from 'pg';
import { dumpDatabase } from './dump.ts';

const ours = `'public'::regnamespace`;
const tables = `SELECT oid FROM pg_class WHERE relnamespace = ${ours} AND relkind IN ('r', 'p')`;
const rights = (acl: string) =>
  `(SELECT string_agg(concat_ws(' ', x.grantee::regrole, x.privilege_type, x.is_grantable), ', '
      ORDER BY x.grantee::regrole::text, x.privilege_type) FROM aclexplode(${acl}) x)`;

const queries: Record<string, string> = {
  relations: `
    SELECT relname, relkind, relowner::regrole::text, relpersistence, relrowsecurity, relforcerowsecurity,
      relispartition, relreplident, reloptions, pg_get_expr(relpartbound, oid) AS bound,
      pg_get_partkeydef(oid) AS key, ${rights('relacl')} AS rights
    FROM pg_class WHERE relnamespace = ${ours} ORDER BY relname`,
  columns: `
    SELECT c.relname, a.attname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum) AS at,
      format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attidentity, a.attgenerated,
      a.attstorage, a.attcompression, a.attstattarget, a.attoptions, a.attcollation::regcollation::text,
      pg_get_expr(d.adbin, d.adrelid) AS value, ${rights('a.attacl')} AS rights
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid IN (${tables}) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY 1, 3`,
  constraints: `
    SELECT conrelid::regclass::text AS of, conname, convalidated, pg_get_constraintdef(oid) AS text
    FROM pg_constraint WHERE connamespace = ${ours} ORDER BY 1, 2`,
  indexes: `
    SELECT indexrelid::regclass::text AS name, indisvalid, pg_get_indexdef(indexrelid) AS text
    FROM pg_index WHERE indrelid IN (${tables}) ORDER BY 1`,
  policies: `SELECT * FROM pg_policies ORDER BY tablename, policyname`,
  triggers: `
    SELECT tgrelid::regclass::text AS of, tgname, tgenabled, pg_get_triggerdef(oid) AS text
    FROM pg_trigger WHERE tgrelid IN (${tables}) AND NOT tgisinternal ORDER BY 1, 2`,
  functions: `
    SELECT oid::regprocedure::text AS name, proowner::regrole::text, pg_get_functiondef(oid) AS text,
      ${rights('proacl')} AS rights
    FROM pg_proc WHERE pronamespace = ${ours} AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.objid = pg_proc.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e') ORDER BY 1`,
  sequences: `SELECT * FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  schema: `
    SELECT nspname, ${rights('nspacl')} AS rights FROM pg_namespace WHERE oid = ${ours}`,
  database: `SELECT ${rights('datacl')} AS rights FROM pg_database WHERE datname = current_database()`,
  defaults: `SELECT * FROM pg_default_acl`,
  extensions: `SELECT extname, extversion FROM pg_extension ORDER BY 1`,
  comments: `SELECT description FROM pg_description WHERE objoid >= 16384 AND objoid NOT IN
    (SELECT objid FROM pg_depend WHERE deptype = 'e') AND classoid <> 'pg_extension'::regclass ORDER BY 1`,
};

/** @param superuser whom row level security does not bind */
export async function databaseFacts(superuser: ClientConfig): Promise<Record<string, object[]>> {
  const client = new Client(superuser);
  await client.connect();
  try {
    const facts: Record<string, object[]> = {};
    for (const [name, sql] of Object.entries(queries)) facts[name] = (await client.query(sql)).rows;
    return facts;
  } finally {
    await client.end();
  }
}

const instants = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00/g;
const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** All rows and where the sequences stand; without instants and ids that no two databases share. */
export async function seededRows(superuser: ClientConfig): Promise<object[]> {
  const parts = await dumpDatabase(superuser);
  return parts.map((part) =>
    part.kind === 'rows'
      ? { ...part, text: part.text.replaceAll(instants, 'then').replaceAll(uuids, 'an id') }
      : part,
  );
}
