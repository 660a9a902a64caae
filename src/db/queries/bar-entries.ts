/** Bars waiting entries of several lists for good, in one order: all entries, then the counters. */
import type { GateReason } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { countBarred, type Delay, delayEntries, type ListDelays } from './entry-delay.ts';

export interface ToBar {
  callListId: number;
  entryId: number;
  reason: GateReason;
}

/**
 * @param entries the last reason counts for an entry given twice; those that no longer wait are
 * skipped
 */
export async function barEntries(
  tx: Tx,
  clientId: number,
  entries: readonly ToBar[],
): Promise<void> {
  for (const list of await delayForGood(tx, clientId, entries)) {
    await countBarred(tx, clientId, list);
  }
}

/**
 * The first half, for a transaction that has more entries to lock. Returns what the caller has to
 * count.
 */
export async function delayForGood(
  tx: Tx,
  clientId: number,
  entries: readonly ToBar[],
): Promise<ListDelays[]> {
  const byList = Map.groupBy(entries, ({ callListId }) => callListId);
  const barred: ListDelays[] = [];
  for (const callListId of [...byList.keys()].sort((a, b) => a - b)) {
    const own = byList.get(callListId) ?? [];
    const reasons = new Map(own.map(({ entryId, reason }) => [entryId, reason]));
    const locked = await lockWaiting(tx, clientId, callListId, [...reasons.keys()]);
    const delays = locked.map(
      (entryId): Delay => ({ entryId, until: undefined, reason: reasons.get(entryId) ?? null }),
    );
    await delayEntries(tx, clientId, { callListId, delays });
    barred.push({ callListId, delays });
  }
  return barred;
}

/**
 * In order, so that claims do not deadlock; returns those that still wait, now that they are
 * locked.
 */
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
  return locked.filter(({ state }) => state === entryState.waiting).map((row) => row.entry_id);
}
