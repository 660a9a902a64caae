/**
 * A carrier that keeps opt-outs of its own refuses texts to whoever told it to stop. That person has
 * told us: the number joins the do-not-call list as after an opt-out text, and an opt-in text lifts it.
 */
import { asClient, type Database } from '#db/database.ts';
import { optOut } from '#db/queries/opt-out.ts';
import type { Submission } from '../../carriers/text-port.ts';

export async function obeyOptOuts(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  // In one order and each alone, so that two engines that hear of the same numbers do not deadlock.
  for (const phone of [...new Set(phones)].sort()) {
    await asClient(db, clientId, (tx) => optOut(tx, clientId, phone, 'text'));
  }
}

/** Whether a carrier's answer says so. */
export function saysStop(submission: Submission): boolean {
  return submission.kind === 'rejected' && submission.optedOut === true;
}
