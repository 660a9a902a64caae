/**
 * The turn of a client's contact policy (decisions 084 and 100). Claims under limits, gaps and rests
 * go one after the other, calls and texts alike: each counts when the one before it is committed.
 * A claim takes its turn after its entries, so that others wait for as little as can be.
 */
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Tx } from '../database.ts';
import type { Candidate } from './claim-candidates.ts';
import { contactsIn, readContacts, uncountedIn } from './policy-contacts.ts';

export interface PolicyTurn {
  take(): Promise<void>;
  /** Takes the turn, if it is not taken; the contacts that there are then are in what it returns. */
  counted(
    candidates: Candidate[],
    query: { clientId: number; callListId: number; now: Date },
  ): Promise<Candidate[]>;
}

/** Of one claim, until its transaction ends. */
export function policyTurn(tx: Tx, clientId: number, policy: CampaignPolicy | null): PolicyTurn {
  const counts = policy !== null && policy.windows.length > 0;
  let isTaken = false;
  const take = async () => {
    if (counts && !isTaken) await takePolicyTurn(tx, clientId);
    isTaken = true;
  };
  return {
    take,
    async counted(candidates, query) {
      if (!counts || candidates.length === 0) return candidates;
      // In statements of their own: one that waited for the turn has not seen what was committed meanwhile.
      await take();
      const read = await readContacts(tx, query, policy, candidates);
      return candidates.map((candidate, at) => {
        const contacts = read[at] ?? null;
        return {
          ...candidate,
          contacts: contactsIn(contacts),
          uncounted: uncountedIn(contacts),
        };
      });
    },
  };
}

async function takePolicyTurn(tx: Tx, clientId: number): Promise<void> {
  await tx.run('SELECT FROM policy_book WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
}
