import { type GateReason, gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { barringReasonOf } from './barring-reason.ts';
import { writeDelays } from './entry-delay.ts';
import { cancelTextsTo } from './text-cancel.ts';

/**
 * Adds numbers from the operator's file; those already listed stay as they are. Waiting entries of
 * the new ones are barred in the same transaction, as `optOut` does it for a single number.
 *
 * @returns how many are new
 */
export async function importDoNotCall(tx: Tx, clientId: number, phones: string[]): Promise<number> {
  const listed = await tx.rows<{ phone: string; added: boolean }>(
    `INSERT INTO do_not_call AS d (client_id, phone, source)
     SELECT DISTINCT $1::int, phone, 'operator' FROM unnest($2::text[]) AS phone ORDER BY phone
     ${outlastsOptIn} RETURNING d.phone, d.xmax = 0 AS added`,
    [clientId, phones],
  );
  const fresh = listed.filter((row) => row.added).map(({ phone }) => phone);
  if (fresh.length > 0) await barWaiting(tx, clientId, fresh);
  return fresh.length;
}

/**
 * SQL: a number that is listed only because of a text, and is asked to be listed for another reason
 * too: an opt-in lifts only what an opt-out text made (spec 3 section 8). One statement, so that a
 * text that is being stored at the same moment is waited for and then seen.
 */
export const outlastsOptIn = `ON CONFLICT (client_id, phone) DO UPDATE SET source = excluded.source
  WHERE d.source = 'text' AND excluded.source <> 'text'`;

/**
 * What waits at a text carrier is canceled, too. Lists that are open or loaded. A list that was just loaded has no statistics: the entries are
 * therefore found phone by phone and locked by their keys, or one look reads the whole list.
 */
export async function barWaiting(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  const found = await findWaiting(tx, clientId, phones);
  const lists = [...new Set(found.map((entry) => entry.callListId))].sort((a, b) => a - b);
  for (const callListId of lists) {
    const own = found.filter((entry) => entry.callListId === callListId);
    const reasons = new Map(own.map(({ entryId, reason }) => [entryId, reason]));
    const barred = await lockWaiting(tx, clientId, callListId, [...reasons.keys()]);
    const delays = barred.map((entryId) => ({
      ...{ entryId, until: undefined },
      reason: reasons.get(entryId) ?? gateReasons.doNotCall,
    }));
    await writeDelays(tx, clientId, callListId, delays);
  }
  await cancelTextsTo(tx, clientId, phones);
}

interface Waiting {
  callListId: number;
  entryId: number;
  /** Null when the number is not listed. */
  reason: GateReason | null;
}

/** Waiting entries of open and loaded lists, by number. */
export async function findWaiting(tx: Tx, clientId: number, phones: readonly string[]) {
  const open = await tx.rows<{ call_list_id: number }>(
    'SELECT call_list_id FROM call_list WHERE client_id = $1 AND status_id IN (3, 4)',
    [clientId],
  );
  if (open.length === 0) return [];
  // The state is asked outside, or the index over waiting entries is read from end to end.
  return tx.rows<Waiting>(
    `SELECT e.call_list_id AS "callListId", e.entry_id AS "entryId",
       (SELECT ${barringReasonOf} FROM do_not_call d
        WHERE d.client_id = $1 AND d.phone = v.phone) AS reason
     FROM unnest($2::text[]) AS v (phone)
     CROSS JOIN LATERAL (
       SELECT call_list_id, entry_id, state FROM list_entry
       WHERE client_id = $1 AND phone = v.phone AND call_list_id = ANY ($3::bigint[]) OFFSET 0) AS e
     WHERE e.state = 0`,
    [clientId, phones, open.map((list) => list.call_list_id)],
  );
}

/** In order, so that claims do not deadlock; answers those that wait still, now that they are locked. */
export async function lockWaiting(
  tx: Tx,
  clientId: number,
  callListId: number,
  entries: number[],
): Promise<number[]> {
  const locked = await tx.rows<{ entry_id: number; state: number }>(
    `SELECT e.entry_id, e.state FROM unnest($3::integer[]) AS v (entry_id)
     CROSS JOIN LATERAL (
       SELECT entry_id, state FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = v.entry_id
       OFFSET 0 FOR UPDATE) AS e`,
    [clientId, callListId, entries.toSorted((a, b) => a - b)],
  );
  return locked.filter(({ state }) => state === 0).map((row) => row.entry_id);
}
