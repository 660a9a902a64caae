/** How the operator changes a client's contact policy: in the steps of `policy-change.ts`. */
import { asClient, asPlatform, type Database } from '#db/database.ts';
import type { OperatorClient } from '#db/queries/client.ts';
import type { PolicyChanger } from '#db/queries/policy-change.ts';
import type { Context } from './command.ts';
import { settleChange } from './settle-change.ts';
import { platformNow } from './shared.ts';

export async function policyChanger(
  db: Database,
  client: OperatorClient,
  context: Context,
): Promise<PolicyChanger> {
  const { clientId } = client;
  return {
    ...{ db, clientId },
    by: { managerId: null, now: await asPlatform(db, platformNow) },
    commit: (work) => asClient(db, clientId, work),
    settle: async () => {
      context.note('Saved. Waiting until nothing that was taken before it can still go out …');
      await settleChange(db, client, 'The policy is saved and holds');
      return true;
    },
  };
}
