/**
 * A number joins the client's do-not-call list. Its waiting entries are barred in the same
 * transaction: a claim in flight holds them locked, so either the claim came first or it finds
 * them barred (promise 2). Whoever answers that nothing is dialled any more calls `settleOptOuts`
 * after the commit.
 */
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';

export type OptOutSource = 'manager' | 'key' | 'text' | 'operator';

/** @returns whether the number is new on the list */
export async function optOut(
  tx: Tx,
  clientId: number,
  phone: string,
  source: OptOutSource,
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, phone) DO NOTHING`,
    [clientId, phone, source],
  );
  await tx.run(
    `WITH barred AS (
       UPDATE list_entry e SET state = 2, reason = $3
       FROM call_list l
       WHERE l.client_id = $1 AND l.status_id IN (3, 4)
         AND e.client_id = $1 AND e.call_list_id = l.call_list_id AND e.phone = $2 AND e.state = 0
       RETURNING e.call_list_id
     )
     INSERT INTO call_list_count AS n (client_id, call_list_id, barred)
     SELECT $1, call_list_id, count(*) FROM barred GROUP BY call_list_id ORDER BY call_list_id
     ON CONFLICT (client_id, call_list_id) DO UPDATE SET barred = n.barred + excluded.barred`,
    [clientId, phone, gateReasons.doNotCall],
  );
  return added > 0;
}
