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
  const listed = await tx.rows<{ phone: string; added: boolean }>(
    `INSERT INTO do_not_call AS d (client_id, phone, source)
     SELECT DISTINCT $1::int, phone, 'operator' FROM unnest($2::text[]) AS phone ORDER BY phone
     ${outlastsOptIn} RETURNING d.phone, d.xmax = 0 AS added`,
    [clientId, phones],
  );
  const fresh = listed.filter((row) => row.added).map(({ phone }) => phone);
  if (fresh.length > 0) await barWaiting(tx, clientId, fresh);
  return fresh.length;
}

/**
 * SQL: a number that is listed only because of a text, and is asked to be listed for another reason
 * too: an opt-in lifts only what an opt-out text made (spec 3 section 8). One statement, so that a
 * text that is being stored at the same moment is waited for and then seen.
 */
export const outlastsOptIn = `ON CONFLICT (client_id, phone) DO UPDATE SET source = excluded.source
  WHERE d.source = 'text' AND excluded.source <> 'text'`;

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
