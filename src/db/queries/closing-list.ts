import { callListStatus } from '#contract/call-list.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';

/** Clients with a list that is Closing, for the platform, every second. */
export async function clientsWithClosingLists(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ client_id: number }>(
    `SELECT DISTINCT client_id FROM call_list WHERE status_id = ${callListStatus.closing}`,
  );
  return rows.map((row) => row.client_id);
}

/** Closing -> Closed for the lists of a client whose last call has ended. */
export function closeFinishedLists(tx: Tx, clientId: number): Promise<number> {
  return tx.run(
    `UPDATE call_list l SET status_id = ${callListStatus.closed}
     WHERE l.client_id = $1 AND l.status_id = ${callListStatus.closing} AND NOT EXISTS (
       SELECT FROM attempt a
       WHERE a.client_id = $1 AND a.campaign_id = l.campaign_id
         AND a.call_list_id = l.call_list_id AND ${inFlight('a')})`,
    [clientId],
  );
}
