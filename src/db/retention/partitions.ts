/**
 * Drops whole partitions beside calls in progress. DETACH … CONCURRENTLY locks nobody out: it waits for
 * whoever still uses the table, without standing in a queue before others. So it runs outside any
 * transaction, on a connection of its own.
 */
import pg from 'pg';
import { directOf } from '../connection.ts';
import type { Database } from '../database.ts';
import { isOutOfTime } from '../errors.ts';
import { type Detached, detachedSql } from '../queries/detached.ts';

/** Milliseconds for one DETACH: a report or a backup may hold its table for longer; then it is tried anew. */
const detachMs = 60_000;

export interface Partitions {
  /**
   * Detaches and drops a partition.
   *
   * @returns false: somebody reads its table for a long time; the next run finishes it
   */
  drop(parent: 'call_record' | 'list_entry', name: string): Promise<boolean>;
  /**
   * Finishes what an earlier run left half done.
   *
   * @returns the tables that were dropped by this. One that somebody else detached stays.
   */
  finishEarlier(): Promise<string[]>;
  close(): Promise<void>;
}

/** Undefined while another process is at it. */
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
  // One transaction, so that no note outlives its table: a month may get the same name once more.
  const dropTable = (name: string) =>
    run(
      `DROP TABLE IF EXISTS ${quoted(name)}; DELETE FROM retention_detaching WHERE name = '${name}'`,
    );
  // Only our own DETACH makes a table ours to drop.
  const detach = async (parent: string, name: string, how: 'CONCURRENTLY' | 'FINALIZE') => {
    const done = await run(`ALTER TABLE ${parent} DETACH PARTITION ${quoted(name)} ${how}`);
    if (done) await client.query(markDetached, [name]);
    return done;
  };
  return {
    async drop(parent, name) {
      await client.query(noteBegun, [name]);
      let detached = false;
      try {
        detached = await detach(parent, name, 'CONCURRENTLY');
      } finally {
        // Where not even that can be done, a note of what was only begun harms nobody.
        if (!detached) await client.query(takeBackNote, [name]).catch(() => {});
      }
      return detached && dropTable(name);
    },
    async finishEarlier() {
      const listed = async () => (await client.query<Detached>(detachedSql)).rows;
      // Whoever began it: while one hangs, the parent takes no other DETACH.
      for (const { name, pending } of await listed()) {
        if (pending) await detach(parentOf(name), name, 'FINALIZE');
      }
      const now = await listed();
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
/** Where the DETACH did not even begin, or ended without us. A pending one is ours to end. */
const takeBackNote = `DELETE FROM retention_detaching WHERE name = $1 AND NOT EXISTS (
  SELECT FROM pg_inherits WHERE inhrelid = to_regclass(format('public.%I', $1::text)) AND inhdetachpending)`;

const parentOf = (name: string) => (name.startsWith('call_record_') ? 'call_record' : 'list_entry');

/** Names are made by the program alone; this is the second lock on that door. */
function quoted(name: string): string {
  if (!/^(call_record|list_entry)_\d+$/.test(name)) throw new Error(`No partition: ${name}`);
  return `"${name}"`;
}
