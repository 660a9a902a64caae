/**
 * Where reports are read: on a standby while one is named and can be read, else on the database
 * itself (docs/decisions/081-reports-on-a-standby.md).
 */

import { connectionOf } from './connection.ts';
import { closeDatabase, type Database, openDatabase, watchersOf } from './database.ts';
import { isConflict, isDatabaseUnreachable } from './errors.ts';
import {
  positionOf,
  ReplicaLag,
  type ReplicaTrouble,
  replicaProblem,
  replicaSentences,
} from './replica-state.ts';

/** What was read, and how old it may be. */
export interface ReportRead<T> {
  value: T;
  /** Seconds that the standby may have been behind; null where the database itself was read. */
  behindSeconds: number | null;
}

export interface ReportsDatabase {
  /** Work that only reads; on the database itself where the standby fails. */
  read<T>(work: (db: Database) => Promise<T>): Promise<ReportRead<T>>;
  /** For long work that must not be repeated: fails with the standby. */
  current(): Database;
  /** Why the standby is not read; undefined while it is, or where none is named. */
  trouble(): ReplicaTrouble | undefined;
}

export interface OpenReportsDatabase extends ReportsDatabase {
  /** Looks at both servers; `watch` calls it again and again. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Without a standby. */
export function reportsOf(db: Database): ReportsDatabase {
  return {
    read: async (work) => ({ value: await work(db), behindSeconds: null }),
    current: () => db,
    trouble: () => undefined,
  };
}

interface StandbyOptions {
  url: string;
  /** Named in pg_stat_activity: `api reports`. */
  part: string;
  connections: number;
  /** Called when the standby is no longer read, and with undefined when it is again. */
  onChange?: (sentence: string | undefined) => void;
  /** Milliseconds of a clock that never goes back: for tests. */
  now?: () => number;
}

/** Milliseconds. */
const checkEvery = 1_000;
const mostBehind = 60_000;
/** A standby that does not respond is not waited for. */
const patience = 2_000;

/** @param db where reports are read while the standby is not usable; its limits hold there too */
export function openReportsDatabase(
  db: Database,
  { url, part, connections, onChange = () => {}, now = () => performance.now() }: StandbyOptions,
): OpenReportsDatabase {
  const { numberKey } = db.connection;
  const opened = openDatabase({
    ...connectionOf({ connectionString: url }, part),
    ...(numberKey !== undefined && { numberKey }),
    max: connections,
    connectionTimeoutMillis: patience,
  });
  const { limits } = db;
  const replica: Database = { ...opened, ...watchersOf(db), ...(limits && { limits }) };
  // Neither is the standby's trouble the database's, nor does it show in its figures.
  const { failed: _failed, ...quiet } = replica;
  let trouble: ReplicaTrouble | undefined = 'unreachable';
  let lag = new ReplicaLag();
  let asOf = Number.NEGATIVE_INFINITY;
  let said: ReplicaTrouble | undefined | 'nothing' = 'nothing';
  let closed = false;

  const become = (next: ReplicaTrouble | undefined) => {
    trouble = next;
    if (closed || said === next) return;
    said = next;
    onChange(next && replicaSentences[next]);
  };
  const look = async (): Promise<ReplicaTrouble | undefined> => {
    const time = now();
    const database = await positionOf(db.pool);
    const there = await positionOf(opened.pool).catch(() => undefined);
    if (!there) return 'unreachable';
    const problem = replicaProblem(database, there);
    if (problem) {
      lag = new ReplicaLag();
      return problem;
    }
    asOf = lag.note(database.at, there.at, time) ?? asOf;
    return now() - asOf > mostBehind ? 'behind' : undefined;
  };
  const check = async () => {
    // Where the database itself fails, nothing is known about the standby.
    await look().then(become, () => {});
  };
  let looking: Promise<void> | undefined = check();
  const timer = setInterval(() => {
    looking ??= check().finally(() => {
      looking = undefined;
    });
  }, checkEvery);
  timer.unref();
  void looking.finally(() => {
    looking = undefined;
  });

  return {
    trouble: () => trouble,
    current: () => (trouble ? db : quiet),
    async read(work) {
      if (trouble === undefined) {
        const behind = Math.max(0, now() - asOf);
        try {
          return { value: await work(quiet), behindSeconds: Math.ceil(behind / 1000) };
        } catch (error) {
          if (!isStandbys(error)) throw error;
          if (isDatabaseUnreachable(error)) become('unreachable');
        }
      }
      return { value: await work(db), behindSeconds: null };
    },
    check,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      await closeDatabase(opened);
    },
  };
}

/** Away, or a row that a query reads was removed on the database meanwhile (recovery conflict). */
function isStandbys(error: unknown): boolean {
  return isDatabaseUnreachable(error) || isConflict(error);
}
