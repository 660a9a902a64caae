/**
 * A client's cap on attempts to one number. Attempts of a client with a cap store what they count
 * as (attempt.counts_as), and only those are in the index that counts them: other clients pay
 * nothing.
 */
import { campaignType } from '#contract/campaign.ts';
import {
  type AttemptKind,
  attemptKinds,
  type ContactCap,
  type KindCap,
  usualDays,
} from '#domain/contact-cap.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { stepStride } from '../entry-steps.ts';
import { isInUse } from '../list-states.ts';

/**
 * What a claim reads: null when attempts are not counted, `limit` null when they are only counted.
 */
export interface CapStanding {
  limit: KindCap | null;
}

/** SQL: the kind that attempts of a campaign `c` count as. */
export const attemptKindOf = `CASE c.campaign_type WHEN ${campaignType.texting} THEN 'text'
  ELSE 'call' END`;

/** SQL: the cap of client $1 for a kind. */
export function capStandingOf(kind: string): string {
  return `(SELECT jsonb_build_object('limit',
      CASE WHEN p.most IS NOT NULL THEN jsonb_build_object('most', p.most, 'days', p.days) END)
    FROM contact_cap p WHERE p.client_id = $1 AND p.kind = ${kind})`;
}

/**
 * SQL: of the last `most` counting attempts to the number of `e`, how many were made after `since`,
 * and when the `most`-th last one was made (epoch ms; null when there are fewer).
 */
export function triesOf(kind: string, most: string, since: string): string {
  return `(SELECT ARRAY[count(*) FILTER (WHERE t.at > ${since}::timestamptz),
      CASE WHEN count(*) >= ${most}::int THEN extract(epoch FROM min(t.at)) * 1000 END]::float8[]
    FROM (SELECT a.attempted_at AS at FROM attempt a
      WHERE a.client_id = $1 AND a.phone = e.phone AND a.counts_as = ${kind}
      ORDER BY a.attempted_at DESC LIMIT ${most}) t)`;
}

/** SQL: the limit for attempts of a campaign `c` of client $1; null without one. */
export const limitOfCampaign = `(SELECT jsonb_build_object('most', p.most, 'days', p.days,
    'kind', p.kind)
  FROM contact_cap p
  WHERE p.client_id = $1 AND p.kind = ${attemptKindOf} AND p.most IS NOT NULL)`;

/** SQL: the cap of a client `c`, as an operator sees it. */
export const capOfClient = `jsonb_build_object(
    'calls', (SELECT p.most FROM contact_cap p WHERE p.client_id = c.client_id AND p.kind = 'call'),
    'texts', (SELECT p.most FROM contact_cap p WHERE p.client_id = c.client_id AND p.kind = 'text'),
    'days', coalesce((SELECT max(p.days) FROM contact_cap p WHERE p.client_id = c.client_id),
      ${usualDays}))`;

/** One claim after the other, until each commits. */
export async function takeTurn(tx: Tx, clientId: number, kind: AttemptKind): Promise<void> {
  await tx.run('SELECT FROM contact_cap WHERE client_id = $1 AND kind = $2 FOR NO KEY UPDATE', [
    clientId,
    kind,
  ]);
}

/**
 * Sets the cap that the operator wants. It applies from the second step's commit on: claims in
 * progress are waited for, later ones read it. Three steps, so that no claim waits longer than
 * milliseconds:
 *
 * 1. Before a client's first cap: attempts are counted from now on, then those from before are marked.
 * 2. The limits are set.
 * 3. Entries that waited because of the old limits are checked again.
 *
 * If a command dies in between, the operator repeats it, and it completes the rest.
 */
export async function setContactCap(
  db: Database,
  clientId: number,
  cap: ContactCap,
): Promise<void> {
  const counting = await asClient(db, clientId, (tx) => beginToCount(tx, clientId, cap));
  if (counting === 'nothing to do') return;
  if (counting === 'begun') await countEarlier(db, clientId);
  await asClient(db, clientId, (tx) => writeLimits(tx, clientId, cap));
  await recheckWaiting(db, clientId, gateReasons.attemptCap);
}

async function beginToCount(tx: Tx, clientId: number, { calls, texts }: ContactCap) {
  const kept = await tx.row<{ rows: number; complete: boolean }>(
    `SELECT count(*) AS rows, coalesce(bool_and(complete), false) AS complete
     FROM contact_cap WHERE client_id = $1`,
    [clientId],
  );
  if (kept?.complete) return 'counted';
  if (kept?.rows === 0 && calls === null && texts === null) return 'nothing to do';
  await waitForClaims(tx, clientId);
  await tx.run(
    `INSERT INTO contact_cap (client_id, kind, days) SELECT $1, unnest($2::text[]), 1
     ON CONFLICT DO NOTHING`,
    [clientId, attemptKinds],
  );
  return 'begun';
}

/** Claims hold their campaign's row; later ones wait for this transaction and see what it wrote. */
export async function waitForClaims(tx: Tx, clientId: number): Promise<void> {
  await tx.run('SELECT FROM campaign WHERE client_id = $1 ORDER BY campaign_id FOR NO KEY UPDATE', [
    clientId,
  ]);
}

const batch = 5_000;

async function countEarlier(db: Database, clientId: number): Promise<void> {
  const lists = await asClient(db, clientId, (tx) =>
    tx.rows<{ callListId: number; kind: AttemptKind }>(
      `SELECT l.call_list_id AS "callListId", ${attemptKindOf} AS kind
       FROM call_list l JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
       WHERE l.client_id = $1 ORDER BY l.call_list_id`,
      [clientId],
    ),
  );
  for (const { callListId, kind } of lists) {
    let after = 0;
    for (;;) {
      const marked = await asClient(db, clientId, (tx) =>
        markAttempts(tx, { clientId, callListId, kind, after }),
      );
      if (marked === undefined) break;
      after = marked;
    }
  }
}

/**
 * Skips rows that the engine has locked, so that neither waits for the other forever.
 *
 * @returns the last entry of the batch; undefined when none is left
 */
async function markAttempts(
  tx: Tx,
  given: { clientId: number; callListId: number; kind: AttemptKind; after: number },
): Promise<number | undefined> {
  const { clientId, callListId, kind, after } = given;
  const left = await tx.rows<{ entryId: number }>(
    `SELECT entry_id AS "entryId" FROM attempt
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND counts_as IS NULL
     ORDER BY entry_id LIMIT ${batch}`,
    [clientId, callListId, after],
  );
  const last = left.at(-1);
  if (!last) return undefined;
  const marked = await tx.run(
    `UPDATE attempt SET counts_as = $5
     WHERE client_id = $1 AND ctid = ANY (ARRAY(
       SELECT ctid FROM attempt
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND entry_id <= $4
         AND counts_as IS NULL
       FOR NO KEY UPDATE SKIP LOCKED))`,
    [clientId, callListId, after, last.entryId, kind],
  );
  return marked === left.length ? last.entryId : after;
}

async function writeLimits(tx: Tx, clientId: number, { calls, texts, days }: ContactCap) {
  await waitForClaims(tx, clientId);
  await tx.run(
    `UPDATE contact_cap SET most = CASE kind WHEN 'call' THEN $2::smallint ELSE $3 END, days = $4,
       complete = true, revision = revision + 1
     WHERE client_id = $1`,
    [clientId, calls, texts, days],
  );
}

/**
 * Makes entries that wait for this reason due now; those that still have to wait are put off again.
 */
export async function recheckWaiting(
  db: Database,
  clientId: number,
  reason: GateReason,
  dueBy?: DueBy,
): Promise<void> {
  const lists = await asClient(db, clientId, (tx) =>
    tx.rows<{ callListId: number }>(
      `SELECT call_list_id AS "callListId" FROM call_list
       WHERE client_id = $1 AND ${isInUse()} ORDER BY call_list_id`,
      [clientId],
    ),
  );
  for (const { callListId } of lists) {
    const waiting = await asClient(db, clientId, (tx) =>
      waitingFor(tx, { clientId, callListId, reason }),
    );
    for (let n = 0; n < waiting.length; n += batch) {
      const some = waiting.slice(n, n + batch);
      const which = { clientId, callListId, reason };
      await asClient(db, clientId, (tx) => freeEntries(tx, which, some, dueBy));
    }
  }
}

export interface Freed {
  entry_id: number;
  /** Null: now. */
  due: Date | null;
}

/** When entries are due that would be by their rule. */
export type DueBy = (tx: Tx, waiting: WaitingIn, freed: Freed[]) => Promise<Freed[]>;

export interface WaitingIn {
  clientId: number;
  callListId: number;
  reason: GateReason;
}

/** SQL: a follow-up waits for a part of the day, and not for its rule's time alone. */
const inPart = `EXISTS (SELECT 1 FROM follow_up f
       WHERE f.client_id = $1 AND f.call_list_id = $2 AND f.entry_id = e.entry_id
         AND f.day_part IS NOT NULL)`;

async function waitingFor(tx: Tx, { clientId, callListId, reason }: WaitingIn): Promise<number[]> {
  const rows = await tx.rows<{ entry_id: number }>(
    `SELECT entry_id FROM list_entry e
     WHERE client_id = $1 AND call_list_id = $2 AND state = ${entryState.waiting}
       AND due_at > '-infinity' AND reason = $3
       ${reason === gateReasons.followUp ? `AND ${inPart}` : ''} ORDER BY entry_id`,
    [clientId, callListId, reason],
  );
  return rows.map((row) => row.entry_id);
}

/** SQL: a follow-up that was made to wait for the gap or a part is due when its rule says, also without. */
const followUpDue = `CASE WHEN e.entry_id >= ${stepStride} THEN (
    SELECT f.made_at + make_interval(mins => (rule->>'waitMinutes')::integer)
    FROM follow_up f
    JOIN campaign c ON c.client_id = $1 AND c.campaign_id = f.campaign_id
    CROSS JOIN jsonb_array_elements(c.follow_ups || c.removed_follow_ups) AS rule
    WHERE f.client_id = $1 AND f.call_list_id = $2 AND f.entry_id = e.entry_id
      AND (rule->>'ruleId')::integer = f.rule_id AND rule->>'after' <> 'no_reply' LIMIT 1) END`;

const byRule: readonly GateReason[] = [gateReasons.leastGap, gateReasons.followUp];

/**
 * The cap's rows come first, as in a claim: no claim puts entries off while these are freed. Row by
 * row by key (see functions/entry-batches.sql), and in order, so that opt-outs do not deadlock.
 */
export async function freeEntries(tx: Tx, waiting: WaitingIn, entries: number[], dueBy?: DueBy) {
  const { clientId, callListId, reason } = waiting;
  await tx.run('UPDATE contact_cap SET revision = revision + 1 WHERE client_id = $1', [clientId]);
  const still = await tx.rows<Freed>(
    `SELECT e.entry_id, ${byRule.includes(reason) ? followUpDue : 'NULL::timestamptz'} AS due
     FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN LATERAL (
       SELECT entry_id, state, reason FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id
       OFFSET 0 FOR UPDATE) AS e
     WHERE e.state = ${entryState.waiting} AND e.reason = $4`,
    [clientId, callListId, entries, reason],
  );
  const freed = dueBy ? await dueBy(tx, waiting, still) : still;
  await tx.run('SELECT delay_entries($1, $2, $3, $4, $5)', [
    ...[clientId, callListId, freed.map((row) => row.entry_id)],
    freed.map(({ due }) => due ?? '-infinity'),
    freed.map(({ due }) => due && gateReasons.followUp),
  ]);
}
