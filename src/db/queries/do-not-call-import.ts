import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { barringReasonOf } from './barring-reason.ts';

/**
 * Adds numbers from the operator's file; those already listed stay as they are. Waiting entries of
 * the new ones are barred in the same transaction, as `optOut` does it for a single number.
 *
 * @returns how many are new
 */
export async function importDoNotCall(tx: Tx, clientId: number, phones: string[]): Promise<number> {
  await outlastOptIn(tx, clientId, phones, 'operator');
  const added = await tx.rows<{ phone: string }>(
    `INSERT INTO do_not_call (client_id, phone, source)
     SELECT $1, phone, 'operator' FROM unnest($2::text[]) AS phone
     ON CONFLICT (client_id, phone) DO NOTHING RETURNING phone`,
    [clientId, phones],
  );
  const fresh = added.map(({ phone }) => phone);
  if (fresh.length > 0) await barWaiting(tx, clientId, fresh);
  return fresh.length;
}

/**
 * Numbers that are listed only because of a text, and are asked to be listed for another reason too:
 * an opt-in lifts only what an opt-out text made (spec 3 section 8).
 */
export async function outlastOptIn(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  source: 'manager' | 'key' | 'operator',
): Promise<void> {
  await tx.run(
    `UPDATE do_not_call SET source = $3
     WHERE client_id = $1 AND phone = ANY ($2::text[]) AND source = 'text'`,
    [clientId, phones, source],
  );
}

/** Lists that are open or loaded; entries are locked in their order, so that claims do not deadlock. */
export async function barWaiting(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  await tx.run(
    `WITH waiting AS (
       SELECT e.call_list_id, e.entry_id, ${barringReasonOf} AS reason FROM call_list l
       JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = l.call_list_id
       LEFT JOIN do_not_call d ON d.client_id = $1 AND d.phone = e.phone
       WHERE l.client_id = $1 AND l.status_id IN (3, 4) AND e.state = 0
         AND e.phone = ANY($2::text[])
       ORDER BY e.call_list_id, e.entry_id FOR UPDATE OF e
     ), barred AS (
       UPDATE list_entry e SET state = 2, reason = coalesce(w.reason, $3) FROM waiting w
       WHERE e.client_id = $1 AND e.call_list_id = w.call_list_id AND e.entry_id = w.entry_id
         AND e.state = 0
       RETURNING e.call_list_id, e.reason
     )
     INSERT INTO call_list_count AS n (client_id, call_list_id, barred, barred_key, barred_text)
     SELECT $1, call_list_id, count(*), count(*) FILTER (WHERE reason = $4),
       count(*) FILTER (WHERE reason = $5)
     FROM barred GROUP BY call_list_id ORDER BY call_list_id
     ON CONFLICT (client_id, call_list_id) DO UPDATE SET barred = n.barred + excluded.barred,
       barred_key = n.barred_key + excluded.barred_key,
       barred_text = n.barred_text + excluded.barred_text`,
    [clientId, phones, gateReasons.doNotCall, gateReasons.optOutKey, gateReasons.optOutText],
  );
}
