/**
 * What may have been followed up in a time that a restore lost. The follow-ups are not in this state
 * of the database, and another list has their ids by now, so nothing can be matched with them: what ended
 * up to then is not followed, and what fell due up to then is forgotten. Nobody is called for it twice.
 */
import { asClient, asPlatform, type Database, type Tx } from '../database.ts';
import { lockStopsAndLists } from './stops-and-lists.ts';

/** The last submission of each client that this database does not know, in epoch ms of the engine's clock. */
export type LostSubmissions = Map<number, number>;

export function noteLost(lost: LostSubmissions, clientId: number, at: number): void {
  lost.set(clientId, Math.max(lost.get(clientId) ?? at, at));
}

/** A carrier's list tells an end again up to a minute later than its webhook did, and in whole seconds. */
const toldLater = 2 * 60_000;

/** To be called before the journals or records count as compared. Safe to repeat. */
export async function forgetFollowed(db: Database, lost: LostSubmissions): Promise<void> {
  if (lost.size === 0) return;
  const until = new Date(Math.max(...lost.values()) + toldLater);
  // First: receipts that carriers tell again meanwhile store no wait that is due by then.
  await asPlatform(db, (tx) =>
    tx.run('UPDATE installation SET followed_until = greatest(followed_until, $1)', [until]),
  );
  for (const [clientId, at] of lost) {
    await asClient(db, clientId, async (tx) => {
      // Whoever stores waits holds it, and may have begun before.
      await lockStopsAndLists(tx, clientId);
      await tx.run('DELETE FROM follow_up_wait WHERE client_id = $1 AND due_at <= $2', [
        clientId,
        new Date(at),
      ]);
    });
  }
}

/**
 * Without outcomes that may have been followed up in a lost time. On hold nobody knows yet how long
 * that was, so no outcome is followed then. Waits are left: each is judged by when it is due.
 */
export async function notFollowedBefore<Ended extends { outcome: string; at: number }>(
  tx: Tx,
  given: readonly Ended[],
): Promise<Ended[]> {
  const row = await tx.row<{ held: boolean; until: Date | null }>(
    'SELECT current_world() IS NULL AS held, followed_until() AS until',
  );
  const until = row?.until?.getTime() ?? Number.NEGATIVE_INFINITY;
  return given.filter(
    ({ outcome, at }) =>
      outcome === 'delivered' || outcome === 'no_reply' || (!row?.held && at > until),
  );
}
