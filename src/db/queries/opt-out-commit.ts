/**
 * An opt-out and what its caller would have to remember after its commit, in one function.
 *
 * Waiting entries are barred in the transaction of the opt-out itself. That misses a list that
 * became Loaded meanwhile: they are therefore barred once more after the commit, in a transaction
 * of its own. A claim that holds one of these entries is waited for.
 *
 * Three callers use `barWaiting` or block numbers on their own, because they really differ.
 * Confirmations (engine/text/confirmation-wait.ts) bar for an opt-out that another engine
 * committed. A file that was loaded (imports/load-file.ts) commits a list and no opt-out, and must
 * not fail by it. A restore (witness/reconcile.ts) lists again what was lost, and is held until it
 * ends.
 */
import { asClient, type Database, type Tx } from '../database.ts';
import { barWaiting } from './do-not-call-import.ts';

/**
 * @param write blocks the numbers, by `optOut` or `importDoNotCall`
 * @param phonesOf the numbers that were blocked, from the result of `write`; none: nobody opted out
 * @returns the result of `write`
 */
export async function commitOptOuts<T>(
  db: Database,
  clientId: number,
  write: (tx: Tx) => Promise<T>,
  phonesOf: (written: T) => readonly string[],
): Promise<T> {
  const written = await asClient(db, clientId, write);
  const phones = phonesOf(written);
  if (phones.length > 0) await asClient(db, clientId, (tx) => barWaiting(tx, clientId, phones));
  return written;
}
