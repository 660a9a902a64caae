/** Which text of a campaign a receipt belongs to. */
import { segmentsOf } from '#domain/text-segments.ts';
import { receiptPatience } from '#domain/texting.ts';
import type { Tx } from '../database.ts';
import type { AttemptKey } from './attempt-key.ts';
import type { Receipt } from './receipt.ts';
import { fitsNumber, isNoPart, type JoinedReceipt, partOf } from './text-part.ts';

/**
 * SQL: tolerance, because the engine that submitted a text and the one that gets its receipt have
 * two clocks.
 */
const clocksApart = `interval '1 minute'`;

export interface ReceiptText extends AttemptKey {
  attemptedAt: Date;
}

/** A receipt, by the id and the number that its carrier reports. */
export const receiptKey = ({ carrierRef, phone }: Pick<Receipt, 'carrierRef' | 'phone'>) =>
  `${carrierRef} ${phone}`;

/**
 * By the carrier's id and the person's number. Of several, as with a carrier that restarts its
 * counter, the newest one that is still open; never one that was submitted after the receipt came.
 */
export async function findByRef(
  tx: Tx,
  clientId: number,
  receipts: readonly JoinedReceipt[],
): Promise<Map<string, ReceiptText>> {
  const rows = await tx.rows<ReceiptText & { carrierRef: string; phone: string }>(
    `SELECT v.ref AS "carrierRef", v.phone, t.call_list_id AS "callListId",
       t.entry_id AS "entryId", t.attempted_at AS "attemptedAt"
     FROM unnest($2::text[], $3::boolean[], $4::text[], $5::timestamptz[])
       AS v (ref, joined, phone, received)
     ${partOf}
     CROSS JOIN LATERAL (
       SELECT own.call_list_id, own.entry_id, a.attempted_at
       FROM (SELECT call_list_id, entry_id FROM outbound_text
         WHERE client_id = $1 AND carrier_ref = v.ref AND carrier_ref IS NOT NULL
           AND ${fitsNumber('phone')} OFFSET 0) AS own
       CROSS JOIN LATERAL (
         SELECT attempted_at, result FROM attempt
         WHERE client_id = $1 AND call_list_id = own.call_list_id AND entry_id = own.entry_id
         OFFSET 0) AS a
       WHERE a.attempted_at <= v.received + ${clocksApart}
       ORDER BY a.result IS NOT NULL, a.result <> 'unknown', a.attempted_at DESC LIMIT 1) AS t
     WHERE ${isNoPart}`,
    [
      clientId,
      receipts.map((receipt) => receipt.carrierRef),
      receipts.map(({ joined }) => joined ?? false),
      receipts.map(({ phone }) => phone),
      receipts.map(({ received }) => received),
    ],
  );
  return new Map(rows.map((row) => [receiptKey(row), row]));
}

/** Numbers with a text that has not learned its carrier's id. */
export async function listInDoubt(
  tx: Tx,
  clientId: number,
  receipts: readonly Receipt[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[]) AS v (phone)
     WHERE EXISTS (
       SELECT FROM outbound_text t
       WHERE t.client_id = $1 AND t.phone = v.phone AND t.carrier_ref IS NULL)`,
    [clientId, receipts.map(({ phone }) => phone)],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/**
 * SQL: an auto-reply, a text to a manager or one whose response is still to come has no id either, so a receipt without
 * our own id ($2 phone, $3 texting number, $5 received) may be theirs: a campaign's text that nobody received must not
 * become "delivered" by it.
 */
const mayBeAnothers = `(
  EXISTS (SELECT FROM outbound_text o
    JOIN attempt oa ON oa.client_id = $1 AND oa.call_list_id = o.call_list_id
      AND oa.entry_id = o.entry_id
    WHERE o.client_id = $1 AND o.phone = $2 AND o.texting_number = $3 AND o.carrier_ref IS NULL
      AND oa.result IS NULL AND oa.attempted_at <= $5 + ${clocksApart})
  OR EXISTS (SELECT FROM text_reply r
    WHERE r.client_id = $1 AND r.phone = $2 AND r.texting_number = $3 AND r.carrier_ref IS NULL
      AND (r.outcome IS NULL OR r.outcome = 'unknown')
      AND r.submitted_at BETWEEN $5 - $6 * interval '1 ms' AND $5 + ${clocksApart})
  OR EXISTS (SELECT FROM manager_contact m
    WHERE m.client_id = $1 AND m.phone = $2 AND m.channel = 'text' AND m.carrier_ref IS NULL
      AND m.status IN ('placing', 'unclear')
      AND m.requested_at BETWEEN $5 - $6 * interval '1 ms' AND $5 + ${clocksApart}))`;

/**
 * A text whose submission ended as unknown, and which never learned the carrier's id: by our own id
 * where the carrier repeats it, else the latest one to that number from that number, sent before
 * the receipt. None if another text to that number may be meant, or if it says "delivered" of one part of a
 * long text: nobody knows whether the others were sent (decision 024).
 */
export async function findInDoubt(
  tx: Tx,
  clientId: number,
  receipt: Receipt,
): Promise<ReceiptText | undefined> {
  const text = await tx.row<ReceiptText & { body: string }>(
    `SELECT t.call_list_id AS "callListId", t.entry_id AS "entryId",
       a.attempted_at AS "attemptedAt", t.body
     FROM outbound_text t
     JOIN attempt a ON a.client_id = $1 AND a.call_list_id = t.call_list_id
       AND a.entry_id = t.entry_id
     WHERE t.client_id = $1 AND t.phone = $2 AND t.texting_number = $3 AND t.carrier_ref IS NULL
       AND CASE WHEN $4::text IS NULL
         THEN a.result = 'unknown' AND a.attempted_at <= $5 AND NOT ${mayBeAnothers}
         ELSE concat_ws('-', $1::int, t.call_list_id, t.entry_id) = $4 END
     ORDER BY a.attempted_at DESC LIMIT 1`,
    [
      ...[clientId, receipt.phone, receipt.textingNumber, receipt.textId, receipt.received],
      receiptPatience,
    ],
  );
  if (!text) return undefined;
  const mayBeOfPart = receipt.textId === null && receipt.ofWhole !== true;
  if (mayBeOfPart && receipt.outcome === 'delivered' && segmentsOf(text.body).segments > 1) {
    return undefined;
  }
  // The same receipt, reported again, must find this text and no earlier one. A text that learns
  // its id at this moment is not waited for: its receipt is kept, and matched by that id with the
  // next batch.
  const noted = await tx.run(
    `UPDATE outbound_text SET carrier_ref = $4
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id = (
       SELECT entry_id FROM outbound_text
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3 AND carrier_ref IS NULL
       FOR UPDATE SKIP LOCKED)`,
    [clientId, text.callListId, text.entryId, receipt.carrierRef],
  );
  return noted > 0 ? text : undefined;
}
