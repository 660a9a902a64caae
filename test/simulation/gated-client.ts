/** What a pool would give an actor: each statement is a step of the stage. */
import type { Line } from './gated-line.ts';
import type { Stage } from './stage.ts';
import { type Actor, LineBroke } from './step.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface StatementSettings {
  time: VirtualTime;
  /** What a wrong build does to a statement. */
  rewrite?: ((sql: string) => string) | undefined;
  /** Receives what an actor has read, before the actor does. */
  watch?: ((actor: Actor, sql: string, rows: Record<string, unknown>[]) => void) | undefined;
  /** A wrong build: results are said to be committed before they are. */
  earlyCommit?: boolean | undefined;
}

interface Given {
  settings: StatementSettings;
  stage: Stage;
  line: Line;
  /** All lines, by one of which this one may be blocked. */
  lines: readonly Line[];
  /** No statement waits longer for a lock. */
  lockMs: number | undefined;
  /** The line is free for another actor. */
  putBack: (line: Line) => void;
}

/** A hot statement (src/db/hot-statements.ts). */
interface Named {
  name: string;
  text: string;
  values?: unknown[];
}

export class GatedClient {
  readonly #given: Given;
  /** The beginning of a transaction, which has not gone out yet. */
  #opening = '';
  #late: Promise<unknown> = Promise.resolve();
  #recording = false;

  constructor(given: Given) {
    this.#given = given;
  }

  on(): void {}

  off(): void {}

  async query(given: string | Named, values?: unknown[]): Promise<unknown> {
    const { line, settings } = this.#given;
    if (line.broken) throw new LineBroke();
    const { text, name = undefined } = typeof given === 'string' ? { text: given } : given;
    const asked = settings.rewrite ? settings.rewrite(text) : text;
    // Time stands still for PostgreSQL: its own limits would strike by the machine's speed.
    const sql = asked.replace(/,\s*set_config\('(lock|statement)_timeout', '\d+', true\)/g, '');
    // The beginning of a transaction goes out with its first statement: fewer steps, no fewer states.
    if (sql.startsWith('BEGIN')) {
      this.#opening = `${sql};`;
      return { rows: [], rowCount: 0 };
    }
    if (sql.includes('end_attempts(')) this.#recording = true;
    if (sql === 'COMMIT' && this.#recording && settings.earlyCommit) {
      this.#late = this.#step('late COMMIT', () => this.#send(sql)).catch(() => {});
      return { rows: [], rowCount: 0 };
    }
    const what = sql.trim().slice(0, 60).replace(/\s+/g, ' ');
    const sent = typeof given === 'string' ? values : given.values;
    return this.#step(what, () => this.#send(sql, sent, name));
  }

  release(): void {
    const { line, putBack } = this.#given;
    void this.#late.then(() => putBack(line));
  }

  #step(what: string, run: () => Promise<unknown>): Promise<unknown> {
    const { stage, line, lines, lockMs } = this.#given;
    return stage.step({
      what,
      run,
      isBlocked: () => line.isBlocked(lines),
      pause: () => line.pause(),
      goOn: () => line.goOn(),
      abort: () => line.break(),
      lockPatience:
        lockMs === undefined ? undefined : { ms: lockMs, giveUp: () => line.giveUpLock() },
    });
  }

  async #send(sql: string, values?: unknown[], name?: string): Promise<unknown> {
    const { line, settings } = this.#given;
    if (line.broken) throw new LineBroke();
    const now = sql.includes('clock_timestamp()') ? `SET sim.now = ${settings.time.now()};` : '';
    if (this.#opening || now) await line.client.query(this.#opening + now);
    this.#opening = '';
    const query = name === undefined ? { text: sql } : { text: sql, name };
    const asked = line.client.query(query, values).finally(() => {
      line.underWay = undefined;
    });
    line.underWay = asked;
    const response = await asked.catch((error: unknown) => {
      // It was canceled because its connection broke: nobody receives that over a broken connection.
      if (line.broken) throw new LineBroke();
      throw line.against ? new Canceled(line.against) : error;
    });
    if (line.owner) settings.watch?.(line.owner, sql, response.rows);
    return response;
  }
}

/** As PostgreSQL says it. */
const canceled = {
  time: { code: '55P03', message: 'canceling statement due to lock timeout' },
  deadlock: { code: '40P01', message: 'deadlock detected' },
};

class Canceled extends Error {
  readonly code: string;

  constructor(against: keyof typeof canceled) {
    super(canceled[against].message);
    this.code = canceled[against].code;
  }
}
