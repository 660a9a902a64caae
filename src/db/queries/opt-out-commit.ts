/**
 * An opt-out and what its caller would have to remember after its commit, in one function.
 *
 * Waiting entries are barred in the transaction of the opt-out itself. That misses a list that
 * became Loaded meanwhile: they are therefore barred once more after the commit, in a transaction
 * of its own. A claim that holds one of these entries is waited for.
 *
 * Two callers have no opt-out to commit and use `barAgain` alone: confirmations
 * (engine/text/confirmation-wait.ts) bar for one that another engine committed, and a file that was
 * loaded (imports/load-file.ts) bars for those that its numbers already have. A restore
 * (witness/reconcile.ts) blocks again what was lost, and every campaign is held until it ends.
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
  await barAgain(db, clientId, phonesOf(written));
  return written;
}

/** Bars the waiting entries of numbers that opted out, in a transaction of its own. */
export async function barAgain(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  if (phones.length > 0) await asClient(db, clientId, (tx) => barWaiting(tx, clientId, phones));
}
