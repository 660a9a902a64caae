/**
 * How a client's latest calls and texts ended, with what the carrier said about each, for the
 * operator.
 */

import type { StoredNote } from '#contract/note.ts';
import type { CallResult } from '#domain/call-result.ts';
import type { Tx } from '../database.ts';

/** Calls and texts that ended alike. */
export interface EndedAlike {
  result: CallResult;
  /** The note and the carrier's words; null when there are none. */
  note: StoredNote | null;
  count: number;
  last: Date;
}

/** One call or text of a number. */
export interface EndedOne {
  startedAt: Date;
  campaignName: string;
  result: CallResult;
  note: StoredNote | null;
}

/** Hours counted back from the client's last call or text, whenever that was. */
const latest = `SELECT started_at, call_list_id, entry_id, result FROM call_record
  WHERE client_id = $1 AND started_at > (
    SELECT max(started_at) FROM call_record WHERE client_id = $1
  ) - make_interval(hours => $2)`;

/**
 * The carrier's words are deleted with the attempt, when retention deletes the list's contact data.
 */
const attemptOf = `LEFT JOIN attempt a ON a.client_id = $1
  AND a.call_list_id = r.call_list_id AND a.entry_id = r.entry_id`;

/** In a receipt, `said` is the state, which names no number. */
const refusedWithCode = `a.carrier_note ?| ARRAY['twilio', 'error']
  AND a.carrier_note ->> 'code' <> 'receipt'`;

/**
 * Of the hours before the client's last call or text, the most frequent first. Where the carrier gave an error code,
 * its words beside it may name the number, so they are one kind of end.
 */
export function countCarrierNotes(tx: Tx, clientId: number, hours: number): Promise<EndedAlike[]> {
  return tx.rows(
    `SELECT coalesce(a.result, r.result) AS result, min(a.carrier_note::text)::jsonb AS note,
       count(*) AS count, max(r.started_at) AS last
     FROM (${latest}) r ${attemptOf}
     GROUP BY 1, CASE WHEN ${refusedWithCode} THEN a.carrier_note - 'said'
       ELSE a.carrier_note END
     ORDER BY count(*) DESC, 1, 2`,
    [clientId, hours],
  );
}

/** Attempts at one number, newest first, at most `limit`. */
export function listCarrierNotes(
  tx: Tx,
  clientId: number,
  phone: string,
  limit: number,
): Promise<EndedOne[]> {
  return tx.rows(
    `SELECT r.started_at AS "startedAt", r.campaign_name AS "campaignName",
       coalesce(a.result, r.result) AS result,
       a.carrier_note AS note
     FROM call_record r ${attemptOf}
     WHERE r.client_id = $1 AND r.phone = $2
     ORDER BY r.started_at DESC
     LIMIT ${Math.trunc(limit)}`,
    [clientId, phone],
  );
}
