/**
 * A carrier that keeps opt-outs of its own refuses texts to whoever told it to stop. That person has
 * told us: the number joins the do-not-call list as after an opt-out text, and an opt-in text lifts it.
 */

import type { Submission } from '#carriers/text-port.ts';
import type { Database, Tx } from '#db/database.ts';
import { optOutAll } from '#db/queries/opt-out.ts';
import { commitOptOuts } from '#db/queries/opt-out-commit.ts';

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
    const list = (tx: Tx) => optOutAll(tx, clientId, some, 'text');
    await commitOptOuts(db, clientId, list, () => some);
  }
}

/** Whether a carrier's answer says so. */
export function saysStop(submission: Submission | undefined): boolean {
  return submission?.kind === 'rejected' && submission.optedOut === true;
}
