/** The last step of a change by the operator of what a client may do. */
import type { Database } from '#db/database.ts';
import type { OperatorClient } from '#db/queries/client.ts';
import { settleStop } from '#db/queries/operator-stop-settled.ts';
import { Refusal } from './command.ts';

/**
 * Returns when nothing that was taken before the change, which is committed, can still go out.
 *
 * @param saved that the change is made, as the beginning of a sentence
 * @throws Refusal when engines do not confirm it within a minute
 */
export async function settleChange(
  db: Database,
  { clientId, code }: Pick<OperatorClient, 'clientId' | 'code'>,
  saved: string,
): Promise<void> {
  const left = await settleStop(db, { scope: 'client', client: code }, clientId);
  if (left.length === 0) return;
  throw new Refusal(
    `${saved}, but these engines did not confirm it within a minute, and may still submit what they took before: ${left.join(', ')}. "carillon engines" shows which engines are silent.`,
  );
}
