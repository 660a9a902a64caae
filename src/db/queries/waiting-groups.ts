/**
 * The waiting numbers of lists in groups that no rule of the gate tells apart, so that a million
 * numbers are judged by some thousand questions.
 */
import type { WaitingGroup } from '#domain/campaign-funnel.ts';
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';

/**
 * Of a zip code only the first five characters say anything, and of those of a plain one the first
 * three, but in the Pacific (domain/address-zones.ts). What begins with white space is trimmed
 * there: it stays whole.
 */
const firstFive = `CASE WHEN ascii(zip_code) BETWEEN 33 AND 126 THEN left(zip_code, 5) ELSE zip_code END`;
const asZone = `CASE WHEN zip ~ '^[0-9]{5}$' AND zip !~ '^96' THEN left(zip, 3) || '00' ELSE zip END`;

/** @param callListIds lists that are Open or Loaded */
export function waitingGroups(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
  now: Date,
): Promise<WaitingGroup[]> {
  return tx.rows<WaitingGroup>(
    `WITH fine AS MATERIALIZED (
       SELECT substr(e.phone, 2, 3) AS area, e.state_code AS state, ${firstFive} AS zip,
         CASE WHEN e.due_at > $3 THEN e.due_at END AS due,
         CASE WHEN e.due_at > $3 OR e.reason = $4 THEN e.reason END AS reason,
         e.phone IN (SELECT a.phone FROM attempt a
                     WHERE a.client_id = $1 AND a.finished_at IS NULL
                       AND a.receipt_until IS NULL) AS in_call,
         count(*) AS count
       FROM list_entry e
       WHERE e.client_id = $1 AND e.call_list_id = ANY ($2) AND e.state = 0
       GROUP BY 1, 2, 3, 4, 5, 6
     )
     SELECT area AS "areaCode", state, ${asZone} AS "zipCode",
       (extract(epoch FROM due) * 1000)::float8 AS due, reason, in_call AS "inCall",
       sum(count)::bigint AS count
     FROM fine GROUP BY 1, 2, 3, 4, 5, 6`,
    [clientId, callListIds, now, gateReasons.carrierBusy],
  );
}
