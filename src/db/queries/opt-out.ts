/**
 * A number joins the client's do-not-call list, because its person asked for it: by key, by text, or
 * a manager who notes it. Its waiting entries, and those of its account (account-numbers.ts), are
 * barred in the same transaction: a claim in flight holds them locked, so either the claim came first or it finds
 * them barred (promise 2). The transaction is committed by `commitOptOuts`, or by `settleOptOuts` where
 * the answer says that nothing is dialled any more: both bar once more what was loaded meanwhile.
 */
import type { Tx } from '../database.ts';
import { barWaiting, outlastsOptIn, witnessStops } from './do-not-call-import.ts';

export type OptOutSource = 'manager' | 'key' | 'text' | 'operator';

/** @returns whether the list says more than before: a new number, or one more reason for it */
export async function optOut(
  tx: Tx,
  clientId: number,
  phone: string,
  source: OptOutSource,
): Promise<boolean> {
  return (await optOutAll(tx, clientId, [phone], source)) > 0;
}

/** @returns of how many the list says more than before */
export async function optOutAll(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  source: OptOutSource,
): Promise<number> {
  const noted = await tx.run(
    `INSERT INTO do_not_call AS d (client_id, phone, source, whole_account, key_at, text_at)
     SELECT DISTINCT $1::int, phone, $3::text, $3 <> 'operator',
       CASE WHEN $3 = 'key' THEN now() END, CASE WHEN $3 = 'text' THEN now() END
     FROM unnest($2::text[]) AS phone ORDER BY phone
     ${outlastsOptIn}`,
    [clientId, phones, source],
  );
  witnessStops(tx, clientId, phones, source);
  await barWaiting(tx, clientId, phones);
  return noted;
}

/**
 * A manager adds a number. One that is on the list stays as it is listed, and the manager is told so; but
 * a person who told a manager means the account too, also where a file had listed the number.
 *
 * @returns false when it was on the list
 */
export async function addByManager(tx: Tx, clientId: number, phone: string): Promise<boolean> {
  const known = await tx.run(
    'UPDATE do_not_call SET whole_account = true WHERE client_id = $1 AND phone = $2',
    [clientId, phone],
  );
  if (known === 0) return optOut(tx, clientId, phone, 'manager');
  witnessStops(tx, clientId, [phone], 'manager');
  await barWaiting(tx, clientId, [phone]);
  return false;
}
