/** One command at a time changes a client's settings. */
import { Client } from 'pg';
import { realMs } from '#domain/milliseconds.ts';
import { directOf } from './connection.ts';
import type { Database } from './database.ts';
import { type LockWait, waitForLock } from './waited-lock.ts';

/** Before a client's first cap, attempts of years are counted. */
const usualPatience = realMs(600_000);

/**
 * Does the work alone among the commands that change this client's settings. Such a command computes what
 * it writes, in several transactions, from what it read: two at once would undo each other's changes.
 *
 * @throws LockHeld after ten minutes
 */
export async function whileSettingsLocked<T>(
  db: Database,
  { clientId, code }: { clientId: number; code: string },
  wait: LockWait,
  work: () => Promise<T>,
): Promise<T> {
  const keeper = new Client(directOf(db.connection, 'settings'));
  keeper.on('error', () => {});
  await keeper.connect();
  try {
    // As in migrate.ts: until the connection ends, also behind a pooler.
    await keeper.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    const name = `carillon settings of client ${clientId}`;
    const heldBecause = `another command is changing the client "${code}"`;
    const patience = { patienceMs: usualPatience, ...wait };
    await waitForLock(keeper, { name, mode: 'transaction', heldBecause }, patience);
    return await work();
  } finally {
    await keeper.end();
  }
}
