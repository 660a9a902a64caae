/**
 * A carrier that keeps its own opt-outs refuses texts to people who opted out there. That counts as
 * an opt-out here: the number is blocked as after an opt-out text, and an opt-in text lifts it.
 */

import type { Submission } from '#carriers/text-port.ts';
import type { Database, Tx } from '#db/database.ts';
import { optOutAll } from '#db/queries/opt-out.ts';
import { commitOptOuts } from '#db/queries/opt-out-commit.ts';

/** Numbers in one transaction, which locks all of them. */
const batch = 100;

export async function obeyOptOuts(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  const all = [...new Set(phones)].sort();
  for (let from = 0; from < all.length; from += batch) {
    const some = all.slice(from, from + batch);
    const write = (tx: Tx) => optOutAll(tx, clientId, some, 'text');
    await commitOptOuts(db, clientId, write, () => some);
  }
}

/** Whether a carrier's response reports such an opt-out. */
export function saysStop(submission: Submission | undefined): boolean {
  return submission?.kind === 'rejected' && submission.optedOut === true;
}
