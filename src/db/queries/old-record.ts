/**
 * Call records, sent texts and inbound texts past their retention. Each function deletes one batch.
 */
import type { Tx } from '../database.ts';
import { keepReplies } from './kept-reply.ts';

export type RecordKind = 'calls' | 'texts';

/** SQL: which of the call records. */
const isKind = { calls: `call_type <> 'Text'`, texts: `call_type = 'Text'` } as const;

/** A month of call records: from its first instant to the next one's. */
export interface RecordMonth {
  name: string;
  from: Date;
  to: Date;
}

/** The partitions of `call_record`, oldest first, without those that are being detached. */
export async function listRecordMonths(tx: Tx): Promise<RecordMonth[]> {
  const rows = await tx.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'call_record'::regclass AND NOT i.inhdetachpending
       AND c.relname ~ '^call_record_[0-9]{6}$' ORDER BY c.relname`,
  );
  return rows.map(({ name }) => {
    const [year, month] = [Number(name.slice(12, 16)), Number(name.slice(16, 18))];
    return { name, from: new Date(Date.UTC(year, month - 1)), to: new Date(Date.UTC(year, month)) };
  });
}

const inMonth = 'client_id = $1 AND started_at >= $2 AND started_at < $3';

export async function countRecords(
  tx: Tx,
  clientId: number,
  { from, to }: RecordMonth,
  kind: RecordKind,
): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM call_record WHERE ${inMonth} AND ${isKind[kind]}`,
    [clientId, from, to],
  );
  return row?.count ?? 0;
}

/**
 * A batch by time, from `after` on; rows of one instant go together. `last` is in PostgreSQL's
 * format, with microseconds.
 */
export async function deleteRecords(
  tx: Tx,
  clientId: number,
  { to }: RecordMonth,
  kind: RecordKind,
  after: string,
  most: number,
): Promise<{ rows: number; last: string } | undefined> {
  const next = await tx.row<{ last: string | null }>(
    `SELECT max(started_at)::text AS last FROM (SELECT started_at FROM call_record
       WHERE ${inMonth} AND ${isKind[kind]} ORDER BY started_at LIMIT ${most}) AS batch`,
    [clientId, after, to],
  );
  if (!next || next.last === null) return undefined;
  const rows = await tx.run(
    `DELETE FROM call_record WHERE ${inMonth} AND started_at <= $4 AND ${isKind[kind]}`,
    [clientId, after, to, next.last],
  );
  return { rows, last: next.last };
}

/**
 * Notes with the attempts of calls in which a person talked with an agent that it was so, before their
 * records are deleted: a batch by time, behind `after`.
 */
export async function keepTalks(
  tx: Tx,
  clientId: number,
  { from, to }: RecordMonth,
  after: string,
  most: number,
): Promise<{ rows: number; last: string } | undefined> {
  const next = await tx.row<{ last: string | null }>(
    `SELECT max(started_at)::text AS last FROM (SELECT started_at FROM call_record
       WHERE ${inMonth} AND transferred AND started_at > $4
       ORDER BY started_at LIMIT ${most}) AS batch`,
    [clientId, from, to, after],
  );
  if (!next || next.last === null) return undefined;
  const rows = await tx.run(
    `UPDATE attempt a SET talked = true FROM call_record r
     WHERE r.client_id = $1 AND r.started_at >= $2 AND r.started_at > $3 AND r.started_at <= $4
       AND r.transferred AND a.client_id = $1 AND a.call_list_id = r.call_list_id
       AND a.entry_id = r.entry_id AND a.attempted_at = r.started_at AND a.talked IS NULL`,
    [clientId, from, after, next.last],
  );
  return { rows, last: next.last };
}

/** Lists of text campaigns that were made before an instant and may hold texts from before it. */
export async function listsWithTexts(tx: Tx, clientId: number, before: Date): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT l.call_list_id AS id FROM call_list l
     WHERE l.client_id = $1 AND l.emptied_at IS NULL AND l.created < $2
       AND EXISTS (SELECT FROM outbound_text t
         WHERE t.client_id = $1 AND t.call_list_id = l.call_list_id)
     ORDER BY l.call_list_id`,
    [clientId, before],
  );
  return rows.map(({ id }) => id);
}

const oldText = `t.client_id = $1 AND t.call_list_id = $2 AND EXISTS (
  SELECT FROM attempt a WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = t.entry_id
    AND a.finished_at IS NOT NULL AND a.attempted_at < $3)`;

export async function countSentTexts(tx: Tx, clientId: number, list: number, before: Date) {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM outbound_text t WHERE ${oldText}`,
    [clientId, list, before],
  );
  return row?.count ?? 0;
}

/** Deletes sent texts and the carrier's ids of their parts; the attempts stay. */
export async function deleteSentTexts(
  tx: Tx,
  clientId: number,
  list: number,
  before: Date,
  after: number,
  most: number,
): Promise<{ rows: number; last: number } | undefined> {
  const next = await tx.row<{ last: number | null }>(
    `SELECT max(entry_id) AS last FROM (SELECT entry_id FROM outbound_text
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3
       ORDER BY entry_id LIMIT ${most}) AS batch`,
    [clientId, list, after],
  );
  if (!next || next.last === null) return undefined;
  const gone = await tx.rows<{ ref: string | null; phone: string }>(
    `DELETE FROM outbound_text t WHERE ${oldText} AND t.entry_id > $4 AND t.entry_id <= $5
     RETURNING carrier_ref AS ref, phone`,
    [clientId, list, before, after, next.last],
  );
  await deleteParts(tx, clientId, gone);
  return { rows: gone.length, last: next.last };
}

/** A carrier that restarts its counter reuses an id for another person's text. */
async function deleteParts(
  tx: Tx,
  clientId: number,
  texts: readonly { ref: string | null; phone: string }[],
): Promise<void> {
  const known = texts.filter(({ ref }) => ref !== null);
  if (known.length === 0) return;
  await tx.run(
    `DELETE FROM text_part p USING unnest($2::text[], $3::text[]) AS v (ref, phone)
     WHERE p.client_id = $1 AND p.carrier_ref = v.ref AND p.phone IN (v.phone, '')`,
    [clientId, known.map(({ ref }) => ref), known.map(({ phone }) => phone)],
  );
}

/** One without a manager's decision stays open, however old it is. */
const oldInbound = `i.client_id = $1 AND i.received < $2 AND NOT EXISTS (
  SELECT FROM contact_rest r WHERE r.client_id = $1 AND r.inbound_text_id = i.inbound_text_id
    AND r.decided_at IS NULL)`;

export async function countInbound(tx: Tx, clientId: number, before: Date): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM inbound_text i WHERE ${oldInbound}`,
    [clientId, before],
  );
  return row?.count ?? 0;
}

/**
 * Together with their auto-replies and decisions. That the number wrote, and when, is kept apart. The
 * do-not-call list is unaffected.
 *
 * @param keptSince of texts received from then on, number and time are kept
 */
export async function deleteInbound(
  tx: Tx,
  clientId: number,
  { before, keptSince }: { before: Date; keptSince: Date },
  most: number,
): Promise<number> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT i.inbound_text_id AS id FROM inbound_text i WHERE ${oldInbound}
     ORDER BY i.received LIMIT ${most} FOR UPDATE SKIP LOCKED`,
    [clientId, before],
  );
  const texts = rows.map(({ id }) => id);
  const ids = [clientId, texts];
  await keepReplies(tx, clientId, texts, keptSince);
  const replies = await tx.rows<{ id: number; ref: string | null; phone: string }>(
    `DELETE FROM text_reply WHERE client_id = $1 AND inbound_text_id = ANY ($2)
     RETURNING text_reply_id AS id, carrier_ref AS ref, phone`,
    ids,
  );
  await tx.run('DELETE FROM reply_cancel WHERE client_id = $1 AND text_reply_id = ANY ($2)', [
    clientId,
    replies.map(({ id }) => id),
  ]);
  await deleteParts(tx, clientId, replies);
  await tx.run('DELETE FROM contact_rest WHERE client_id = $1 AND inbound_text_id = ANY ($2)', ids);
  return tx.run(
    'DELETE FROM inbound_text WHERE client_id = $1 AND inbound_text_id = ANY ($2)',
    ids,
  );
}
