/**
 * A carrier that keeps opt-outs of its own refuses texts to whoever told it to stop. That person has
 * told us: the number joins the do-not-call list as after an opt-out text, and an opt-in text lifts it.
 */

import type { Submission } from '#carriers/text-port.ts';
import { asClient, type Database } from '#db/database.ts';
import { barWaiting } from '#db/queries/do-not-call-import.ts';
import { optOutAll } from '#db/queries/opt-out.ts';

/** Numbers in one transaction, which keeps all of them locked. */
const batch = 100;

export async function obeyOptOuts(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  const all = [...new Set(phones)].sort();
  for (let from = 0; from < all.length; from += batch) {
    const some = all.slice(from, from + batch);
    await asClient(db, clientId, (tx) => optOutAll(tx, clientId, some, 'text'));
    // A list that became Loaded meanwhile escaped that look.
    await asClient(db, clientId, (tx) => barWaiting(tx, clientId, some));
  }
}

/** Whether a carrier's answer says so. */
export function saysStop(submission: Submission | undefined): boolean {
  return submission?.kind === 'rejected' && submission.optedOut === true;
}
