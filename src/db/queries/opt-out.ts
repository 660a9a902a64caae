/**
 * A number joins the client's do-not-call list. Its waiting entries are barred in the same
 * transaction: a claim in flight holds them locked, so either the claim came first or it finds
 * them barred (promise 2). Whoever answers that nothing is dialled any more calls `settleOptOuts`
 * after the commit.
 */
import type { Tx } from '../database.ts';
import { barWaiting, outlastsOptIn } from './do-not-call-import.ts';

export type OptOutSource = 'manager' | 'key' | 'text' | 'operator';

/** @returns whether the number is new on the list */
export async function optOut(
  tx: Tx,
  clientId: number,
  phone: string,
  source: OptOutSource,
): Promise<boolean> {
  const row = await tx.row<{ added: boolean }>(
    `INSERT INTO do_not_call AS d (client_id, phone, source) VALUES ($1, $2, $3)
     ${outlastsOptIn} RETURNING d.xmax = 0 AS added`,
    [clientId, phone, source],
  );
  await barWaiting(tx, clientId, [phone]);
  return row?.added ?? false;
}
