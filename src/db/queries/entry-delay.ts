/** Entries that may not be called now, or ever, with the reason and their counters. */
import { type GateReason, gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';

export interface Delay {
  entryId: number;
  /** Undefined: barred for good. */
  until: number | undefined;
  /** Null: it is simply due again. */
  reason: GateReason | null;
}

export interface ListDelays {
  callListId: number;
  delays: readonly Delay[];
}

/** The caller holds the entries' locks, or their attempts. */
export async function writeDelays(
  tx: Tx,
  clientId: number,
  callListId: number,
  delays: readonly Delay[],
): Promise<void> {
  await delayEntries(tx, clientId, { callListId, delays });
  await countBarred(tx, clientId, { callListId, delays });
}

/** Row by row by key (see functions/entry-batches.sql). */
export async function delayEntries(
  tx: Tx,
  clientId: number,
  { callListId, delays }: ListDelays,
): Promise<void> {
  if (delays.length === 0) return;
  await tx.run('SELECT delay_entries($1, $2, $3, $4, $5)', [
    clientId,
    callListId,
    delays.map((delay) => delay.entryId),
    delays.map((delay) => (delay.until === undefined ? null : new Date(delay.until))),
    delays.map((delay) => delay.reason),
  ]);
}

/**
 * A transaction that bars in several lists updates counters after it has all entries: a holder of a
 * counter's lock never waits for an entry.
 */
export async function countBarred(
  tx: Tx,
  clientId: number,
  { callListId, delays }: ListDelays,
): Promise<void> {
  const barred = delays.filter((delay) => delay.until === undefined);
  if (barred.length === 0) return;
  const because = (reason: GateReason) => barred.filter((delay) => delay.reason === reason).length;
  await tx.run(
    `INSERT INTO call_list_count AS n (client_id, call_list_id, barred, barred_key, barred_text,
       barred_account, barred_reached, barred_number, barred_ended)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (client_id, call_list_id) DO UPDATE SET barred = n.barred + excluded.barred,
       barred_key = n.barred_key + excluded.barred_key,
       barred_text = n.barred_text + excluded.barred_text,
       barred_account = n.barred_account + excluded.barred_account,
       barred_reached = n.barred_reached + excluded.barred_reached,
       barred_number = n.barred_number + excluded.barred_number,
       barred_ended = n.barred_ended + excluded.barred_ended`,
    [
      ...[clientId, callListId, barred.length],
      ...[because(gateReasons.optOutKey), because(gateReasons.optOutText)],
      ...[because(gateReasons.accountStop), because(gateReasons.alreadyReached)],
      ...[because(gateReasons.notDialed), because(gateReasons.followUpEnded)],
    ],
  );
}
