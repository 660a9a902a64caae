/**
 * The client's lock between stops and what makes lists (decisions 038 and 086; the trigger `note_asking`
 * shares it): who makes entries takes it alone, who writes what new entries must obey shares it. Held to
 * the end of the transaction, and taken before rows of lists.
 */
import type { Tx } from '../database.ts';

export async function lockStopsAndLists(tx: Tx, clientId: number): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('stops and lists'), $1)`, [clientId]);
}

export async function shareStopsAndLists(tx: Tx, clientId: number): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock_shared(hashtext('stops and lists'), $1)`, [clientId]);
}
