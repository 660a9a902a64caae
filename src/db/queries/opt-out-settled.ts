/**
 * The other half of promise 2: an opt-out is answered only when nothing can be dialled any more.
 * To be called after the transaction of `optOut` or `importDoNotCall` has committed, and not by
 * the engine itself, which would wait for its own step.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asClient, type Database } from '../database.ts';
import { barWaiting } from './do-not-call-import.ts';

/** Real milliseconds between two looks. */
const lookEvery = 25;

/** A call that stood as an attempt before the opt-out and has not ended. */
interface OpenCall {
  callListId: number;
  entryId: number;
  /** The lease under which it was claimed, as it stands: none when it is another engine's by now. */
  until: string | null;
}

/**
 * Waits until every call to these numbers that was claimed before has been handed to its carrier,
 * or never will be. At most a lease's length (8 seconds); nothing when none was claimed.
 *
 * 1. A list that became Loaded while the opt-out was being written escaped its look: the waiting
 *    entries are barred once more. A claim that holds one of them is waited for.
 * 2. From here on every claim sees the number on the list. What was claimed before stands as an
 *    open attempt. No row says whether its call was handed over, but the engine's order does: it
 *    claims, hands over, and only then renews its leases or claims again for that campaign
 *    (src/engine: a tick awaits its steps, a step its hand-over). So a lease that was prolonged,
 *    changed hands or ran out after we saw the attempt, or a later attempt of that campaign, says
 *    that its hand-over is over.
 */
export async function settleOptOuts(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  await asClient(db, clientId, (tx) => barWaiting(tx, clientId, phones));
  const first = await callsUnderHands(db, clientId, phones);
  let left = new Map(first.map((call) => [keyOf(call), call.until]));
  while (left.size > 0) {
    await sleep(lookEvery);
    const still = await callsUnderHands(db, clientId, phones);
    const same = still.filter((call) => left.get(keyOf(call)) === call.until);
    left = new Map(same.map((call) => [keyOf(call), call.until]));
  }
}

const keyOf = ({ callListId, entryId }: OpenCall) => `${callListId}-${entryId}`;

/**
 * For an engine, which must not wait in its step: what other engines may still be about to hand over
 * to these numbers, by call, with the end of their leases. What stands in two answers in a row with
 * the same end is still in their hands.
 */
export async function callsInOtherHands(
  db: Database,
  clientId: number,
  phones: readonly string[],
  engineId: string,
): Promise<Map<string, string>> {
  const calls = await callsUnderHands(db, clientId, phones, engineId);
  return new Map(calls.map((call) => [keyOf(call), call.until ?? '']));
}

/** Open attempts whose engine, another than `but`, may still be about to hand them over. */
function callsUnderHands(
  db: Database,
  clientId: number,
  phones: readonly string[],
  but: string | null = null,
): Promise<OpenCall[]> {
  return asClient(db, clientId, (tx) =>
    tx.rows<OpenCall>(
      `SELECT a.call_list_id AS "callListId", a.entry_id AS "entryId", l.until::text AS until
       FROM attempt a
       JOIN campaign_lease l ON l.client_id = $1 AND l.campaign_id = a.campaign_id
         AND l.engine_id = a.engine_id AND l.until > clock_timestamp()
       WHERE a.client_id = $1 AND a.phone = ANY ($2) AND a.finished_at IS NULL
         AND a.receipt_until IS NULL AND a.engine_id IS DISTINCT FROM $3::uuid
         AND NOT EXISTS (
           SELECT FROM attempt later
           WHERE later.client_id = $1 AND later.campaign_id = a.campaign_id
             AND later.finished_at IS NULL AND later.receipt_until IS NULL
             AND later.engine_id = a.engine_id
             AND later.attempted_at > a.attempted_at)`,
      [clientId, phones, but],
    ),
  );
}
