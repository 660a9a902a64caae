/**
 * Restores what a journal has and this state of the database lacks: submissions become attempts
 * with an unknown result, so that nobody is called again; stops block again. For one client at a
 * time.
 */

import { callListStatus } from '#contract/call-list.ts';
import type { Note } from '#contract/note.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { entryState } from '../entry-states.ts';
import { purposeCodeOf } from '../purpose-codes.ts';
import { blocks } from './blocked-number.ts';
import { ensureCallRecordMonth } from './call-record-month.ts';
import { attemptKindOf } from './contact-cap.ts';
import { recountToday } from './daily-limit.ts';
import type { EndedCall } from './ended-call.ts';
import { plainJson } from './plain-json.ts';
import { externalKeyOf } from './policy-contacts.ts';
import { recordEnded } from './record.ts';

export interface SubmittedAttempt {
  campaignId: number;
  callListId: number;
  entryId: number;
  phone: string;
  at: SimMs;
}

export type Standing =
  /** There is an attempt. */
  | 'known'
  /** It waits to be called, which would be the second time. */
  | 'missing'
  /** It is barred, so nobody is called. */
  | 'barred'
  /** The list is missing, or another one has its id now. */
  | 'gone';

/**
 * @returns the standing of each, in the order given; its entry is locked until the transaction ends
 */
export async function standingOf(
  tx: Tx,
  clientId: number,
  given: readonly SubmittedAttempt[],
): Promise<Standing[]> {
  const standings: Standing[] = given.map(() => 'gone');
  for (const callListId of listsOf(given)) {
    const at = [...given.keys()].filter((n) => given[n]?.callListId === callListId);
    const rows = await tx.rows<{ n: number; state: number; known: boolean }>(
      `SELECT v.n, e.state, EXISTS (
         SELECT FROM attempt a
         WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = v.entry_id) AS known
       FROM unnest($3::integer[], $4::integer[], $5::text[]) AS v (n, entry_id, phone)
       CROSS JOIN LATERAL (
         SELECT state, phone FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id
         OFFSET 0 FOR UPDATE) AS e
       WHERE e.phone = v.phone`,
      [
        ...[clientId, callListId, at],
        at.map((n) => given[n]?.entryId),
        at.map((n) => given[n]?.phone),
      ],
    );
    for (const { n, state, known } of rows) {
      standings[n] = known ? 'known' : state === entryState.waiting ? 'missing' : 'barred';
    }
  }
  return standings;
}

function listsOf(given: readonly SubmittedAttempt[]): number[] {
  return [...new Set(given.map(({ callListId }) => callListId))].sort((a, b) => a - b);
}

/** No engine's id: the process that placed these calls no longer matters. */
const noEngine = '00000000-0000-0000-0000-000000000000';
/** For support, with the attempt. */
const note: Note = { code: 'before_restore' };

/**
 * Makes attempts of those that are missing, each with its record. They count like other attempts of
 * unknown outcome. Their end is unknown, so they end when they began. The caller holds their
 * entries (`standingOf`).
 */
export async function markSubmitted(
  tx: Tx,
  vault: Vault,
  clientId: number,
  missing: readonly SubmittedAttempt[],
): Promise<void> {
  const months = new Map(missing.map(({ at }) => [new Date(at).toISOString().slice(0, 7), at]));
  for (const at of months.values()) await ensureCallRecordMonth(tx, new Date(at));
  for (const callListId of listsOf(missing)) {
    const own = missing.filter((one) => one.callListId === callListId);
    const made = await insertEnded(tx, clientId, callListId, own);
    const ended = own
      .filter(({ entryId }) => made.has(entryId))
      .map(({ entryId, at }): EndedCall => {
        return {
          callListId,
          entryId,
          result: 'unknown',
          answeredAt: null,
          finishedAt: at,
          note,
        };
      });
    // As a claim takes them: by key (ANY of an array is an index scan for each), whatever the statistics.
    await tx.run(
      `UPDATE list_entry SET state = ${entryState.taken}, reason = NULL
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($3::integer[])`,
      [clientId, callListId, [...made]],
    );
    await recordEnded(tx, vault, clientId, ended);
  }
  // What was called today before the restore counts for today's limits.
  await recountToday(tx, clientId);
}

async function insertEnded(
  tx: Tx,
  clientId: number,
  callListId: number,
  own: readonly SubmittedAttempt[],
): Promise<Set<number>> {
  const row = await tx.row<{ entries: number[] | null }>(
    `WITH made AS (
       INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, carrier_note, account_line, external_key, counts_as, purpose)
       SELECT $1, $2, v.entry_id, v.campaign_id, v.phone, '${noEngine}', v.at, v.at, 'unknown', $3::jsonb,
         e.account_line, ${externalKeyOf('e.external_id')},
         CASE WHEN EXISTS (SELECT FROM contact_cap p WHERE p.client_id = $1)
           THEN (SELECT ${attemptKindOf} FROM campaign c
             WHERE c.client_id = $1 AND c.campaign_id = v.campaign_id) END,
         (SELECT ${purposeCodeOf('c.purpose')} FROM campaign c
           WHERE c.client_id = $1 AND c.campaign_id = v.campaign_id)
       FROM unnest($4::integer[], $5::bigint[], $6::text[], $7::timestamptz[])
         AS v (entry_id, campaign_id, phone, at)
       -- What a contact policy finds them by, where one asks for it.
       LEFT JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = $2
         AND e.entry_id = v.entry_id AND EXISTS (SELECT FROM policy_book b
           WHERE b.client_id = $1 AND b.keyed IS NOT NULL)
       ON CONFLICT (client_id, call_list_id, entry_id) DO NOTHING
       RETURNING entry_id, attempted_at
     ), opened AS (
       UPDATE call_list SET status_id = ${callListStatus.open}
       WHERE client_id = $1 AND call_list_id = $2 AND status_id = ${callListStatus.loaded}
         AND EXISTS (SELECT FROM made)
     ), counted AS (
       INSERT INTO call_list_count AS n (client_id, call_list_id, attempted, last_call)
       SELECT $1, $2, count(*), max(attempted_at) FROM made HAVING count(*) > 0
       ON CONFLICT (client_id, call_list_id) DO UPDATE
         SET attempted = n.attempted + excluded.attempted,
           last_call = greatest(n.last_call, excluded.last_call)
     )
     SELECT array_agg(entry_id) AS entries FROM made`,
    [
      ...[clientId, callListId, plainJson(note)],
      own.map(({ entryId }) => entryId),
      own.map(({ campaignId }) => campaignId),
      own.map(({ phone }) => phone),
      own.map(({ at }) => new Date(at)),
    ],
  );
  return new Set(row?.entries ?? []);
}

/** Those of these numbers that are not blocked. */
export async function notBlocked(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ phone: string }>(
    `SELECT v.phone FROM unnest($2::text[]) AS v (phone)
     WHERE NOT EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'v.phone')})`,
    [clientId, phones],
  );
  return rows.map(({ phone }) => phone);
}

export interface SentReply {
  textReplyId: number;
  phone: string;
  at: SimMs;
}

/**
 * Marks auto-replies that went out, so that they are not sent again.
 *
 * @returns how many of them were not marked yet
 */
export async function markReplies(
  tx: Tx,
  clientId: number,
  replies: readonly SentReply[],
): Promise<number> {
  return tx.run(
    `UPDATE text_reply r SET submitted_at = v.at, outcome = 'unknown'
     FROM unnest($2::bigint[], $3::text[], $4::timestamptz[]) AS v (id, phone, at)
     WHERE r.client_id = $1 AND r.text_reply_id = v.id AND r.phone = v.phone
       AND r.submitted_at IS NULL AND r.outcome IS NULL`,
    [
      clientId,
      replies.map(({ textReplyId }) => textReplyId),
      replies.map(({ phone }) => phone),
      replies.map(({ at }) => new Date(at)),
    ],
  );
}

/** The clients in this database. */
export async function clientIds(tx: Tx): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>('SELECT client_id AS id FROM client');
  return new Set(rows.map(({ id }) => id));
}

/**
 * The same for auto-replies: carriers know them by their ids. As the owner; `highest` is 0 for
 * none.
 */
export async function skipReplyIds(tx: Tx, highest: number): Promise<void> {
  // Texts come in meanwhile: the sequence never goes back.
  if (highest > 0) {
    await tx.run(
      `SELECT setval('text_reply_text_reply_id_seq', $1::bigint) FROM text_reply_text_reply_id_seq
       WHERE last_value < $1::bigint`,
      [highest],
    );
  }
}

/**
 * Gives new lists ids that no list of the lost time had: a carrier may still report calls of those.
 * As the owner.
 *
 * @param highest ids of the journal: of a list in the shared partition, and of a large one; 0 for none
 */
export async function skipListIds(
  tx: Tx,
  highest: { shared: number; large: number },
): Promise<void> {
  if (highest.shared > 0) {
    await tx.run(
      `SELECT setval('call_list_call_list_id_seq', greatest($1::bigint, last_value))
       FROM call_list_call_list_id_seq`,
      [highest.shared],
    );
  }
  if (highest.large > 0) {
    await tx.run(
      `SELECT setval('large_call_list_id', greatest($1::bigint, last_value)) FROM large_call_list_id`,
      [highest.large],
    );
  }
}
