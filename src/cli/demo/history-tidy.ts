/** What the demo's manager did before somebody looks: nothing old is left to read, and no one waits for a decision. */
import type { Tx } from '#db/database.ts';
import { decideText } from '#db/queries/contact-rest.ts';
import { finishTexts, judgeAnew, textsToDecide } from '#db/queries/demo-history.ts';
import { optOut } from '#db/queries/opt-out.ts';

interface Tidying {
  clientId: number;
  managerId: number;
  /** Texts that came before are read. */
  read: Date;
  now: Date;
  /** Campaigns that nothing may hold but what they are shown for. */
  runningNames: readonly string[];
}

/**
 * After the history, in its transaction. All unclear texts of the file say "Wrong number": whoever wrote
 * that is left alone, by the manager's own decision, dated today because nobody was called meanwhile.
 */
export async function tidyUp(tx: Tx, given: Tidying): Promise<void> {
  const { clientId, managerId, read, now, runningNames } = given;
  for (const { id, phone } of await textsToDecide(tx, clientId, read, runningNames)) {
    await decideText(tx, clientId, id, { decision: 'optOut', managerId, now });
    await optOut(tx, clientId, phone, 'text');
  }
  await finishTexts(tx, { clientId, managerId }, read);
  await judgeAnew(tx, clientId);
}
