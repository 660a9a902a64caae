/**
 * A number joins the client's do-not-call list, because its person asked for it: by key, by text, or
 * a manager who notes it. Its waiting entries, and those of its account (account-numbers.ts), are
 * barred in the same transaction: a claim in flight holds them locked, so either the claim came first or it finds
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
  return (await optOutAll(tx, clientId, [phone], source)) > 0;
}

/** @returns how many are new on the list */
export async function optOutAll(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  source: OptOutSource,
): Promise<number> {
  const rows = await tx.rows<{ added: boolean }>(
    `INSERT INTO do_not_call AS d (client_id, phone, source, whole_account)
     SELECT DISTINCT $1::int, phone, $3::text, $3 <> 'operator'
     FROM unnest($2::text[]) AS phone ORDER BY phone
     ${outlastsOptIn} RETURNING d.xmax = 0 AS added`,
    [clientId, phones, source],
  );
  await barWaiting(tx, clientId, phones);
  return rows.filter(({ added }) => added).length;
}
