/** Compares a carrier's records with this state of the database. For one client at a time. */
import type { SimMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';
import { isOfChannel } from './hold-carriers.ts';
import type { SubmittedAttempt } from './reconcile.ts';

/** An attempt that a carrier names. */
export interface NamedAttempt {
  callListId: number;
  entryId: number;
  /** The number that the carrier's record has; it may have none. */
  to?: string;
  at: SimMs;
}

/**
 * Tolerance for a carrier's clock and whole seconds: a list may seem this much younger than its
 * call.
 */
const clockSlack = 60_000;

/** @returns each with its list's data, in the order given; undefined: it is not in this database */
export async function submissionsOf(
  tx: Tx,
  clientId: number,
  given: readonly NamedAttempt[],
): Promise<(SubmittedAttempt | undefined)[]> {
  const found: (SubmittedAttempt | undefined)[] = given.map(() => undefined);
  for (const callListId of new Set(given.map((one) => one.callListId))) {
    const at = [...given.keys()].filter((n) => given[n]?.callListId === callListId);
    const rows = await tx.rows<{ n: number; phone: string; campaignId: number; created: Date }>(
      `SELECT v.n, e.phone, l.campaign_id AS "campaignId", l.created
       FROM call_list l, unnest($3::integer[], $4::integer[]) AS v (n, entry_id)
       CROSS JOIN LATERAL (
         SELECT phone FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id OFFSET 0) AS e
       WHERE l.client_id = $1 AND l.call_list_id = $2`,
      [clientId, callListId, at, at.map((n) => given[n]?.entryId)],
    );
    for (const { n, phone, campaignId, created } of rows) {
      const one = given[n];
      if (!one) continue;
      const { entryId, to } = one;
      // Without a number, a list that is younger than the call shows that its id was reused.
      const isIt = to === undefined ? created.getTime() <= one.at + clockSlack : to === phone;
      if (isIt) found[n] = { campaignId, callListId, entryId, phone, at: one.at };
    }
  }
  return found;
}

export interface Contact {
  phone: string;
  /** Epoch ms of the engine's clock. */
  at: number;
}

/** Every attempt at these numbers since then, and every auto-reply to them. */
export async function knownContacts(
  tx: Tx,
  clientId: number,
  channel: 'voice' | 'text',
  phones: readonly string[],
  since: Date,
): Promise<Contact[]> {
  const rows = await tx.rows<{ phone: string; at: Date }>(
    `SELECT a.phone, a.attempted_at AS at
     FROM unnest($3::text[]) AS v (phone)
     CROSS JOIN LATERAL (
       SELECT phone, campaign_id, attempted_at FROM attempt
       WHERE client_id = $1 AND phone = v.phone AND attempted_at >= $4 OFFSET 0) AS a
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
     WHERE ${isOfChannel('c', '$2')}
     UNION ALL
     SELECT r.phone, r.submitted_at
     FROM unnest($3::text[]) AS v (phone)
     CROSS JOIN LATERAL (
       SELECT phone, submitted_at FROM text_reply
       WHERE client_id = $1 AND phone = v.phone AND submitted_at >= $4 OFFSET 0) AS r
     WHERE $2 = 'text'`,
    [clientId, channel, phones, since],
  );
  return rows.map(({ phone, at }) => ({ phone, at: at.getTime() }));
}

/** Waiting entries of these numbers in lists in use, in campaigns of this channel. */
export async function waitingFor(
  tx: Tx,
  clientId: number,
  channel: 'voice' | 'text',
  phones: readonly string[],
): Promise<Omit<SubmittedAttempt, 'at'>[]> {
  const lists = await tx.rows<{ callListId: number; campaignId: number }>(
    `SELECT l.call_list_id AS "callListId", l.campaign_id AS "campaignId"
     FROM call_list l
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND ${isInUse('l')} AND ${isOfChannel('c', '$2')}`,
    [clientId, channel],
  );
  if (lists.length === 0) return [];
  const campaignOf = new Map(lists.map((list) => [list.callListId, list.campaignId]));
  // The state is filtered outside, or the index over waiting entries is scanned completely.
  const rows = await tx.rows<{ callListId: number; entryId: number; phone: string }>(
    `SELECT e.call_list_id AS "callListId", e.entry_id AS "entryId", v.phone
     FROM unnest($2::text[]) AS v (phone)
     CROSS JOIN LATERAL (
       SELECT call_list_id, entry_id, state FROM list_entry
       WHERE client_id = $1 AND phone = v.phone AND call_list_id = ANY ($3::bigint[]) OFFSET 0) AS e
     WHERE e.state = ${entryState.waiting} ORDER BY e.call_list_id, e.entry_id`,
    [clientId, phones, [...campaignOf.keys()]],
  );
  return rows.map((row) => ({ ...row, campaignId: campaignOf.get(row.callListId) ?? 0 }));
}
