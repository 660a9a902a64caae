/**
 * The pool, and transactions under the right role. Tenant data is read and written only inside
 * `asClient`: the role carillon_client with app.client_id set, so that row level security holds
 * even where a query forgets its `client_id = $1`.
 *
 * A transaction that PostgreSQL aborts because of others (a deadlock, a conflict, a table that was
 * changed) is repeated: its work must be undone by the rollback or be harmless when repeated. Otherwise
 * use `asClientOnce`.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { realMs } from '#domain/milliseconds.ts';
import { actorSetting } from './actor.ts';
import { beginTransaction, type Setting, tellNumberKey } from './begin.ts';
import type { ClientTurns } from './client-turns.ts';
import { applicationName, type DatabaseConnection } from './connection.ts';
import { isConflict, isOutdatedPlan } from './errors.ts';
import { hotNameOf } from './hot-statements.ts';
import type { Journal, JournalEntry, Lifting } from './journal.ts';
import { type SlowStatements, timed } from './slow-statements.ts';

/** One transaction (or one checked-out connection) and its query methods. */
export interface Tx {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  row<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The number of affected rows. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Written right before the commit, which fails if it cannot be written; a lift is written right
   * after it.
   */
  journal(entries: readonly JournalEntry[]): void;
  /** For COPY and LISTEN. */
  readonly client: pg.PoolClient;
}

export interface Database {
  readonly pool: pg.Pool;
  /** The role that owns the tables runs outside asClient, asPlatform and asReport. */
  readonly connection: DatabaseConnection;
  /**
   * From 0 to 1: how long a repetition waits, so that two do not collide again; random by default.
   */
  readonly jitter?: () => number;
  /** Called for each failed transaction, whatever the reason; for the metrics and trouble.ts. */
  readonly failed?: (error: unknown) => void;
  /** Reports slow statements. */
  readonly slow?: SlowStatements;
  /** Absent: statements have no time limit. */
  readonly limits?: DatabaseLimits;
  /** The journal beside the database; absent where nothing is witnessed, as in most tests. */
  readonly journal?: Journal;
}

/** Limits that isolate clients from each other; engines and the API set them. */
export interface DatabaseLimits {
  /** Milliseconds that a statement waits for a lock before it fails (`isOutOfTime`). */
  lockMs: number;
  /** Milliseconds of one statement, the wait for locks included. */
  statementMs: number;
  /** Transactions of one client at the same time, so that it cannot use up the connections. */
  turns: ClientTurns;
}

type Work<T> = (tx: Tx) => Promise<T>;

const int8 = 20;
const types = new pg.TypeOverrides();
// Ids and micro-dollars stay below 2^53, so a number is exact.
types.setTypeParser(int8, (text) => Number(text));

/** Opens a pool. Errors of idle connections go to `onError`, never to the process. */
export function openDatabase(
  connection: DatabaseConnection,
  onError: (error: Error) => void = () => {},
): Database {
  const usual = { max: 10, connectionTimeoutMillis: 10_000 };
  const named = { application_name: applicationName('process') };
  const config = { ...usual, ...named, ...connection, types };
  const { direct: _direct, numberKey: _numberKey, ...pooled } = config;
  const pool = new pg.Pool(pooled);
  pool.on('error', onError);
  // The server's last message may come with the end of the handshake, before anybody uses the
  // connection: the first query reports it, and it must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, connection: config };
}

/** The hooks and limits, for another pool to the same database. */
export function watchersOf({ failed, slow }: Database): Pick<Database, 'failed' | 'slow'> {
  return { ...(failed && { failed }), ...(slow && { slow }) };
}

/** The same connections and turns, for work with longer statements. */
export function withStatementMs(db: Database, statementMs: number): Database {
  return db.limits ? { ...db, limits: { ...db.limits, statementMs } } : db;
}

export async function closeDatabase(db: Database): Promise<void> {
  await db.pool.end();
}

/** For one client's data. */
export function asClient<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => repeated(db, ofClient(clientId), work));
}

/** The same, never repeated: for work that a rollback cannot undo. */
export function asClientOnce<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => transaction(db, ofClient(clientId), work));
}

/** As `asClient`, reading only, with one state of the data for every query in it. */
export function asClientSnapshot<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => transaction(db, ofClient(clientId), work, snapshot));
}

function inTurn<T>({ limits }: Database, clientId: number, work: () => Promise<T>): Promise<T> {
  return limits ? limits.turns.take(clientId, work) : work();
}

/** For the platform's own work: sign-in, leases, schedules, the operator's commands. */
export function asPlatform<T>(db: Database, work: Work<T>): Promise<T> {
  return repeated(db, platform, work);
}

/**
 * The same for one client whose rows others may have locked: it takes one of the client's turns.
 */
export function asPlatformFor<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => asPlatform(db, work));
}

/** For a client's reports on call records; the query itself must name the client. */
export function asReport<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => repeated(db, report, work));
}

/**
 * As `asReport`, with one state of the data for every query in it: a count and the rows that are
 * read after it agree. It takes no turn, because its rows are stored by others meanwhile.
 */
export function asReportSnapshot<T>(db: Database, work: Work<T>): Promise<T> {
  return transaction(db, report, work, snapshot);
}

/** For migrations and partitions. */
export function asOwner<T>(db: Database, work: Work<T>): Promise<T> {
  return transaction(db, [], work);
}

const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

const platform: readonly Setting[] = [['role', 'carillon_platform']];
const report: readonly Setting[] = [['role', 'carillon_report']];
const ofClient = (clientId: number): readonly Setting[] => [
  ['role', 'carillon_client'],
  ['app.client_id', String(Math.trunc(clientId))],
];

/** How often in all, and how long to wait between two tries, growing with each. */
const mostTries = 5;
const waitStep = realMs(40);

async function repeated<T>(db: Database, role: readonly Setting[], work: Work<T>): Promise<T> {
  const { jitter = Math.random } = db;
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(db, role, work);
    } catch (error) {
      if (tries === mostTries || !(isConflict(error) || isOutdatedPlan(error))) throw error;
      await sleep(tries * waitStep * (0.5 + jitter()));
    }
  }
}

async function transaction<T>(...given: Parameters<typeof unwatched<T>>): Promise<T> {
  try {
    return await unwatched(...given);
  } catch (error) {
    given[0].failed?.(error);
    throw error;
  }
}

async function unwatched<T>(
  db: Database,
  role: readonly Setting[],
  work: Work<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between queries must not crash the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  let witnessed: ((committed: boolean) => void) | undefined;
  let committed = false;
  try {
    await beginWith(client, begin, role, db);
    const entries: JournalEntry[] = [];
    const query = queryOf(client, db);
    const result = await work(txOf(client, entries, query));
    if (entries.length > 0) witnessed = witness(db.journal, entries);
    await query('COMMIT');
    committed = true;
    return result;
  } catch (error) {
    if (isOutdatedPlan(error)) broken = error as Error;
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    witnessed?.(committed);
    client.off('error', onError);
    client.release(broken);
  }
}

/** @returns to be called when the transaction is over, with whether it was committed for sure */
function witness(journal: Journal | undefined, entries: readonly JournalEntry[]) {
  const isLifting = (one: JournalEntry): one is Lifting => one.kind === 'optIn';
  const liftings = entries.filter(isLifting);
  const others = entries.filter((one) => !isLifting(one));
  const over = others.length > 0 ? journal?.append(others) : undefined;
  const lifted = liftings.length > 0 ? journal?.lift(liftings) : undefined;
  return (committed: boolean) => {
    over?.();
    lifted?.(committed);
  };
}

async function beginWith(
  client: pg.PoolClient,
  begin: string,
  role: readonly Setting[],
  { limits, connection }: Database,
): Promise<void> {
  const isShared = connection.direct !== undefined;
  const { numberKey } = connection;
  if (!isShared) await tellNumberKey(client, numberKey, false);
  const actor = actorSetting();
  await beginTransaction(client, begin, [
    ...role,
    ...(limits ? limitsOf(limits) : []),
    ...(actor === undefined ? [] : [['app.actor', actor] as const]),
  ]);
  if (isShared) await tellNumberKey(client, numberKey, true);
}

const limitsOf = ({ lockMs, statementMs }: DatabaseLimits): readonly Setting[] => [
  ['lock_timeout', String(lockMs)],
  ['statement_timeout', String(statementMs)],
];

type Query = (sql: string, values?: unknown[]) => Promise<pg.QueryResult>;

function queryOf(client: pg.PoolClient, { slow, connection }: Database): Query {
  // A pooler that shares sessions forgets names, or knows those of others.
  const named = connection.direct === undefined;
  const query: Query = (sql, values) => {
    const name = named ? hotNameOf(sql) : undefined;
    return name === undefined
      ? client.query(sql, values)
      : client.query({ name, text: sql, values });
  };
  return slow ? timed(query, slow, connection.application_name ?? '') : query;
}

function txOf(client: pg.PoolClient, journaled: JournalEntry[], query: Query): Tx {
  return {
    client,
    journal: (entries) => void journaled.push(...entries),
    async rows<Row>(sql: string, values: readonly unknown[] = []) {
      return (await query(sql, [...values])).rows as Row[];
    },
    async row<Row>(sql: string, values: readonly unknown[] = []) {
      return (await query(sql, [...values])).rows[0] as Row | undefined;
    },
    async run(sql: string, values: readonly unknown[] = []) {
      return (await query(sql, [...values])).rowCount ?? 0;
    },
  };
}
