/**
 * A list that is made anew from another copies what the other holds, where nobody sees it before the
 * commit. So it holds off erasures of its client until then, and waits for one that has begun.
 */
import type { Tx } from '../database.ts';

const turn = "hashtext('lists made anew'), $1";

/** To be called before anything is read that is copied. */
export async function holdOffErasures(tx: Tx, clientId: number): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock_shared(${turn})`, [clientId]);
}

/**
 * From here to the commit no list is made anew. Erasures of a client must have taken turns before: to
 * this, another erasure looks like such a list.
 *
 * @returns false when one is being made
 */
export async function holdOffReuses(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row<{ free: boolean }>(`SELECT pg_try_advisory_xact_lock(${turn}) AS free`, [
    clientId,
  ]);
  return row?.free ?? false;
}

/** As `holdOffReuses`, for who may not be refused: waits for those that are being made. */
export async function awaitReuses(tx: Tx, clientId: number): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(${turn})`, [clientId]);
}
