/** A real connection that actors of a simulation use one after another. */
import type pg from 'pg';
import type { Actor } from './step.ts';

export class Line {
  readonly client: pg.Client;
  owner: Actor | undefined;
  broken = false;
  /** What its statement fails with, which is being canceled while it waits for a lock. */
  against: 'time' | 'deadlock' | undefined;
  underWay: Promise<unknown> | undefined;
  readonly pid: number;
  /** Its process is stopped. */
  #paused = false;
  /** Another connection, which cancels its statements and sees what it waits for. */
  readonly #monitor: pg.Client;

  constructor(client: pg.Client, pid: number, monitor: pg.Client) {
    this.client = client;
    this.pid = pid;
    this.#monitor = monitor;
  }

  pause(): void {
    if (this.#paused) return;
    process.kill(this.pid, 'SIGSTOP');
    this.#paused = true;
  }

  goOn(): void {
    if (!this.#paused) return;
    process.kill(this.pid, 'SIGCONT');
    this.#paused = false;
  }

  /**
   * By one of these lines: a commit that notifies waits for those of other databases too, a moment
   * that is the machine's and not the seed's.
   */
  async isBlocked(lines: readonly Line[]): Promise<boolean> {
    const pids = lines.map(({ pid }) => pid);
    const { rows } = await this.#monitor.query(waitsSql, [this.pid, pids]);
    const [{ blocked, deadlocked }] = rows;
    // Who waits last is the one that fails. PostgreSQL would choose by what time it is.
    if (deadlocked === true && this.underWay) await this.#cancelAgainst('deadlock');
    return blocked === true && deadlocked !== true;
  }

  async break(): Promise<void> {
    this.broken = true;
    await this.giveUp();
  }

  async giveUp(): Promise<void> {
    // Only a statement that waits for a lock is canceled: a late signal would hit the next one.
    if (this.underWay) await this.#cancel();
    this.goOn();
    await this.client.query('ROLLBACK');
  }

  /** The statement alone: its transaction is rolled back by its owner. */
  giveUpLock(): Promise<void> {
    return this.#cancelAgainst('time');
  }

  async #cancelAgainst(against: 'time' | 'deadlock'): Promise<void> {
    this.against = against;
    await this.#cancel();
    this.against = undefined;
  }

  /** Before it goes on: a lock that it has got meanwhile makes no difference then. */
  async #cancel(): Promise<void> {
    const { underWay } = this;
    await this.#monitor.query('SELECT pg_cancel_backend($1)', [this.pid]);
    this.goOn();
    await underWay?.catch(() => {});
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
