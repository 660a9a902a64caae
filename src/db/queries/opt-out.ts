/**
 * A number joins the client's do-not-call list, because its person asked for it: by key, by text,
 * or a manager who records it. Its waiting entries, and those of its account (account-numbers.ts),
 * are barred in the same transaction: a claim in progress holds them locked, so either the claim
 * came first or it finds them barred (promise 2). `commitOptOuts` commits the transaction, or
 * `settleOptOuts` when the response says that nothing is dialed any more: both bar again what was
 * loaded meanwhile.
 */
import type { Tx } from '../database.ts';
import { blocks, listedAs } from './blocked-number.ts';
import { barWaiting, outlastsOptIn, witnessStops } from './do-not-call-import.ts';

export type OptOutSource = 'manager' | 'key' | 'text' | 'operator';

/** @returns whether the list changed: a new number, or one more reason for it */
export async function optOut(
  tx: Tx,
  clientId: number,
  phone: string,
  source: OptOutSource,
): Promise<boolean> {
  return (await optOutAll(tx, clientId, [phone], source)) > 0;
}

/** @returns for how many the list changed */
export async function optOutAll(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  source: OptOutSource,
  managerId: number | null = null,
): Promise<number> {
  const noted = await tx.run(
    `INSERT INTO do_not_call AS d
       (client_id, phone, source, whole_account, key_at, text_at, manager_id)
     SELECT DISTINCT $1::int, ${listedAs('v.phone')} AS listed, $3::text, $3 <> 'operator',
       CASE WHEN $3 = 'key' THEN now() END, CASE WHEN $3 = 'text' THEN now() END, $4::bigint
     FROM unnest($2::text[]) AS v (phone) ORDER BY listed
     ${outlastsOptIn}`,
    [clientId, phones, source, managerId],
  );
  witnessStops(tx, clientId, phones, source);
  await barWaiting(tx, clientId, phones);
  return noted;
}

/**
 * A manager blocks a number. One that is blocked already stays as it is, and the manager sees so.
 *
 * @param wholeAccount blocks the account of a number that a file had blocked, too
 * @returns false when nothing changed
 */
export async function addByManager(
  tx: Tx,
  clientId: number,
  phone: string,
  {
    managerId = null,
    wholeAccount = false,
  }: { managerId?: number | null; wholeAccount?: boolean } = {},
): Promise<boolean> {
  const found = await tx.row<{ whole: boolean }>(
    `SELECT d.whole_account AS whole FROM do_not_call d
     WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}
     FOR UPDATE`,
    [clientId, phone],
  );
  if (!found) return (await optOutAll(tx, clientId, [phone], 'manager', managerId)) > 0;
  const isWider = wholeAccount && !found.whole;
  if (isWider) {
    await tx.run(
      `UPDATE do_not_call d SET whole_account = true
       WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}`,
      [clientId, phone],
    );
    witnessStops(tx, clientId, [phone], 'manager');
  }
  // "unique!" promises that it is not called either.
  await barWaiting(tx, clientId, [phone]);
  return isWider;
}

/**
 * Whether the other numbers of its account can be called although the number is blocked, and although
 * stops of the client hold for accounts: a file that blocked it says nothing about accounts.
 */
export async function accountIsCalled(tx: Tx, clientId: number, phone: string): Promise<boolean> {
  const row = await tx.row(
    `SELECT FROM do_not_call d JOIN client k USING (client_id)
     WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}
       AND k.stop_scope = 'account' AND NOT d.whole_account`,
    [clientId, phone],
  );
  return row !== undefined;
}
