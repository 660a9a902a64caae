/** How the operator changes a client's contact policy: in the steps of `policy-change.ts`. */
import { asClient, asPlatform, type Database } from '#db/database.ts';
import type { OperatorClient } from '#db/queries/client.ts';
import { settleStop } from '#db/queries/operator-stop-settled.ts';
import type { PolicyChanger } from '#db/queries/policy-change.ts';
import { type Context, Refusal } from './command.ts';
import { platformNow } from './shared.ts';

export async function policyChanger(
  db: Database,
  { clientId, code }: OperatorClient,
  context: Context,
): Promise<PolicyChanger> {
  return {
    ...{ db, clientId },
    by: { managerId: null, now: await asPlatform(db, platformNow) },
    commit: (work) => asClient(db, clientId, work),
    settle: async () => {
      context.note('Saved. Waiting until nothing that was taken before it can still go out …');
      const left = await settleStop(db, { scope: 'client', client: code }, clientId);
      if (left.length === 0) return true;
      throw new Refusal(
        `The policy is saved and holds, but these engines did not confirm it within a minute, and may still submit what they took before: ${left.join(', ')}. "carillon engines" shows which engines are silent.`,
      );
    },
  };
}
