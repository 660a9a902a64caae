/**
 * Drops whole partitions beside calls in progress. DETACH … CONCURRENTLY locks no one out: it waits
 * for the current users of the table without making others queue behind it. So it runs outside any
 * transaction, on a connection of its own.
 */
import pg from 'pg';
import { directOf } from '../connection.ts';
import type { Database } from '../database.ts';
import { isOutOfTime } from '../errors.ts';
import { type Detached, detachedSql } from '../queries/detached.ts';
import { holdRules, releaseRules } from '../queries/retention.ts';

/**
 * Milliseconds for one DETACH: a report or a backup may hold its table for longer; then it is tried
 * again.
 */
const detachMs = 60_000;

export interface Partitions {
  /**
   * Detaches and drops a partition.
   *
   * @param mayGo asked right before; from then until the end nobody changes a retention time, so it
   *   must take no lock of them itself
   * @returns false: it may not go, or a long read blocks it; the next run finishes it
   */
  drop(
    parent: 'call_record' | 'list_entry',
    name: string,
    mayGo: () => Promise<boolean>,
  ): Promise<boolean>;
  /**
   * Finishes what an earlier run left half done.
   *
   * @returns the tables that this run dropped. One that somebody else detached stays.
   */
  finishEarlier(): Promise<string[]>;
  close(): Promise<void>;
}

/** Undefined while another process does it. */
export async function openPartitions(
  { connection }: Database,
  waitMs = detachMs,
): Promise<Partitions | undefined> {
  const client = new pg.Client(directOf(connection, 'retention'));
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(
    `SELECT pg_try_advisory_lock(hashtext('carillon retention')) AS alone,
       set_config('statement_timeout', $1, false)`,
    [String(waitMs)],
  );
  if (!rows[0].alone) {
    await client.end();
    return undefined;
  }
  const run = async (sql: string): Promise<boolean> => {
    try {
      await client.query(sql);
      return true;
    } catch (error) {
      if (isOutOfTime(error)) return false;
      throw error;
    }
  };
  // One transaction, so that no note outlives its table: a later month may get the same name.
  const dropTable = (name: string) =>
    run(
      `DROP TABLE IF EXISTS ${quoted(name)}; DELETE FROM retention_detaching WHERE name = '${name}'`,
    );
  // Only a table that we detached may be dropped.
  const detach = async (parent: string, name: string, how: 'CONCURRENTLY' | 'FINALIZE') => {
    const done = await run(`ALTER TABLE ${parent} DETACH PARTITION ${quoted(name)} ${how}`);
    if (done) await client.query(markDetached, [name]);
    return done;
  };
  const dropNow = async (parent: string, name: string) => {
    await client.query(noteBegun, [name]);
    let detached = false;
    try {
      detached = await detach(parent, name, 'CONCURRENTLY');
    } finally {
      // If even that fails, a leftover note of an unfinished DETACH is harmless.
      if (!detached) await client.query(takeBackNote, [name]).catch(() => {});
    }
    return detached && dropTable(name);
  };
  return {
    async drop(parent, name, mayGo) {
      if (!(await run(holdRules))) return false;
      try {
        return (await mayGo()) && (await dropNow(parent, name));
      } finally {
        // A connection that was lost holds nothing.
        await client.query(releaseRules).catch(() => {});
      }
    },
    async finishEarlier() {
      const findDetached = async () => (await client.query<Detached>(detachedSql)).rows;
      // No matter who began it: while one is pending, the parent accepts no other DETACH.
      for (const { name, pending } of await findDetached()) {
        if (pending) await detach(parentOf(name), name, 'FINALIZE');
      }
      const now = await findDetached();
      await client.query('DELETE FROM retention_detaching WHERE name <> ALL ($1)', [
        now.map(({ name }) => name),
      ]);
      const dropped: string[] = [];
      for (const { name, ours, pending } of now) {
        if (ours && !pending && (await dropTable(name))) dropped.push(name);
      }
      return dropped;
    },
    close: () => client.end(),
  };
}

const noteBegun = `INSERT INTO retention_detaching (name) VALUES ($1)
  ON CONFLICT (name) DO UPDATE SET detached = false, since = clock_timestamp()`;
const markDetached = 'UPDATE retention_detaching SET detached = true WHERE name = $1';
/** When the DETACH did not even begin, or was finished by others. We finish a pending one. */
const takeBackNote = `DELETE FROM retention_detaching WHERE name = $1 AND NOT EXISTS (
  SELECT FROM pg_inherits WHERE inhrelid = to_regclass(format('public.%I', $1::text)) AND inhdetachpending)`;

const parentOf = (name: string) => (name.startsWith('call_record_') ? 'call_record' : 'list_entry');

/** Only the program makes names; this is a second safeguard. */
function quoted(name: string): string {
  if (!/^(call_record|list_entry)_\d+$/.test(name)) throw new Error(`No partition: ${name}`);
  return `"${name}"`;
}
