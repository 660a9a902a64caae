/** What is wrong with the operator's own PostgreSQL, and the cure: for `doctor`, and for `start`. */
import type { Client } from 'pg';
import type { Between } from '#db/pooler.ts';
import { readMissingRights, readStrangers } from '#db/roles.ts';
import { readServerFacts, type ServerFacts } from '#db/server-facts.ts';
import { type Finding, fine, hint, wrong } from '../doctor/finding.ts';

export interface Wanted {
  /**
   * Connections that one process opens at most, and with which it still works; `beside`: Carillon may
   * run already, and its connections are the ones that are asked about.
   */
  connections?: { most: number; least: number; beside?: boolean } | undefined;
  acceptAsyncStandby: boolean;
  /** The schema is there. */
  migrated: boolean;
}

/** What Carillon's server must at least be. */
const oldestMajor = 16;

/**
 * @param client a fresh session, to the server itself
 */
export async function serverFindings(client: Client, wanted: Wanted): Promise<Finding[]> {
  const facts = await readServerFacts(client);
  const version = kind(facts);
  // Further findings about an older version or a standby would only confuse.
  if (version.state === 'wrong') return [version];
  return [
    version,
    ...durability(facts),
    ...standby(facts, wanted),
    ...(wanted.connections ? connections(facts, wanted.connections) : []),
    locks(facts),
    await rights(client, wanted.migrated),
    ...(await isolation(client, facts, wanted.migrated)),
  ];
}

function kind({ version, major, encoding, standby: replays, readOnly }: ServerFacts): Finding {
  if (major < oldestMajor) {
    return wrong(
      'Database',
      `PostgreSQL ${version} is too old; Carillon needs ${oldestMajor} or later.`,
    );
  }
  if (encoding !== 'UTF8') {
    return wrong('Database', `Its encoding is ${encoding}; Carillon needs a database in UTF8.`);
  }
  if (replays) {
    return wrong(
      'Database',
      'This server is a standby and cannot be written to. DATABASE_URL must point to the primary.',
    );
  }
  if (readOnly) {
    return wrong(
      'Database',
      'Its transactions are read-only: default_transaction_read_only is on for the server, this database or this role.',
    );
  }
  return fine('Database', `PostgreSQL ${version} responds`);
}

function durability(facts: ServerFacts): Finding[] {
  const what = 'Durability';
  if (facts.throwaway) {
    return [
      hint(
        what,
        'This server is marked as disposable (carillon.throwaway) and may lose data in a crash.',
      ),
    ];
  }
  const off: Finding[] = [];
  const set = (name: string) => `Run "ALTER SYSTEM SET ${name} = on" as a superuser, then reload.`;
  if (!facts.fsync) {
    off.push(
      wrong(
        what,
        `fsync is off: a crash of the machine can destroy the database, or lose the record of who was called and who opted out. ${set('fsync')}`,
      ),
    );
  }
  if (!facts.fullPageWrites) {
    off.push(
      wrong(
        what,
        `full_page_writes is off: a crash of the machine can destroy the database. ${set('full_page_writes')}`,
      ),
    );
  }
  if (facts.synchronousCommit === 'off') {
    off.push(
      wrong(
        what,
        `synchronous_commit is off: a crash of the server loses committed data. Carillon's own transactions turn it on for themselves, but other writers here do not. Run "ALTER ROLE CURRENT_USER IN DATABASE ${facts.database} SET synchronous_commit = on" as the role of DATABASE_URL.`,
      ),
    );
  }
  return off.length > 0 ? off : [fine(what, 'committed data survives a crash')];
}

function standby({ standbys, synchronousStandbys }: ServerFacts, wanted: Wanted): Finding[] {
  if (standbys === 0 || synchronousStandbys !== '') return [];
  const one = standbys === 1 ? 'A standby is' : `${standbys} standbys are`;
  const lags = `${one} connected, but commits do not wait for any: one that is promoted after a failure lacks the last calls and opt-outs.`;
  if (wanted.acceptAsyncStandby) {
    return [hint('Standby', `${lags} You accepted this risk. Never promote that standby.`)];
  }
  return [
    wrong(
      'Standby',
      `${lags} Name it in synchronous_standby_names, best "ANY 1 (…)" of two, or set CARILLON_ACCEPT_ASYNC_STANDBY=yes if it is only read and never promoted.`,
    ),
  ];
}

function connections(
  { connections: { most, used: all, ours } }: ServerFacts,
  need: NonNullable<Wanted['connections']>,
): Finding[] {
  const used = need.beside ? all - ours : all;
  const cure =
    'Raise max_connections (or the limit of this role or database), or lower CARILLON_API_CONNECTIONS, CARILLON_ENGINE_CONNECTIONS and CARILLON_JOBS_CONNECTIONS.';
  const free = most - used;
  if (most < need.most) {
    return [
      wrong(
        'Connections',
        `This process may open ${need.most}, but the server allows this role ${most} in all. ${cure}`,
      ),
    ];
  }
  if (free < need.least) {
    return [
      wrong(
        'Connections',
        `Others use ${used} of ${most}, but this process needs at least ${need.least}. ${cure}`,
      ),
    ];
  }
  if (free < need.most) {
    return [
      hint(
        'Connections',
        `This process may open ${need.most}, but ${free} of ${most} are free now. ${cure}`,
      ),
    ];
  }
  return [
    fine('Connections', `${free} of ${most} are free; this process opens up to ${need.most}`),
  ];
}

/**
 * A pooler in session mode saves no connections, and a client waits for one in silence. Its size cannot
 * be read.
 *
 * @param most what a process opens through it
 */
export function poolerFindings(between: Between, most: number): Finding[] {
  if (between !== 'session') return [];
  return [
    hint(
      'Pooler',
      `DATABASE_URL points to a pooler in session mode: each connection of Carillon occupies one of the server's, and this process opens up to ${most}. Its pool (default_pool_size of PgBouncer, 20 by default) must have room for all processes together. In transaction mode, with DATABASE_DIRECT_URL past it, 20 are enough.`,
    ),
  ];
}

/** Concurrent searches: fewer than `least` is wrong, fewer than `enough` a hint. */
const searches = { least: 2, enough: 8 };
/** Of everything else. */
const otherLocks = 1_000;

function locks({ locks: { most, oneSearch } }: ServerFacts): Finding {
  const needs = (count: number) => otherLocks + count * oneSearch;
  const cure = 'Set max_locks_per_transaction = 256 and restart the server.';
  const room = `The server has room for ${most} locks, and a search over all months takes ${oneSearch}.`;
  if (most < needs(searches.least)) return wrong('Locks', `${room} ${cure}`);
  if (most < needs(searches.enough)) return hint('Locks', `${room} ${cure}`);
  return fine('Locks', `room for ${most}`);
}

async function rights(client: Client, migrated: boolean): Promise<Finding> {
  const { login, sentences, sql } = await readMissingRights(client, migrated);
  if (sentences.length === 0) {
    return fine('Rights', `the role ${login} has what migrations need`);
  }
  const cure = sql.length > 0 ? ` Run as a superuser in this database: ${sql.join(' ')}` : '';
  return wrong('Rights', `${sentences.join(' ')}${cure}`);
}

async function isolation(
  client: Client,
  { database }: ServerFacts,
  migrated: boolean,
): Promise<Finding[]> {
  const strangers = migrated ? await readStrangers(client) : [];
  if (strangers.length === 0) return [];
  const from = ['PUBLIC', ...strangers].join(', ');
  return [
    wrong(
      'Isolation',
      `${strangers.join(', ')} can connect to this database and read every client in it, as a member of Carillon's roles (another installation on this server?). Run "REVOKE CONNECT ON DATABASE ${database} FROM ${from};" as its owner, then grant CONNECT to the roles that need it.`,
    ),
  ];
}
