/** Writes the attempts of a claim, and their counters. */
import { callListStatus } from '#contract/call-list.ts';
import type { Purpose } from '#contract/policy.ts';
import type { AttemptKind } from '#domain/contact-cap.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { purposeCode } from '../purpose-codes.ts';
import type { CallerIdChooser, ClaimedCall, StoredCallerId } from './claim-request.ts';
import type { Lease } from './lease.ts';

interface Claim {
  lease: Lease;
  now: Date;
  callerId: StoredCallerId | CallerIdChooser;
  /** Of the campaign as the claim reads it. */
  purpose: Purpose;
  /** Null for a client without a cap. */
  countsAs: AttemptKind | null;
  /** Undefined for a client without daily limits. */
  daily?: { day: string; reserve: number } | undefined;
  /** Of each call what allowed it (domain/allowed-by.ts). */
  allowedBy?: readonly AllowedBy[];
  /**
   * Of each call what a contact policy finds its attempt by, besides the number. Empty where no rule
   * asks for it.
   */
  foundBy?: readonly { accountLine: number; externalKey: string | null }[];
}

interface AllowedBy {
  /** The same object for many calls; null: nothing is kept. */
  shared: Uint8Array | null;
  /** Hexadecimal. */
  valuesHash: string | null;
}

/**
 * Attempts, list and counters in one statement, then the entries. Sorted by phone, so that two
 * campaigns that want the same numbers wait for each other instead of deadlocking.
 *
 * @param tids the tids of the entries' rows, in the order of the calls; this transaction has them
 *   locked
 * @returns the entries that have an attempt now; the other numbers are in a call
 */
export async function insertAttempts(
  tx: Tx,
  { lease, now, callerId, purpose, countsAs, daily, allowedBy = [], foundBy = [] }: Claim,
  callListId: number,
  calls: readonly Omit<ClaimedCall, 'callableUntil'>[],
  tids: readonly string[],
): Promise<Set<number>> {
  if (calls.length === 0) return new Set();
  const day = 'choose' in callerId ? callerId.day : undefined;
  const kept = sharedOnce(allowedBy);
  const row = await tx.row<{ entries: number[] | null }>(day ? countingNumbers : plain, [
    lease.clientId,
    callListId,
    lease.campaignId,
    lease.engineId,
    now,
    callerId.type,
    calls.map((call) => call.entryId),
    calls.map((call) => call.phone),
    calls.map((call) => call.callerId.number),
    countsAs,
    calls.map((_, at) => kept.places[at] ?? null),
    daily?.day ?? null,
    daily?.reserve ?? null,
    kept.shared,
    calls.map((_, at) => allowedBy[at]?.valuesHash ?? null),
    calls.map((_, at) => foundBy[at]?.accountLine ?? null),
    calls.map((_, at) => foundBy[at]?.externalKey ?? null),
    purposeCode(purpose),
    ...(day ? [day] : []),
  ]);
  const made = new Set(row?.entries ?? []);
  const taken = await tx.row<{ count: number }>(
    'SELECT take_locked_entries($1, $2, $3::tid[]) AS count',
    [lease.clientId, callListId, tids.filter((_, at) => made.has(calls[at]?.entryId ?? -1))],
  );
  if (taken?.count !== made.size) throw new Error('Entries moved while they were locked.');
  return made;
}

/** What many calls share travels once; `places`: of each call in it, from 1. */
function sharedOnce(allowedBy: readonly AllowedBy[]) {
  const known = new Map<Uint8Array, number>();
  const places = allowedBy.map(({ shared }) => {
    if (!shared) return null;
    const place = known.get(shared) ?? known.size + 1;
    known.set(shared, place);
    return place;
  });
  // As the driver writes bytes.
  const shared = [...known.keys()].map((bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  );
  return { shared, places };
}

/** In order of the numbers, so that campaigns that share a bucket never deadlock over its counters. */
const countNumbers = `, used AS (
  INSERT INTO caller_id_use AS u (client_id, day, phone, uses)
  SELECT $1, $19::date, caller_id, count(*) FROM made WHERE caller_id <> ''
  GROUP BY caller_id ORDER BY caller_id
  ON CONFLICT (client_id, day, phone) DO UPDATE SET uses = u.uses + excluded.uses
)`;

const plain = statement('');
const countingNumbers = statement(countNumbers);

function statement(more: string): string {
  return `WITH made AS (
      INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
        attempted_at, caller_id_type, caller_id, counts_as, allowed, limit_day,
        reserved_cost, account_line, external_key, purpose)
      SELECT $1, $2, w.entry_id, $3, w.phone, $4, $5, $6, w.caller_id, $10,
        ($14::bytea[])[w.shared] || coalesce(decode(w.values_hash, 'hex'), ''),
        $12::date, $13::bigint, w.account_line, w.external_key, $18::smallint
      FROM unnest($7::integer[], $8::text[], $9::text[], $11::integer[], $15::text[],
          $16::integer[], $17::bigint[])
        AS w (entry_id, phone, caller_id, shared, values_hash, account_line, external_key)
      ORDER BY w.phone
      ON CONFLICT (client_id, phone) WHERE ${inFlight()} DO NOTHING
      RETURNING entry_id, caller_id
    ), opened AS (
      UPDATE call_list SET status_id = ${callListStatus.open}
      WHERE client_id = $1 AND call_list_id = $2 AND status_id = ${callListStatus.loaded}
        AND EXISTS (SELECT FROM made)
    ), counted AS (
      INSERT INTO call_list_count AS n (client_id, call_list_id, attempted, last_call)
      SELECT $1, $2, count(*), $5 FROM made HAVING count(*) > 0
      ON CONFLICT (client_id, call_list_id) DO UPDATE
        SET attempted = n.attempted + excluded.attempted,
          last_call = greatest(n.last_call, excluded.last_call)
    )${more}
    SELECT array_agg(entry_id) AS entries FROM made`;
}
