/**
 * The pool, and transactions under the right role. Tenant data is read and written only inside
 * `asClient`: the role carillon_client with app.client_id set, so that row level security holds
 * even where a query forgets its `client_id = $1`.
 *
 * A transaction that PostgreSQL ends because of others (a deadlock, a conflict) is repeated: what is
 * done in it must be undone by its rollback, or be harmless twice. Where that is not so: `asClientOnce`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClientTurns } from './client-turns.ts';
import { isConflict } from './errors.ts';

/** One transaction (or one checked-out connection) and the few ways to ask it something. */
export interface Tx {
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  row<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** The number of affected rows. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
  /** For COPY and LISTEN. */
  readonly client: pg.PoolClient;
}

export interface Database {
  readonly pool: pg.Pool;
  /** The role that owns the tables runs outside asClient, asPlatform and asReport. */
  readonly connection: pg.PoolConfig;
  /** From 0 to 1: how long a repetition waits, so that two do not meet again; by default by chance. */
  readonly jitter?: () => number;
  /** Absent: a statement may wait and work for as long as it wants. */
  readonly limits?: DatabaseLimits;
}

/** What keeps one client's trouble from the others: engines' transactions and the API's have them. */
export interface DatabaseLimits {
  /** Milliseconds that a statement waits for somebody's lock; then it fails (`isOutOfTime`). */
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
  connection: pg.PoolConfig,
  onError: (error: Error) => void = () => {},
): Database {
  const config = { max: 10, connectionTimeoutMillis: 10_000, ...connection, types };
  const pool = new pg.Pool(config);
  pool.on('error', onError);
  return { pool, connection: config };
}

/** The same connections and turns, for work whose statements may take longer. */
export function withStatementMs(db: Database, statementMs: number): Database {
  return db.limits ? { ...db, limits: { ...db.limits, statementMs } } : db;
}

export async function closeDatabase(db: Database): Promise<void> {
  await db.pool.end();
}

/** For one client's data. */
export function asClient<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => repeated(db, clientSetup(clientId), work));
}

/** The same, never repeated: what is done in it cannot be undone by a rollback. */
export function asClientOnce<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => transaction(db, clientSetup(clientId), work));
}

/** As `asClient`, reading only, with one state of the data for every query in it. */
export function asClientSnapshot<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => transaction(db, clientSetup(clientId), work, snapshot));
}

function inTurn<T>({ limits }: Database, clientId: number, work: () => Promise<T>): Promise<T> {
  return limits ? limits.turns.take(clientId, work) : work();
}

/** For the platform's own work: sign-in, leases, schedules, the operator's commands. */
export function asPlatform<T>(db: Database, work: Work<T>): Promise<T> {
  return repeated(db, ["SELECT set_config('role', 'carillon_platform', true)", []], work);
}

/** The same for one client, of which others may hold the rows: it takes one of the client's turns. */
export function asPlatformFor<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  return inTurn(db, clientId, () => asPlatform(db, work));
}

/** For a client's reports on call records; the query itself must name the client. */
export function asReport<T>(db: Database, clientId: number, work: Work<T>): Promise<T> {
  const setup: Setup = ["SELECT set_config('role', 'carillon_report', true)", []];
  return inTurn(db, clientId, () => repeated(db, setup, work));
}

/**
 * As `asReport`, with one state of the data for every query in it: a count and the rows that are
 * read after it agree. It takes no turn, because its rows are stored by others meanwhile.
 */
export function asReportSnapshot<T>(db: Database, work: Work<T>): Promise<T> {
  return transaction(
    db,
    ["SELECT set_config('role', 'carillon_report', true)", []],
    work,
    snapshot,
  );
}

/** For migrations and partitions. */
export function asOwner<T>(db: Database, work: Work<T>): Promise<T> {
  return transaction(db, undefined, work);
}

type Setup = [sql: string, values: string[]] | undefined;

const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

function clientSetup(clientId: number): Setup {
  const client = String(Math.trunc(clientId));
  return [
    "SELECT set_config('role', 'carillon_client', true), set_config('app.client_id', $1, true)",
    [client],
  ];
}

/** How often in all, and how long to wait between two tries: real milliseconds, growing with each. */
const mostTries = 5;
const waitStep = 40;

async function repeated<T>(db: Database, setup: Setup, work: Work<T>): Promise<T> {
  const { jitter = Math.random } = db;
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction(db, setup, work);
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error;
      await sleep(tries * waitStep * (0.5 + jitter()));
    }
  }
}

async function transaction<T>(
  db: Database,
  setup: Setup,
  work: Work<T>,
  begin = 'BEGIN',
): Promise<T> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between queries must not end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(begin);
    if (setup) await client.query(limited(setup[0], db.limits), setup[1]);
    const result = await work(txOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** In the same statement as the role, because every transaction pays for a further one. */
function limited(setup: string, limits: DatabaseLimits | undefined): string {
  if (!limits) return setup;
  const { lockMs, statementMs } = limits;
  return `${setup}, set_config('lock_timeout', '${lockMs}', true),
    set_config('statement_timeout', '${statementMs}', true)`;
}

function txOf(client: pg.PoolClient): Tx {
  return {
    client,
    async rows<Row>(sql: string, values: readonly unknown[] = []) {
      return (await client.query(sql, [...values])).rows as Row[];
    },
    async row<Row>(sql: string, values: readonly unknown[] = []) {
      return (await client.query(sql, [...values])).rows[0] as Row | undefined;
    },
    async run(sql: string, values: readonly unknown[] = []) {
      return (await client.query(sql, [...values])).rowCount ?? 0;
    },
  };
}
