/** Receipts of auto-replies. */

import type { NoteCode } from '#contract/note.ts';
import type { Tx } from '../database.ts';
import { plainJson } from './plain-json.ts';
import type { Receipt } from './receipt.ts';
import { receiptKey } from './receipt-text.ts';
import { fitsNumber, isNoPart, type JoinedReceipt, partOf } from './text-part.ts';

const canceledCode: NoteCode = 'canceled_before_sending';

/** Applies receipts of auto-replies; returns the receipts that belong to none. */
export async function noteReplyReceipts(
  tx: Tx,
  clientId: number,
  receipts: readonly JoinedReceipt[],
): Promise<Receipt[]> {
  const found = await tx.rows<{ ref: string; phone: string; id: number }>(
    `SELECT v.ref, v.phone, r.text_reply_id AS id
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::boolean[]) AS v (ref, phone, id, joined)
     ${partOf}
     CROSS JOIN LATERAL (
       SELECT text_reply_id FROM text_reply
       WHERE client_id = $1 AND submitted_at IS NOT NULL
         AND ((carrier_ref = v.ref AND ${fitsNumber('phone')})
           OR (phone = v.phone AND text_reply_id = v.id))
       ORDER BY text_reply_id DESC LIMIT 1) AS r
     WHERE ${isNoPart}`,
    [
      clientId,
      receipts.map(({ carrierRef }) => carrierRef),
      receipts.map(({ phone }) => phone),
      receipts.map(({ textId }) => ownId(clientId, textId)),
      receipts.map(({ joined }) => joined ?? false),
    ],
  );
  const replies = new Map(
    found.map(({ ref, phone, id }) => [receiptKey({ carrierRef: ref, phone }), id]),
  );
  const noted = receipts.filter((receipt) => replies.has(receiptKey(receipt)));
  if (noted.length > 0) {
    await tx.run(
      // The note of a canceled one stays: its receipt says less.
      `UPDATE text_reply r SET outcome = v.outcome,
         note = CASE WHEN r.note ->> 'code' = $5 THEN r.note ELSE coalesce(v.note, r.note) END
       FROM unnest($2::bigint[], $3::text[], $4::jsonb[]) AS v (id, outcome, note)
       WHERE r.client_id = $1 AND r.text_reply_id = v.id`,
      [
        clientId,
        noted.map((receipt) => replies.get(receiptKey(receipt))),
        noted.map(({ outcome }) => outcome),
        noted.map(({ note }) => plainJson(note)),
        canceledCode,
      ],
    );
  }
  return receipts.filter((receipt) => !replies.has(receiptKey(receipt)));
}

/** The auto-reply that a carrier's copy of our id names, by `replyIdOf`. */
function ownId(clientId: number, textId: string | null): number | null {
  const [, client, id] = /^reply-(\d+)-(\d{1,15})$/.exec(textId ?? '') ?? [];
  return Number(client) === clientId ? Number(id) : null;
}
