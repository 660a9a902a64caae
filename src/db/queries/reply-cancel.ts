/**
 * Auto-replies that must not leave any more, because their person has opted out since: like the
 * texts of campaigns (text-cancel.ts). The confirmation of the opt-out itself is never taken back.
 */

import type { Note } from '#contract/note.ts';
import { replyPatience } from '#domain/texting.ts';
import type { Tx } from '../database.ts';
import { plainJson } from './plain-json.ts';

/**
 * Marks auto-replies submitted to these numbers, after they were blocked. One that an engine is
 * taking at this moment is waited for, and then seen; one that is taken later sees the list
 * (`takeReplies`).
 */
export async function cancelRepliesTo(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  await tx.run(
    `SELECT FROM text_reply
     WHERE client_id = $1 AND phone = ANY ($2) AND kind = 'help' AND outcome IS NULL
     ORDER BY text_reply_id FOR UPDATE`,
    [clientId, phones],
  );
  await tx.run(
    `INSERT INTO reply_cancel (client_id, text_reply_id)
     SELECT $1, text_reply_id FROM text_reply
     WHERE client_id = $1 AND phone = ANY ($2) AND kind = 'help' AND submitted_at IS NOT NULL
       AND (outcome IS NULL OR outcome = 'accepted')
     ORDER BY text_reply_id
     ON CONFLICT DO NOTHING`,
    [clientId, phones],
  );
}

/** They were not submitted: a later submission is a new case. */
export async function forgetReplyCancels(
  tx: Tx,
  clientId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run('DELETE FROM reply_cancel WHERE client_id = $1 AND text_reply_id = ANY ($2)', [
    clientId,
    ids,
  ]);
}

export interface WaitingReply {
  textReplyId: number;
  phone: string;
  textingNumber: string;
  tries: number;
  /** As in `WaitingText`. */
  carrierRef: string;
  partRefs: string[] | null;
  writtenRefs: string[] | null;
}

/** The oldest text whose auto-reply may still leave its carrier. */
const firstOpen = (now: Date) => new Date(now.getTime() - replyPatience);

/** Those that carriers can be asked for now; null as in `listTextsToCancel`. */
export async function listRepliesToCancel(
  tx: Tx,
  clientId: number,
  now: Date | null,
  limit: number,
): Promise<WaitingReply[]> {
  await tx.run(
    `DELETE FROM reply_cancel c WHERE c.client_id = $1 AND NOT EXISTS (
       SELECT FROM text_reply r
       WHERE r.client_id = $1 AND r.text_reply_id = c.text_reply_id AND coalesce(r.queued > $2::timestamptz, true)
         AND (r.outcome IS NULL OR r.outcome = 'accepted'))`,
    [clientId, now && firstOpen(now)],
  );
  return tx.rows<WaitingReply>(
    `SELECT c.text_reply_id AS "textReplyId", c.tries, r.phone,
       r.texting_number AS "textingNumber", r.carrier_ref AS "carrierRef",
       r.written_refs AS "writtenRefs",
       (SELECT array_agg(p.part_ref ORDER BY p.part_ref) FROM text_part p
        WHERE p.client_id = $1 AND p.carrier_ref = r.carrier_ref
          AND p.phone IN (r.phone, '')) AS "partRefs"
     FROM reply_cancel c JOIN text_reply r USING (client_id, text_reply_id)
     WHERE c.client_id = $1 AND c.asked IS NULL AND coalesce(c.due <= $2::timestamptz, true)
       AND r.outcome = 'accepted'
       AND r.carrier_ref IS NOT NULL
     ORDER BY c.text_reply_id LIMIT $3`,
    [clientId, now, limit],
  );
}

/** Notes the responses of carriers that did not take auto-replies back. */
export async function noteReplyCancelResponses(
  tx: Tx,
  clientId: number,
  responses: readonly { textReplyId: number; asked: Date | null; due: Date }[],
): Promise<void> {
  if (responses.length === 0) return;
  await tx.run(
    `UPDATE reply_cancel c SET asked = v.asked, due = v.due, tries = c.tries + 1
     FROM unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS v (id, asked, due)
     WHERE c.client_id = $1 AND c.text_reply_id = v.id`,
    [
      clientId,
      responses.map((one) => one.textReplyId),
      responses.map((one) => one.asked),
      responses.map((one) => one.due),
    ],
  );
}

/** The carrier reports that they have not left and will not; their receipts may have come first. */
export async function endCanceledReplies(
  tx: Tx,
  clientId: number,
  ids: readonly number[],
  note: Note,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    `UPDATE text_reply SET outcome = 'failed', note = $3::jsonb
     WHERE client_id = $1 AND text_reply_id = ANY ($2) AND outcome IN ('accepted', 'failed')`,
    [clientId, ids, plainJson(note)],
  );
  await forgetReplyCancels(tx, clientId, ids);
}

/**
 * Those of these numbers with an auto-reply that can still leave and whose carrier was not asked
 * yet.
 *
 * @param submittedSince what was submitted before gets no response any more
 */
export async function waitingForReplyCancels(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  { now, submittedSince }: { now: Date; submittedSince: Date },
): Promise<string[]> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT DISTINCT r.phone FROM reply_cancel c JOIN text_reply r USING (client_id, text_reply_id)
     WHERE c.client_id = $1 AND c.asked IS NULL AND r.phone = ANY ($2) AND r.queued > $3
       AND ((r.outcome = 'accepted' AND r.carrier_ref IS NOT NULL)
         OR (r.outcome IS NULL AND r.submitted_at > $4))`,
    [clientId, phones, firstOpen(now), submittedSince],
  );
  return rows.map(({ phone }) => phone);
}
