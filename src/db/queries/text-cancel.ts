/**
 * Texts that wait at their carrier and must not leave. They are marked in the transaction that
 * makes them unwanted; any engine that is connected to their carrier requests the cancellation,
 * even after a restart. Confirmed ones end as failed; for the others the receipt decides.
 */
import type { Note } from '#contract/note.ts';
import { noteSentence } from '#domain/reason-sentences.ts';
import { awaitsReceipt, inFlight, isAccepted } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import type { AttemptKey } from './attempt-key.ts';
import { plainJson, plainText } from './plain-json.ts';

export type CancelReason = 'opt_out' | 'stop' | 'unclear';

export const canceledFirst = (why: CancelReason): Note => ({
  code: 'canceled_before_sending',
  why,
});

/**
 * Marks texts on their way to these numbers, including those being submitted: they are canceled
 * when their carrier has accepted them. After the numbers' waiting entries were barred, so that
 * every claim that did not see the opt-out is committed and seen here.
 */
export async function cancelTextsTo(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  why: 'opt_out' | 'unclear' = 'opt_out',
): Promise<void> {
  // Two queries: each has an index of its own.
  await tx.run(
    `INSERT INTO text_cancel AS c (client_id, call_list_id, entry_id, why)
     SELECT $1, t.call_list_id, t.entry_id, $3 FROM (
       SELECT call_list_id, entry_id FROM attempt
       WHERE client_id = $1 AND phone = ANY ($2) AND ${awaitsReceipt()}
       UNION ALL
       SELECT call_list_id, entry_id FROM attempt
       WHERE client_id = $1 AND phone = ANY ($2) AND ${inFlight()}) AS a
     JOIN outbound_text t ON t.client_id = $1 AND t.call_list_id = a.call_list_id
       AND t.entry_id = a.entry_id
     ORDER BY t.call_list_id, t.entry_id
     ON CONFLICT (client_id, call_list_id, entry_id) DO UPDATE SET why = excluded.why
       WHERE c.why <> 'opt_out' AND c.why <> excluded.why`,
    [clientId, phones, why],
  );
}

/** The same for entries whose account asked to stop at another number. */
export async function cancelTextsOfEntries(
  tx: Tx,
  clientId: number,
  entries: readonly { callListId: number; entryId: number }[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(
    `INSERT INTO text_cancel AS c (client_id, call_list_id, entry_id, why)
     SELECT DISTINCT $1::integer, t.call_list_id, t.entry_id, 'opt_out'
     FROM unnest($2::bigint[], $3::integer[]) AS v (call_list_id, entry_id)
     JOIN attempt a ON a.client_id = $1 AND a.call_list_id = v.call_list_id
       AND a.entry_id = v.entry_id AND a.finished_at IS NULL
     JOIN outbound_text t ON t.client_id = $1 AND t.call_list_id = a.call_list_id
       AND t.entry_id = a.entry_id
     ORDER BY t.call_list_id, t.entry_id
     ON CONFLICT (client_id, call_list_id, entry_id) DO UPDATE SET why = excluded.why
       WHERE c.why <> excluded.why`,
    [clientId, entries.map((one) => one.callListId), entries.map((one) => one.entryId)],
  );
}

/** Of a campaign that is being stopped: what can still leave at `now` (simulated); null: at any time. */
export async function cancelTextsOf(
  tx: Tx,
  { clientId, campaignId }: { clientId: number; campaignId: number },
  now: Date | null,
): Promise<void> {
  await tx.run(
    `INSERT INTO text_cancel (client_id, call_list_id, entry_id, why)
     SELECT $1, a.call_list_id, a.entry_id, 'stop'
     FROM attempt a JOIN outbound_text t USING (client_id, call_list_id, entry_id)
     WHERE a.client_id = $1 AND a.campaign_id = $2 AND a.finished_at IS NULL
       AND coalesce(t.send_by > $3::timestamptz, true)
     ORDER BY a.call_list_id, a.entry_id
     ON CONFLICT (client_id, call_list_id, entry_id) DO NOTHING`,
    [clientId, campaignId, now],
  );
}

/** They wait in their list again: a later submission under the same id is a new case. */
export async function forgetCancels(
  tx: Tx,
  clientId: number,
  texts: readonly AttemptKey[],
): Promise<void> {
  await tx.run(
    `DELETE FROM text_cancel c USING unnest($2::bigint[], $3::integer[]) AS v (list, entry)
     WHERE c.client_id = $1 AND c.call_list_id = v.list AND c.entry_id = v.entry`,
    [clientId, texts.map((text) => text.callListId), texts.map((text) => text.entryId)],
  );
}

/** Clients with texts to cancel, for the platform. */
export async function cancelingClients(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ client_id: number }>(
    `SELECT client_id FROM text_cancel WHERE asked IS NULL
     UNION SELECT client_id FROM reply_cancel WHERE asked IS NULL ORDER BY client_id`,
  );
  return rows.map((row) => row.client_id);
}

export interface WaitingText extends AttemptKey {
  phone: string;
  textingNumber: string;
  why: CancelReason;
  tries: number;
  /** "carrier:id", of the text and of its parts. */
  carrierRef: string;
  partRefs: string[] | null;
  /** As the carrier wrote them. */
  writtenRefs: string[] | null;
}

/** SQL: `c` is obsolete, because its text has ended or cannot leave at $2, which may be null. */
const isOver = `NOT EXISTS (
  SELECT FROM attempt a JOIN outbound_text t USING (client_id, call_list_id, entry_id)
  WHERE a.client_id = $1 AND a.call_list_id = c.call_list_id AND a.entry_id = c.entry_id
    AND a.finished_at IS NULL AND coalesce(t.send_by > $2::timestamptz, true))`;

/**
 * Those that carriers can cancel now, people's own wishes first, then the latest first.
 *
 * @param now null while the clock may be wrong: none is dropped by time, and none waits to be asked again
 */
export async function listTextsToCancel(
  tx: Tx,
  clientId: number,
  now: Date | null,
  limit: number,
): Promise<WaitingText[]> {
  await tx.run(`DELETE FROM text_cancel c WHERE c.client_id = $1 AND ${isOver}`, [clientId, now]);
  return tx.rows<WaitingText>(
    `SELECT c.call_list_id AS "callListId", c.entry_id AS "entryId", c.why, c.tries, t.phone,
       t.texting_number AS "textingNumber", t.carrier_ref AS "carrierRef",
       t.written_refs AS "writtenRefs",
       (SELECT array_agg(p.part_ref ORDER BY p.part_ref) FROM text_part p
        WHERE p.client_id = $1 AND p.carrier_ref = t.carrier_ref
          AND p.phone IN (t.phone, '')) AS "partRefs"
     FROM text_cancel c
     JOIN attempt a USING (client_id, call_list_id, entry_id)
     JOIN outbound_text t USING (client_id, call_list_id, entry_id)
     WHERE c.client_id = $1 AND c.asked IS NULL AND coalesce(c.due <= $2::timestamptz, true)
       AND ${isAccepted('a')}
       AND t.carrier_ref IS NOT NULL
     ORDER BY c.why = 'opt_out' DESC, a.attempted_at DESC LIMIT $3`,
    [clientId, now, limit],
  );
}

/**
 * For texts whose receipt came before the note that the carrier canceled them: the record gets the
 * note anyway.
 */
export async function noteCanceled(
  tx: Tx,
  clientId: number,
  texts: readonly (AttemptKey & { note: Note })[],
): Promise<void> {
  for (const { callListId, entryId, note } of texts) {
    const noted = await tx.row<{ at: string }>(
      `UPDATE attempt SET carrier_note = $4::jsonb
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3 AND result = 'failed'
         AND carrier_note IS DISTINCT FROM $4::jsonb
       RETURNING attempted_at::text AS at`,
      [clientId, callListId, entryId, plainJson(note)],
    );
    if (!noted) continue;
    await tx.run(
      `UPDATE call_record SET carrier_words = $5
       WHERE client_id = $1 AND started_at = $2 AND call_list_id = $3 AND entry_id = $4`,
      [clientId, noted.at, callListId, entryId, plainText(noteSentence(note))],
    );
  }
}

/** Notes the responses of carriers that did not cancel texts. */
export async function noteCancelResponses(
  tx: Tx,
  clientId: number,
  responses: readonly (AttemptKey & { asked: Date | null; due: Date })[],
): Promise<void> {
  await tx.run(
    `UPDATE text_cancel c SET asked = v.asked, due = v.due, tries = c.tries + 1
     FROM unnest($2::bigint[], $3::integer[], $4::timestamptz[], $5::timestamptz[])
       AS v (list, entry, asked, due)
     WHERE c.client_id = $1 AND c.call_list_id = v.list AND c.entry_id = v.entry`,
    [
      clientId,
      responses.map((one) => one.callListId),
      responses.map((one) => one.entryId),
      responses.map((one) => one.asked),
      responses.map((one) => one.due),
    ],
  );
}

/** Those of these numbers with a text that can still leave and whose carrier was not asked yet. */
export async function waitingForCancels(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT DISTINCT t.phone FROM text_cancel c
     JOIN attempt a USING (client_id, call_list_id, entry_id)
     JOIN outbound_text t USING (client_id, call_list_id, entry_id)
     WHERE c.client_id = $1 AND c.asked IS NULL AND t.phone = ANY ($2)
       AND ${awaitsReceipt('a')} AND t.carrier_ref IS NOT NULL
       AND coalesce(t.send_by > $3, true)`,
    [clientId, phones, now],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/** Why the texts of these receipts were to be canceled, by "list-entry"; only those. */
export async function cancelReasons(
  tx: Tx,
  clientId: number,
  texts: readonly AttemptKey[],
): Promise<Map<string, CancelReason>> {
  const rows = await tx.rows<AttemptKey & { why: CancelReason }>(
    `SELECT c.call_list_id AS "callListId", c.entry_id AS "entryId", c.why
     FROM unnest($2::bigint[], $3::integer[]) AS v (list, entry)
     JOIN text_cancel c ON c.client_id = $1 AND c.call_list_id = v.list AND c.entry_id = v.entry`,
    [clientId, texts.map((text) => text.callListId), texts.map((text) => text.entryId)],
  );
  return new Map(rows.map(({ callListId, entryId, why }) => [`${callListId}-${entryId}`, why]));
}
