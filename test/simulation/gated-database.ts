/**
 * The database as one actor of a simulation sees it: each statement is a step of the stage. The
 * connections behind it are real ones, shared by all; a dead actor's are rolled back.
 */
import pg from 'pg';
import type { Database, DatabaseLimits } from '../../src/db/database.ts';
import type { Stage } from './stage.ts';
import { type Actor, LineBroke } from './step.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Connections {
  /** For the actor whose part uses it; with `limits` no statement waits longer for a lock. */
  databaseOf(stage: Stage, limits?: DatabaseLimits): Database;
  /** Rolls back what a dead actor had open. */
  abandon(actor: Actor): Promise<void>;
  /** Every line breaks, as when PostgreSQL crashes; what was committed stays. */
  breakAll(): Promise<void>;
  /** Asks outside of every part, at once. */
  ask<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface ConnectionSettings {
  connection: pg.PoolConfig;
  time: VirtualTime;
  /** What a wrong build does to a statement. */
  rewrite?: ((sql: string) => string) | undefined;
  /** Is told what an actor has read, before the actor is. */
  watch?: ((actor: Actor, sql: string, rows: Record<string, unknown>[]) => void) | undefined;
  /** A wrong build: results are said to be committed before they are. */
  earlyCommit?: boolean | undefined;
}

interface Line {
  client: pg.Client;
  pid: number;
  owner: Actor | undefined;
  broken: boolean;
  /** What its statement fails with, which is being cancelled while it waits for a lock. */
  against: 'time' | 'deadlock' | undefined;
  /** Its process is stopped. */
  paused: boolean;
  underWay: Promise<unknown> | undefined;
}

/**
 * PostgreSQL's own clock stands still in a simulation: clock_timestamp() of a schema that is
 * looked at first answers the virtual time, which each session is told before it asks. Nor does
 * autovacuum run: fresh statistics in the middle would change the order of rows.
 */
export const simulationTemplate = `
  DO $$ DECLARE name regclass; BEGIN
    FOR name IN SELECT c.oid FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition LOOP
      EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', name);
    END LOOP;
    ALTER TABLE list_entry_shared SET (autovacuum_enabled = false);
  END $$;
  CREATE SCHEMA sim;
  CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT to_timestamp(current_setting('sim.now')::float8 / 1000) $$;
  GRANT USAGE ON SCHEMA sim TO PUBLIC;`;

const searchPath = '-c search_path=sim,pg_catalog,public';

export async function openConnections(settings: ConnectionSettings): Promise<Connections> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, (text) => Number(text));
  const config = { ...settings.connection, types, options: searchPath };
  const monitor = new pg.Client(config);
  // A run that failed drops its database under it: the first error is the one to be seen.
  monitor.on('error', () => {});
  await monitor.connect();
  const idle: Line[] = [];
  const all: Line[] = [];

  // A process that stays stopped would hold up the end of its server.
  const letAllGoOn = () => {
    for (const line of all) goOn(line);
  };
  process.on('exit', letAllGoOn);

  async function open(): Promise<Line> {
    const free = idle.pop();
    if (free) return free;
    const client = new pg.Client(config);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const line = {
      ...{ client, pid: rows[0].pid, owner: undefined, underWay: undefined },
      ...{ broken: false, against: undefined, paused: false },
    };
    all.push(line);
    return line;
  }

  function pause(line: Line): void {
    if (line.paused) return;
    process.kill(line.pid, 'SIGSTOP');
    line.paused = true;
  }

  function goOn(line: Line): void {
    if (!line.paused) return;
    process.kill(line.pid, 'SIGCONT');
    line.paused = false;
  }

  /** Before it goes on: a lock that it has got meanwhile makes no difference then. */
  async function cancel(line: Line): Promise<void> {
    const { underWay } = line;
    await monitor.query('SELECT pg_cancel_backend($1)', [line.pid]);
    goOn(line);
    await underWay?.catch(() => {});
  }

  async function giveUp(line: Line): Promise<void> {
    // Only a statement that waits for a lock is cancelled: a late signal would hit the next one.
    if (line.underWay) await cancel(line);
    goOn(line);
    await line.client.query('ROLLBACK');
  }

  // By one of these lines: a commit that notifies waits for those of other databases too, a moment
  // that is the machine's and not the seed's.
  const isBlocked = async (line: Line) => {
    const pids = all.map(({ pid }) => pid);
    const { rows } = await monitor.query(waitsSql, [line.pid, pids]);
    const [{ blocked, deadlocked }] = rows;
    // Who waits last is the one that fails. PostgreSQL would choose by what time it is.
    if (deadlocked === true && line.underWay) {
      line.against = 'deadlock';
      await cancel(line);
      line.against = undefined;
    }
    return blocked === true && deadlocked !== true;
  };

  async function breakLine(line: Line): Promise<void> {
    line.broken = true;
    await giveUp(line);
  }

  /** The statement alone: its transaction is rolled back by whoever made it. */
  async function giveUpLock(line: Line): Promise<void> {
    line.against = 'time';
    await cancel(line);
    line.against = undefined;
  }

  function clientOf(stage: Stage, line: Line, lockMs: number | undefined) {
    let opening = '';
    const send = async (sql: string, values?: unknown[]) => {
      if (line.broken) throw new LineBroke();
      const now = sql.includes('clock_timestamp()') ? `SET sim.now = ${settings.time.now()};` : '';
      if (opening || now) await line.client.query(opening + now);
      opening = '';
      const asked = line.client.query(sql, values).finally(() => {
        line.underWay = undefined;
      });
      line.underWay = asked;
      const answer = await asked.catch((error: unknown) => {
        // It was cancelled because its line broke: nobody hears of that over a broken line.
        if (line.broken) throw new LineBroke();
        throw line.against ? new Cancelled(line.against) : error;
      });
      if (line.owner) settings.watch?.(line.owner, sql, answer.rows);
      return answer;
    };
    const step = (what: string, run: () => Promise<unknown>) =>
      stage.step({
        what,
        run,
        isBlocked: () => isBlocked(line),
        pause: () => pause(line),
        goOn: () => goOn(line),
        abort: () => breakLine(line),
        lockPatience:
          lockMs === undefined ? undefined : { ms: lockMs, giveUp: () => giveUpLock(line) },
      });
    let late: Promise<unknown> = Promise.resolve();
    let recording = false;
    return {
      on() {},
      off() {},
      async query(given: string, values?: unknown[]) {
        if (line.broken) throw new LineBroke();
        const asked = settings.rewrite ? settings.rewrite(given) : given;
        // Time stands still for PostgreSQL: its own limits would strike by the machine's speed.
        const sql = asked.replace(/,\s*set_config\('(lock|statement)_timeout', '\d+', true\)/g, '');
        // The beginning of a transaction goes out with its first statement: fewer steps, no fewer states.
        if (sql === 'BEGIN' || isRole(sql)) {
          opening += inline(sql, values);
          return { rows: [], rowCount: 0 };
        }
        if (sql.includes('end_attempts(')) recording = true;
        if (sql === 'COMMIT' && recording && settings.earlyCommit) {
          late = step('late COMMIT', () => send(sql)).catch(() => {});
          return { rows: [], rowCount: 0 };
        }
        return step(sql.trim().slice(0, 60).replace(/\s+/g, ' '), () => send(sql, values));
      },
      release() {
        void late.then(() => putBack(line));
      },
    };
  }

  function putBack(line: Line): void {
    line.owner = undefined;
    line.broken = false;
    idle.push(line);
  }

  return {
    databaseOf(stage, limits) {
      const connect = async () => {
        const actor = stage.actorNow();
        const line = await stage.step({
          what: 'connect',
          async run() {
            const opened = await open();
            opened.owner = actor;
            return opened;
          },
        });
        return clientOf(stage, line, limits?.lockMs);
      };
      const pool = { connect } as unknown as pg.Pool;
      const db = { pool, connection: settings.connection, jitter: () => 0.5 };
      return limits ? { ...db, limits } : db;
    },
    async abandon(actor) {
      for (const line of all.filter((one) => one.owner === actor)) {
        await giveUp(line);
        putBack(line);
      }
    },
    async breakAll() {
      for (const line of all.filter((one) => one.owner && !one.broken)) await breakLine(line);
    },
    async ask<Row>(sql: string, values: unknown[] = []) {
      return (await monitor.query(sql, values)).rows as Row[];
    },
    async close() {
      letAllGoOn();
      process.off('exit', letAllGoOn);
      for (const client of [...all.map((line) => line.client), monitor]) {
        await client.end().catch(() => {});
      }
    },
  };
}

/** As PostgreSQL says it. */
const cancelled = {
  time: { code: '55P03', message: 'canceling statement due to lock timeout' },
  deadlock: { code: '40P01', message: 'deadlock detected' },
};

class Cancelled extends Error {
  readonly code: string;

  constructor(against: keyof typeof cancelled) {
    super(cancelled[against].message);
    this.code = cancelled[against].code;
  }
}

/** Whether the first one waits for one of the others, and whether one of those waits for it in turn. */
const waitsSql = `
  WITH RECURSIVE waits AS (
    SELECT pid, unnest(pg_blocking_pids(pid)) AS before FROM unnest($2::int[]) AS pid),
  walk AS (
    SELECT before FROM waits WHERE pid = $1
    UNION SELECT w.before FROM walk JOIN waits w ON w.pid = walk.before)
  SELECT EXISTS (SELECT FROM walk WHERE before = ANY ($2)) AS blocked,
    EXISTS (SELECT FROM walk WHERE before = $1) AS deadlocked`;

const isRole = (sql: string) => sql.startsWith("SELECT set_config('role'");

/** The values here are a role's name and a client's id. */
function inline(sql: string, values: unknown[] = []): string {
  return `${sql.replace('$1', `'${String(values[0])}'`)};`;
}
