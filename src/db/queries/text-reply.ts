/**
 * Auto-replies to inbound texts: an outbox. One is stored with its inbound text and marked as
 * submitted before it goes to the carrier, so that it is sent at most once.
 */

import type { Note } from '#contract/note.ts';
import { confirmationRest, helpRest } from '#domain/texting.ts';
import type { Tx } from '../database.ts';
import { blocks } from './blocked-number.ts';
import { isWorld } from './hold.ts';
import { isStopped } from './operator-stop.ts';
import { plainJson } from './plain-json.ts';
import { forgetReplyCancels } from './reply-cancel.ts';
import { type PartedText, storeParts } from './text-part.ts';

export interface TextReply {
  textReplyId: number;
  /** When its inbound text came in; simulated clock. */
  received: Date;
  kind: 'opt_out' | 'help';
  phone: string;
  textingNumber: string;
  body: string;
  tries: number;
}

/** The carrier's idempotency key. */
export function replyIdOf(clientId: number, textReplyId: number): string {
  return `reply-${clientId}-${textReplyId}`;
}

export interface NewReply extends Omit<TextReply, 'textReplyId' | 'received' | 'tries'> {
  inboundTextId: number;
  /** When the text came in. */
  now: Date;
}

/**
 * Not stored when the number just had the same auto-reply; an opt-in since then lifts that.
 *
 * @param replies at most one per number
 */
export async function queueReplies(
  tx: Tx,
  clientId: number,
  replies: readonly NewReply[],
): Promise<void> {
  const restOf = ({ kind }: NewReply) => (kind === 'opt_out' ? confirmationRest : helpRest);
  await tx.run(
    `INSERT INTO text_reply (client_id, inbound_text_id, kind, phone, texting_number, body, queued,
       due)
     SELECT $1, v.inbound_text_id, v.kind, v.phone, v.texting_number, v.body, v.queued, v.queued
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
         $8::timestamptz[])
       AS v (inbound_text_id, kind, phone, texting_number, body, queued, since)
     WHERE NOT EXISTS (
       SELECT FROM text_reply r
       WHERE r.client_id = $1 AND r.phone = v.phone AND r.queued > v.since AND r.kind = v.kind
         AND r.outcome IS DISTINCT FROM 'dropped'
         AND NOT EXISTS (
           SELECT FROM inbound_text i
           WHERE i.client_id = $1 AND i.phone = v.phone AND i.received > r.queued AND i.intent = 2))`,
    [
      clientId,
      replies.map((reply) => reply.inboundTextId),
      replies.map((reply) => reply.kind),
      replies.map((reply) => reply.phone),
      replies.map((reply) => reply.textingNumber),
      replies.map((reply) => reply.body),
      replies.map((reply) => reply.now),
      replies.map((reply) => new Date(reply.now.getTime() - restOf(reply))),
    ],
  );
}

const fields = `text_reply_id AS "textReplyId", kind, phone, texting_number AS "textingNumber",
  body, queued AS received, tries`;
/** Neither submitted nor dropped. */
const waits = 'submitted_at IS NULL AND outcome IS NULL';
const isBlocked = `EXISTS (
  SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'text_reply.phone')})`;

export interface DueReply extends TextReply {
  /** The number is blocked. */
  blocked: boolean;
  addresses: { state: string | null; zipCode: string | null }[];
}

/**
 * Every address that the client's lists have for the recipient of a help reply; mostly one or none.
 */
const addresses = `CASE WHEN kind = 'help' THEN ARRAY(
  SELECT DISTINCT jsonb_build_object('state', e.state_code, 'zipCode', e.zip_code)
  FROM list_entry e WHERE e.client_id = $1 AND e.phone = text_reply.phone
    AND (e.state_code IS NOT NULL OR e.zip_code IS NOT NULL)) END`;

/** Auto-replies that are due, oldest first. */
export function listDueReplies(tx: Tx, clientId: number, now: Date): Promise<DueReply[]> {
  return tx.rows<DueReply>(
    `SELECT ${fields}, ${isBlocked} AS blocked, coalesce(${addresses}, '{}') AS addresses
     FROM text_reply
     WHERE client_id = $1 AND ${waits} AND due <= $2
     ORDER BY due, text_reply_id LIMIT 200`,
    [clientId, now],
  );
}

export async function hasQueuedReplies(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row(`SELECT FROM text_reply WHERE client_id = $1 AND ${waits} LIMIT 1`, [
    clientId,
  ]);
  return row !== undefined;
}

/** Auto-replies that are not sent any more, and why. */
export async function dropReplies(
  tx: Tx,
  clientId: number,
  drops: readonly { textReplyId: number; note: Note }[],
): Promise<void> {
  await tx.run(
    `UPDATE text_reply r SET outcome = 'dropped', note = v.note
     FROM unnest($2::bigint[], $3::jsonb[]) AS v (id, note)
     WHERE r.client_id = $1 AND r.text_reply_id = v.id AND ${waits}`,
    [clientId, drops.map((one) => one.textReplyId), drops.map((one) => plainJson(one.note))],
  );
}

/**
 * An opt-in lifted the opt-outs of these numbers: what confirms them and was not submitted yet would say
 * something wrong. One that an engine is taking at this moment is waited for, and then sent.
 */
export async function withdrawConfirmations(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  const rows = await tx.rows<{ textReplyId: number }>(
    `SELECT text_reply_id AS "textReplyId" FROM text_reply
     WHERE client_id = $1 AND phone = ANY ($2) AND kind = 'opt_out' AND ${waits}
     ORDER BY text_reply_id FOR UPDATE`,
    [clientId, phones],
  );
  const drops = rows.map((row) => ({ ...row, note: { code: 'reply_lifted' } as const }));
  if (drops.length > 0) await dropReplies(tx, clientId, drops);
}

/**
 * Marks auto-replies as submitted; returns those that no other engine had taken. A person who has
 * opted out by now gets that confirmation and nothing else, and nobody else gets one: locked first, so
 * that an opt-out that is being stored is waited for and then seen (`cancelRepliesTo`), and an opt-in, too. None are taken that are
 * stopped: the caller has the lock of `besideStops`.
 *
 * @param world as in `ClaimRequest`
 */
export async function takeReplies(
  tx: Tx,
  clientId: number,
  ids: readonly number[],
  now: Date,
  world?: string,
): Promise<TextReply[]> {
  await tx.run(
    `SELECT FROM text_reply WHERE client_id = $1 AND text_reply_id = ANY ($2) AND ${waits}
     ORDER BY text_reply_id FOR UPDATE`,
    [clientId, ids],
  );
  return tx.rows<TextReply>(
    `UPDATE text_reply SET submitted_at = $3
     WHERE client_id = $1 AND text_reply_id = ANY ($2) AND ${waits}
       AND (kind = 'opt_out') = ${isBlocked}
       AND NOT ${isStopped('$1', '(SELECT text_carrier FROM client WHERE client_id = $1)')}
       AND ${isWorld('$4')}
     RETURNING ${fields}`,
    [clientId, ids, now, world],
  );
}

/** Those of these numbers that are blocked. */
export async function stoppedOf(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[]) AS v (phone)
     WHERE EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'v.phone')})`,
    [clientId, phones],
  );
  return rows.map(({ phone }) => phone);
}

export type ReplyOutcome =
  | ({ kind: 'accepted' } & PartedText)
  | { kind: 'failed' | 'unknown' | 'dropped'; note: Note }
  /** The carrier rejected it: submitted again from `due` on. */
  | { kind: 'again'; due: Date; note: Note };

/** Of an auto-reply whose engine died. */
const lostNote: Note = { code: 'engine_ended', what: 'text' };

/**
 * Only of the submission that they are of, which `tries` tells: noted twice, or late, an outcome changes no
 * later submission by another engine. One that comes after all corrects an unknown of `endLostReplies`.
 */
export async function noteReplyOutcomes(
  tx: Tx,
  clientId: number,
  replies: readonly (ReplyOutcome & Pick<TextReply, 'textReplyId' | 'tries'>)[],
): Promise<void> {
  const rows = await tx.rows<{ id: number }>(
    `UPDATE text_reply r
     SET outcome = v.outcome, carrier_ref = v.carrier_ref, note = v.note, tries = r.tries + 1,
       written_refs = string_to_array(v.written, E'\\n'),
       due = coalesce(v.due, r.due), submitted_at = CASE WHEN v.due IS NULL THEN r.submitted_at END
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[],
         $7::text[], $8::smallint[])
       AS v (id, outcome, carrier_ref, note, due, written, tries)
     WHERE r.client_id = $1 AND r.text_reply_id = v.id AND r.tries = v.tries
       AND r.submitted_at IS NOT NULL
       AND (r.outcome IS NULL OR (r.outcome = 'unknown' AND r.note ->> 'code' = $9))
     RETURNING r.text_reply_id AS id`,
    [
      clientId,
      replies.map(({ textReplyId }) => textReplyId),
      replies.map(({ kind }) => (kind === 'again' ? null : kind)),
      replies.map((reply) => (reply.kind === 'accepted' ? reply.carrierRef : null)),
      replies.map((reply) => (reply.kind === 'accepted' ? null : plainJson(reply.note))),
      replies.map((reply) => (reply.kind === 'again' ? reply.due : null)),
      // One text each: an array of arrays would have to be square.
      replies.map((reply) => (reply.kind === 'accepted' && reply.writtenRefs?.join('\n')) || null),
      replies.map(({ tries }) => tries),
      lostNote.code,
    ],
  );
  const noted = new Set(rows.map(({ id }) => id));
  const own = replies.filter(({ textReplyId }) => noted.has(textReplyId));
  const again = own.filter(({ kind }) => kind === 'again');
  await forgetReplyCancels(
    tx,
    clientId,
    again.map(({ textReplyId }) => textReplyId),
  );
  const accepted = own.filter((reply) => reply.kind === 'accepted');
  if (accepted.some(({ partRefs = [] }) => partRefs.length > 0)) {
    await storePartsOf(tx, clientId, accepted);
  }
}

/** SQL: submitted, and nobody knows how it ended. */
const isOpen = 'submitted_at IS NOT NULL AND outcome IS NULL';

/** Clients with auto-replies that were submitted before and have no outcome, for the platform. */
export async function clientsWithLostReplies(tx: Tx, before: Date): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT DISTINCT client_id AS id FROM text_reply WHERE ${isOpen} AND submitted_at < $1`,
    [before],
  );
  return rows.map(({ id }) => id);
}

/** They may have been sent: unknown, and never submitted again. What is being noted at this moment is left. */
export async function endLostReplies(tx: Tx, clientId: number, before: Date): Promise<void> {
  await tx.run(
    `UPDATE text_reply SET outcome = 'unknown', note = $3::jsonb
     WHERE client_id = $1 AND text_reply_id IN (
       SELECT text_reply_id FROM text_reply
       WHERE client_id = $1 AND ${isOpen} AND submitted_at < $2
       FOR UPDATE SKIP LOCKED)`,
    [clientId, before, plainJson(lostNote)],
  );
}

async function storePartsOf(
  tx: Tx,
  clientId: number,
  accepted: readonly (PartedText & { textReplyId: number })[],
): Promise<void> {
  const rows = await tx.rows<{ id: number; phone: string }>(
    `SELECT text_reply_id AS id, phone FROM text_reply
     WHERE client_id = $1 AND text_reply_id = ANY ($2)`,
    [clientId, accepted.map(({ textReplyId }) => textReplyId)],
  );
  const phones = new Map(rows.map(({ id, phone }) => [id, phone]));
  const texts = accepted.map((reply) => {
    const textId = replyIdOf(clientId, reply.textReplyId);
    return { ...reply, textId, phone: phones.get(reply.textReplyId) ?? '' };
  });
  await storeParts(tx, clientId, texts);
}
