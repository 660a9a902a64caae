/** What the demo's manager did before somebody looks: nothing old is left to read, and no one waits for a decision. */
import type { Database, Tx } from '#db/database.ts';
import { decideText } from '#db/queries/contact-rest.ts';
import { finishTexts, judgeAnew, textsToDecide } from '#db/queries/demo-history.ts';
import { optOutAll } from '#db/queries/opt-out.ts';
import { commitOptOuts } from '#db/queries/opt-out-commit.ts';

interface Tidying {
  managerId: number;
  /** Texts that came before are read. */
  read: Date;
  now: Date;
  /** Campaigns that nothing may hold but what they are shown for. */
  runningNames: readonly string[];
}

/** @param load inside the transaction; undefined when there is nothing to do */
export async function commitTidied(
  db: Database,
  clientId: number,
  load: (tx: Tx) => Promise<Tidying | undefined>,
): Promise<void> {
  const write = async (tx: Tx) => {
    const tidying = await load(tx);
    return tidying ? tidyUp(tx, clientId, tidying) : [];
  };
  await commitOptOuts(db, clientId, write, (phones) => phones);
}

/**
 * All unclear texts of the file say "Wrong number": whoever wrote that is left alone, by the manager's own
 * decision, dated today because nobody contacted them meanwhile.
 *
 * @returns their numbers
 */
async function tidyUp(tx: Tx, clientId: number, given: Tidying): Promise<string[]> {
  const { managerId, read, now, runningNames } = given;
  const texts = await textsToDecide(tx, clientId, read, runningNames);
  const phones = texts.map(({ phone }) => phone);
  for (const { id } of texts) {
    await decideText(tx, clientId, id, { decision: 'optOut', managerId, now });
  }
  await optOutAll(tx, clientId, phones, 'text');
  await finishTexts(tx, { clientId, managerId }, read);
  await judgeAnew(tx, clientId);
  return phones;
}
