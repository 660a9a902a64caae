/**
 * The three roles of decision 007, which belong to the whole server, and what else the login of
 * DATABASE_URL must be allowed. What is missing comes with the SQL that grants it.
 */

import { type ClientBase, escapeIdentifier } from 'pg';
import { OperatorError } from '#domain/operator-error.ts';

const groupRoles = ['carillon_client', 'carillon_platform', 'carillon_report'];
const extensions = ['pg_trgm', 'btree_gin'];

/** The login lacks a required right; shown with the SQL. */
export class MissingRights extends OperatorError {
  override name = 'MissingRights';

  /** @param missing not empty */
  constructor({ sentences, sql }: Missing) {
    const script = sql.length > 0 ? [sqlHeading, ...sql.map((line) => `  ${line}`)] : [];
    super([...sentences, ...script].join('\n'));
  }
}

const sqlHeading =
  'Ask the administrator of the server to run this in this database as a superuser:';

export interface Missing {
  login: string;
  /** One for each thing that is missing; empty when nothing is. */
  sentences: string[];
  /** Statements, to be run in this database by a superuser. */
  sql: string[];
}

interface Rights {
  login: string;
  database: string;
  make_roles: boolean;
  make_schemas: boolean;
  make_tables: boolean;
  public_owner: string | null;
  roles: { name: string; exists: boolean; usable: boolean; grantable: boolean }[];
  extensions: { name: string; made: boolean; there: boolean; trusted: boolean }[];
}

/**
 * @param client to a server of version 16 or later
 * @param migrated migrations have granted the login the roles where it may do so itself
 */
export async function readMissingRights(client: ClientBase, migrated = false): Promise<Missing> {
  const { rows } = await client.query<{ rights: Rights }>(
    `SELECT json_build_object(
       'login', current_user, 'database', current_database(),
       'make_roles', (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user),
       'make_schemas', has_database_privilege(current_database(), 'CREATE'),
       'make_tables', coalesce((SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace
         WHERE nspname = 'public'), false),
       'public_owner', (SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'public'),
       'roles', (SELECT json_agg(json_build_object('name', name, 'exists', r.oid IS NOT NULL,
           'usable', coalesce(pg_has_role(current_user, r.oid, 'SET'), false),
           'grantable', coalesce(pg_has_role(current_user, r.oid, 'MEMBER WITH ADMIN OPTION'), false)))
         FROM unnest($1::text[]) name LEFT JOIN pg_roles r ON r.rolname = name),
       'extensions', (SELECT json_agg(json_build_object('name', e.name, 'there', a.name IS NOT NULL,
           'made', a.installed_version IS NOT NULL,
           'trusted', coalesce((SELECT bool_or(v.trusted) FROM pg_available_extension_versions v
             WHERE v.name = e.name), false)))
         FROM unnest($2::text[]) e (name) LEFT JOIN pg_available_extensions a USING (name))
     ) AS rights`,
    [groupRoles, extensions],
  );
  const [row] = rows;
  if (!row) throw new Error('The server did not report what this login may do.');
  return missingOf(row.rights, migrated);
}

function missingOf(rights: Rights, migrated: boolean): Missing {
  const { login, database } = rights;
  const to = escapeIdentifier(login);
  const missing: Missing = { login, sentences: [], sql: [] };
  const lacks = (sentence: string, ...sql: string[]) => {
    missing.sentences.push(sentence);
    missing.sql.push(...sql);
  };
  const unmade = rights.roles.filter(({ exists }) => !exists).map(({ name }) => name);
  if (unmade.length > 0 && !rights.make_roles) {
    lacks(
      `The server lacks the roles ${unmade.join(', ')}, and ${login} may not create roles.`,
      ...unmade.map((name) => `CREATE ROLE ${name} NOLOGIN;`),
      `GRANT ${unmade.join(', ')} TO ${to};`,
    );
  }
  const barred = rights.roles
    .filter(({ exists, usable, grantable }) => exists && !usable && (migrated || !grantable))
    .map(({ name }) => name);
  if (barred.length > 0) {
    lacks(
      `The server already has ${barred.join(', ')}, but the role ${login} is not a member.`,
      `GRANT ${barred.join(', ')} TO ${to};`,
    );
  }
  const owner = rights.public_owner;
  const name = escapeIdentifier(database);
  if (!rights.make_tables && owner === 'pg_database_owner') {
    lacks(
      `The role ${login} may not create tables in the database ${database}. It must own the database.`,
      `ALTER DATABASE ${name} OWNER TO ${to};`,
    );
  } else {
    if (!rights.make_schemas) {
      lacks(
        `The role ${login} may not create schemas and extensions in the database ${database}.`,
        `GRANT CREATE ON DATABASE ${name} TO ${to};`,
      );
    }
    if (!rights.make_tables && owner) {
      lacks(
        `The role ${login} may not create tables in the schema public, which belongs to ${owner}.`,
        `ALTER SCHEMA public OWNER TO ${to};`,
      );
    }
    if (owner === null) {
      lacks(
        `The database ${database} has no schema public.`,
        `CREATE SCHEMA public AUTHORIZATION ${to};`,
      );
    }
  }
  const absent = rights.extensions.filter(({ there }) => !there).map(({ name }) => name);
  if (absent.length > 0) {
    lacks(`The server lacks the extensions ${absent.join(', ')} (package postgresql-contrib).`);
  }
  const closed = rights.extensions.filter(({ there, made, trusted }) => there && !made && !trusted);
  for (const { name } of closed) {
    lacks(`Only a superuser can create the extension ${name} here.`, `CREATE EXTENSION ${name};`);
  }
  return missing;
}

/** Everything at once, for an installation that is still to be made. */
export function installationSql(login: string, database: string): string[] {
  const [role, name] = [escapeIdentifier(login), escapeIdentifier(database)];
  return [
    '-- As a superuser; skip what already exists.',
    `CREATE ROLE ${role} LOGIN;  -- and "\\password ${login}" in psql`,
    `CREATE DATABASE ${name} OWNER ${role} ENCODING 'UTF8' TEMPLATE template0;`,
    `REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC;`,
    ...groupRoles.map((group) => `CREATE ROLE ${group} NOLOGIN;`),
    `GRANT ${groupRoles.join(', ')} TO ${role};`,
  ];
}

/**
 * Other logins that could connect to this database and read every client in it, because they are
 * members of the three roles: owners of other installations on this server. Quoted for SQL.
 */
export async function readStrangers(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(r.rolname) AS name FROM pg_roles r, pg_database d
     WHERE d.datname = current_database() AND r.rolcanlogin AND NOT r.rolsuper
       AND has_database_privilege(r.oid, d.oid, 'CONNECT')
       AND EXISTS (SELECT 1 FROM pg_roles g WHERE g.rolname = ANY($1) AND pg_has_role(r.oid, g.oid, 'MEMBER'))
       AND r.oid <> d.datdba AND NOT pg_has_role(r.oid, d.datdba, 'MEMBER')
       AND NOT pg_has_role(current_user, r.oid, 'MEMBER')
       AND NOT pg_has_role(r.oid, current_user::regrole, 'MEMBER')
     ORDER BY 1`,
    [groupRoles],
  );
  return rows.map(({ name }) => name);
}

/**
 * The first step of migration 0001. CREATE ROLE fails for a login without CREATEROLE even when the
 * role exists.
 */
const makesRoles =
  /^DO \$\$\nDECLARE\n {2}name text;\nBEGIN\n {2}FOREACH name IN ARRAY ARRAY\['carillon_client'.*?^END \$\$;\n/ms;

/**
 * Makes what is missing of the roles, in the transaction of the migration that needs them, and keeps the
 * other logins of the server out of the new database.
 *
 * @returns the migration without its own way to make them; any other migration unchanged
 * @throws MissingRights with the SQL that helps
 */
export async function withRolesMade(client: ClientBase, sql: string): Promise<string> {
  if (!makesRoles.test(sql)) return sql;
  const missing = await readMissingRights(client);
  if (missing.sentences.length > 0) throw new MissingRights(missing);
  for (const name of groupRoles) {
    await client.query(`DO $$ BEGIN
      IF to_regrole('${name}') IS NULL THEN
        BEGIN
          CREATE ROLE ${name} NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
          NULL; -- another database of the server makes it at this moment
        END;
      END IF;
      IF NOT pg_has_role(current_user, '${name}', 'SET') THEN GRANT ${name} TO CURRENT_USER; END IF;
    END $$`);
  }
  await client.query(`DO $$ BEGIN
    IF (SELECT pg_has_role(current_user, datdba, 'USAGE') FROM pg_database
        WHERE datname = current_database()) THEN
      EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
  END $$`);
  return sql.replace(makesRoles, '');
}
