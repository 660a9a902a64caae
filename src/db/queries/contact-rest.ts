/**
 * Numbers that rest: their text may be an opt-out, and a manager has not decided yet. Meanwhile no
 * list of the client calls or texts them (domain/gate.ts).
 */
import type { InboundText, TextDecision } from '#contract/inbound-text.ts';
import { gateReasons, undecidedWait } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { lockWaiting } from './bar-entries.ts';
import { blocks } from './blocked-number.ts';
import { findWaiting } from './do-not-call-import.ts';
import { writeDelays } from './entry-delay.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { cancelTextsTo } from './text-cancel.ts';

/** SQL: whether the number of `e` rests for client $1, by the index `contact_rest_open`. */
export const isUndecided = `EXISTS (SELECT FROM contact_rest r
  WHERE r.client_id = $1 AND r.phone = e.phone AND r.decided_at IS NULL)`;

export interface UnclearText {
  inboundTextId: number;
  phone: string;
  /** Simulated clock. */
  received: Date;
}

/**
 * Their numbers rest from the commit on. Waiting entries are put off in the same transaction, as an
 * opt-out bars them: a claim in flight either came first or passes them over. A blocked number
 * needs no decision.
 */
export async function beginRests(
  tx: Tx,
  clientId: number,
  texts: readonly UnclearText[],
): Promise<void> {
  const rests = await tx.rows<{ phone: string }>(
    `INSERT INTO contact_rest (client_id, inbound_text_id, phone, since)
     SELECT $1, v.id, v.phone, v.since
     FROM unnest($2::bigint[], $3::text[], $4::timestamptz[]) AS v (id, phone, since)
     WHERE NOT EXISTS (
       SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'v.phone')})
     ON CONFLICT DO NOTHING RETURNING phone`,
    [
      clientId,
      texts.map(({ inboundTextId }) => inboundTextId),
      texts.map(({ phone }) => phone),
      texts.map(({ received }) => received),
    ],
  );
  const resting = texts.filter(({ phone }) => rests.some((rest) => rest.phone === phone));
  await putOffUndecided(tx, clientId, resting);
  const phones = resting.map(({ phone }) => phone);
  if (phones.length > 0) await cancelTextsTo(tx, clientId, phones, 'unclear');
}

/** Repeated after the commit: a list that became Loaded meanwhile was missed. */
export async function putOffUndecided(
  tx: Tx,
  clientId: number,
  texts: readonly Pick<UnclearText, 'phone' | 'received'>[],
): Promise<void> {
  if (texts.length === 0) return;
  const latest = Math.max(...texts.map(({ received }) => received.getTime()));
  const phones = texts.map(({ phone }) => phone);
  await putOff(tx, clientId, phones, latest + undecidedWait);
}

/** @param until epoch ms */
async function putOff(tx: Tx, clientId: number, phones: readonly string[], until: number) {
  await eachList(tx, clientId, phones, async (callListId, entries) => {
    const held = await lockWaiting(tx, clientId, callListId, entries);
    const delays = held.map((entryId) => ({ entryId, until, reason: gateReasons.undecidedText }));
    await writeDelays(tx, clientId, callListId, delays);
  });
}

/** Lists in order, so that claims and opt-outs do not deadlock. */
async function eachList(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  work: (callListId: number, entryIds: number[]) => Promise<void>,
): Promise<void> {
  const found = await findWaiting(tx, clientId, phones);
  const lists = Map.groupBy(found, ({ callListId }) => callListId);
  for (const callListId of [...lists.keys()].sort((a, b) => a - b)) {
    await work(callListId, lists.get(callListId)?.map(({ entryId }) => entryId) ?? []);
  }
}

/** Makes entries due again that were put off for this reason alone, unless another text of theirs waits. */
async function freeWaiting(tx: Tx, clientId: number, phones: readonly string[]): Promise<void> {
  const decided = await tx.rows<{ phone: string }>(
    `SELECT e.phone FROM unnest($2::text[]) AS e (phone) WHERE NOT ${isUndecided}`,
    [clientId, phones],
  );
  const free = decided.map(({ phone }) => phone);
  await eachList(tx, clientId, free, async (callListId, entries) => {
    const held = await lockWaiting(tx, clientId, callListId, entries);
    const waiting = await tx.rows<{ entryId: number }>(
      `SELECT entry_id AS "entryId" FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($3) AND reason = $4`,
      [clientId, callListId, held, gateReasons.undecidedText],
    );
    await tx.run(
      `SELECT delay_entries($1, $2, $3, array_fill('-infinity'::timestamptz, ARRAY[$4::integer]),
         array_fill(NULL::text, ARRAY[$4::integer]))`,
      [clientId, callListId, waiting.map(({ entryId }) => entryId), waiting.length],
    );
  });
}

/**
 * A later, clear text of the person ends the rest that an unclear one began.
 *
 * @param texts an opt-out ends all rests of its number, an opt-in those that began before it
 */
export async function endRestsByText(
  tx: Tx,
  clientId: number,
  texts: readonly Pick<UnclearText, 'phone' | 'received'>[],
  decision: TextDecision,
): Promise<void> {
  const ended = await tx.rows<{ phone: string }>(
    `UPDATE contact_rest r SET decided_at = v.received, decision = $4
     FROM unnest($2::text[], $3::timestamptz[]) AS v (phone, received)
     WHERE r.client_id = $1 AND r.phone = v.phone AND r.decided_at IS NULL
       AND ($4 = 'optOut' OR r.since <= v.received)
     RETURNING r.phone`,
    [clientId, texts.map(({ phone }) => phone), texts.map(({ received }) => received), decision],
  );
  const phones = [...new Set(ended.map(({ phone }) => phone))];
  if (decision === 'keep' && phones.length > 0) await freeWaiting(tx, clientId, phones);
}

export interface Decided {
  decision: TextDecision;
  at: Date;
  /** Null: the person, by a later text. */
  by: string | null;
}

export type DecideOutcome =
  | { kind: 'decided'; phone: string }
  /** Somebody else decided first. */
  | { kind: 'before'; before: Decided }
  /** There is no undecided unclear text with this id. */
  | { kind: 'none' };

export interface MadeDecision {
  decision: TextDecision;
  managerId: number;
  now: Date;
  /**
   * The newest text that the manager saw: to keep a number decides on no later one. An opt-out
   * decides on all of them, and so does a decision without this.
   */
  upTo?: number | undefined;
}

/**
 * A manager's decision on a text applies to its number: all its undecided texts that the manager
 * saw are decided with it. The caller blocks the number, or has nothing more to do. A concurrent
 * decision on one of them waits for this commit and then fails.
 */
export async function decideText(
  tx: Tx,
  clientId: number,
  inboundTextId: number,
  made: MadeDecision,
): Promise<DecideOutcome> {
  const rest = await tx.row<{ phone: string }>(
    'SELECT phone FROM contact_rest WHERE client_id = $1 AND inbound_text_id = $2',
    [clientId, inboundTextId],
  );
  if (!rest) return { kind: 'none' };
  const { phone } = rest;
  await oneAtATime(tx, clientId, [phone]);
  const before = await readDecision(tx, clientId, inboundTextId);
  if (before) return { kind: 'before', before };
  const all = made.decision === 'optOut' || made.upTo === undefined;
  const last = all ? null : Math.max(inboundTextId, made.upTo ?? 0);
  // A manager who decides on a text has read it and is done with it.
  await tx.run(
    `WITH decided AS (
       UPDATE contact_rest SET decided_at = $3, decided_by = $4, decision = $5
       WHERE client_id = $1 AND phone = $2 AND decided_at IS NULL
         AND ($6::bigint IS NULL OR inbound_text_id <= $6)
       RETURNING inbound_text_id AS id)
     UPDATE inbound_text t SET read_at = coalesce(t.read_at, $3), done_at = coalesce(t.done_at, $3),
       done_by = CASE WHEN t.done_at IS NULL THEN $4 ELSE t.done_by END
     FROM decided WHERE t.client_id = $1 AND t.inbound_text_id = decided.id`,
    [clientId, phone, made.now, made.managerId, made.decision, last],
  );
  await tx.run(
    `INSERT INTO audit_log (client_id, manager_id, action, detail)
     VALUES ($1, $2, 'unclear_text_decided', $3)`,
    [
      ...[clientId, made.managerId],
      JSON.stringify({ inboundTextId, phone, decision: made.decision }),
    ],
  );
  if (made.decision === 'keep') await freeWaiting(tx, clientId, [phone]);
  return { kind: 'decided', phone };
}

async function readDecision(tx: Tx, clientId: number, inboundTextId: number) {
  return tx.row<Decided>(
    `SELECT r.decision, r.decided_at AS at, m.name AS by
     FROM contact_rest r
     LEFT JOIN manager m ON m.client_id = $1 AND m.manager_id = r.decided_by
     WHERE r.client_id = $1 AND r.inbound_text_id = $2 AND r.decided_at IS NOT NULL`,
    [clientId, inboundTextId],
  );
}

/** Unclear texts that wait for a decision, the longest waiting first. */
export async function readUndecided(
  tx: Tx,
  clientId: number,
  limit: number,
): Promise<{ texts: InboundText[]; total: number }> {
  const rows = await tx.rows<Omit<InboundText, 'date'> & { received: Date; total: number }>(
    `SELECT i.inbound_text_id AS id, i.phone AS "phoneNumber", i.received, i.message,
       i.intent AS "messageIntent", count(*) OVER () AS total
     FROM contact_rest r
     JOIN inbound_text i ON i.client_id = $1 AND i.inbound_text_id = r.inbound_text_id
     WHERE r.client_id = $1 AND r.decided_at IS NULL
     ORDER BY r.since, r.inbound_text_id LIMIT $2`,
    [clientId, limit],
  );
  const texts = rows.map(({ received, total: _, ...row }) => ({
    ...row,
    date: received.toISOString(),
  }));
  return { texts, total: rows[0]?.total ?? 0 };
}
