/** The agent's leg of a Linkback call: stored in the attempt before it is submitted. */
import type { Tx } from '../database.ts';
import type { AttemptKey } from './attempt-key.ts';
import type { Lease } from './lease.ts';
import { holdsLease } from './lease-check.ts';

/**
 * Notes that an agent is about to be called for this customer. The lease's row comes first, as in
 * every claim: a takeover waits for this commit, and after one nothing is noted.
 *
 * @param at simulated; repeated with the same instant after a lost response, it is noted
 * @returns false when the call is another engine's by now, has ended, or had its agent already
 */
export async function noteAgentCall(
  tx: Tx,
  lease: Lease,
  { callListId, entryId }: AttemptKey,
  at: Date,
): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false;
  const noted = await tx.run(
    // Who asks for an agent is a person.
    `UPDATE attempt SET agent_called_at = $4, reached_at = coalesce(reached_at, $4)
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3
       AND finished_at IS NULL AND coalesce(agent_called_at = $4, true)`,
    [lease.clientId, callListId, entryId, at],
  );
  return noted === 1;
}

/**
 * Agents who are being called for a customer, or talk with one; the agent still counts while a customer hears the
 * apology. Of those who are called before there is a customer, those who wait are known to the engine alone.
 */
export async function countBusyAgents(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<number> {
  const row = await tx.row<{ busy: number }>(
    `SELECT least(count(*), (SELECT greatest(c.agent_count, c.agents_set,
         (SELECT max((h->>'agentCount')::integer) FROM jsonb_array_elements(c.agent_schedule) AS h))
       FROM campaign c
       WHERE c.client_id = $1 AND c.campaign_id = $2))::int AS busy
     FROM attempt
     WHERE client_id = $1 AND campaign_id = $2 AND finished_at IS NULL
       AND agent_called_at IS NOT NULL`,
    [clientId, campaignId],
  );
  return row?.busy ?? 0;
}
