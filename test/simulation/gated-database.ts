/**
 * The database as one actor of a simulation sees it: each statement is a step of the stage. The
 * connections behind it are real ones, shared by all; a dead actor's are rolled back.
 */
import pg from 'pg';
import type { Database, DatabaseLimits } from '../../src/db/database.ts';
import { GatedClient, type StatementSettings } from './gated-client.ts';
import { Line } from './gated-line.ts';
import type { Stage } from './stage.ts';
import type { Actor } from './step.ts';

export interface ConnectionSettings extends StatementSettings {
  connection: pg.PoolConfig;
}

/**
 * PostgreSQL's own clock stands still in a simulation: clock_timestamp() of a schema that is
 * searched first returns the virtual time, which each session gets before it asks. Nor does
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
  const connections = new Connections(settings);
  await connections.open();
  return connections;
}

export class Connections {
  readonly #settings: ConnectionSettings;
  readonly #config: pg.ClientConfig;
  readonly #monitor: pg.Client;
  readonly #idle: Line[] = [];
  readonly #all: Line[] = [];
  // A process that stays stopped would hold up the end of its server.
  readonly #letAllGoOn = () => {
    for (const line of this.#all) line.goOn();
  };

  constructor(settings: ConnectionSettings) {
    const types = new pg.TypeOverrides();
    types.setTypeParser(20, (text) => Number(text));
    this.#settings = settings;
    this.#config = { ...settings.connection, types, options: searchPath };
    this.#monitor = new pg.Client(this.#config);
    // A run that failed drops its database under it: the first error is the one to be seen.
    this.#monitor.on('error', () => {});
  }

  async open(): Promise<void> {
    await this.#monitor.connect();
    process.on('exit', this.#letAllGoOn);
  }

  /** For the actor whose part uses it; with `limits` no statement waits longer for a lock. */
  databaseOf(stage: Stage, limits?: DatabaseLimits): Database {
    const connect = async () => {
      const actor = stage.actorNow();
      const line = await stage.step({
        what: 'connect',
        run: async () => {
          const opened = await this.#freeLine();
          opened.owner = actor;
          return opened;
        },
      });
      return new GatedClient({
        ...{ settings: this.#settings, stage, line, lines: this.#all, lockMs: limits?.lockMs },
        putBack: (one) => this.#putBack(one),
      });
    };
    const pool = { connect } as unknown as pg.Pool;
    const db = { pool, connection: this.#settings.connection, jitter: () => 0.5 };
    return limits ? { ...db, limits } : db;
  }

  /** Rolls back what a dead actor had open. */
  async abandon(actor: Actor): Promise<void> {
    for (const line of this.#all.filter((one) => one.owner === actor)) {
      await line.giveUp();
      this.#putBack(line);
    }
  }

  /** Every line breaks, as when PostgreSQL crashes; what was committed stays. */
  async breakAll(): Promise<void> {
    for (const line of this.#all.filter((one) => one.owner && !one.broken)) await line.break();
  }

  /** Asks outside of every part, at once. */
  async ask<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#monitor.query(sql, values)).rows as Row[];
  }

  async close(): Promise<void> {
    this.#letAllGoOn();
    process.off('exit', this.#letAllGoOn);
    for (const client of [...this.#all.map((line) => line.client), this.#monitor]) {
      await client.end().catch(() => {});
    }
  }

  async #freeLine(): Promise<Line> {
    const free = this.#idle.pop();
    if (free) return free;
    const client = new pg.Client(this.#config);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const line = new Line(client, rows[0].pid, this.#monitor);
    this.#all.push(line);
    return line;
  }

  #putBack(line: Line): void {
    line.owner = undefined;
    line.broken = false;
    this.#idle.push(line);
  }
}
