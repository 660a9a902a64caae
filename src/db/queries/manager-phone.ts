/** Managers' own phones: the confirmed number, and one that waits for its code. */
import { codeMinutes, codeTries } from '#contract/manager-phone.ts';
import type { Tx } from '../database.ts';

export interface ManagerKey {
  clientId: number;
  managerId: number;
}

export interface StoredPhone {
  phone: string | null;
  confirmed: Date | null;
  newPhone: string | null;
  codeUntil: Date | null;
}

const nothing: StoredPhone = { phone: null, confirmed: null, newPhone: null, codeUntil: null };

export async function readPhone(tx: Tx, { clientId, managerId }: ManagerKey): Promise<StoredPhone> {
  const row = await tx.row<StoredPhone>(
    `SELECT phone, platform_time(confirmed_at) AS confirmed, new_phone AS "newPhone",
       platform_time(code_until) AS "codeUntil"
     FROM manager_phone WHERE client_id = $1 AND manager_id = $2`,
    [clientId, managerId],
  );
  return row ?? nothing;
}

/** Whether the number is the confirmed one of this manager, who may still sign in. */
export async function isPhoneOf(
  tx: Tx,
  { clientId, managerId }: ManagerKey,
  phone: string,
): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 FROM manager_phone p JOIN manager m USING (client_id, manager_id)
     WHERE p.client_id = $1 AND p.manager_id = $2 AND p.phone = $3
       AND m.active AND m.deleted_at IS NULL`,
    [clientId, managerId, phone],
  );
  return row !== undefined;
}

/** A code is on its way to this number; the confirmed one stays until it is entered. */
export async function expectCode(
  tx: Tx,
  { clientId, managerId }: ManagerKey,
  phone: string,
  hash: Buffer,
): Promise<void> {
  await tx.run(
    `INSERT INTO manager_phone (client_id, manager_id, new_phone, code_hash, code_until)
     VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(mins => $5))
     ON CONFLICT (client_id, manager_id) DO UPDATE SET new_phone = excluded.new_phone,
       code_hash = excluded.code_hash, code_until = excluded.code_until, tries = 0`,
    [clientId, managerId, phone, hash, codeMinutes],
  );
}

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'tooOften' | 'none';

/**
 * Judges a code and counts a wrong one; a right one makes the number the manager's. Commit it whatever the
 * verdict: a wrong code counts. The row is locked, so that tries at once are counted one by one.
 */
export async function enterCode(
  tx: Tx,
  { clientId, managerId }: ManagerKey,
  isRight: (hash: Buffer) => boolean,
): Promise<CodeVerdict> {
  const row = await tx.row<{ hash: Buffer | null; expired: boolean; tries: number }>(
    `SELECT code_hash AS hash, coalesce(code_until < clock_timestamp(), true) AS expired, tries
     FROM manager_phone WHERE client_id = $1 AND manager_id = $2 AND new_phone IS NOT NULL FOR UPDATE`,
    [clientId, managerId],
  );
  if (!row?.hash) return 'none';
  if (row.expired) return 'expired';
  if (row.tries >= codeTries) return 'tooOften';
  const own = 'WHERE client_id = $1 AND manager_id = $2';
  if (!isRight(row.hash)) {
    await tx.run(`UPDATE manager_phone SET tries = tries + 1 ${own}`, [clientId, managerId]);
    return row.tries + 1 >= codeTries ? 'tooOften' : 'wrong';
  }
  await tx.run(
    `UPDATE manager_phone SET phone = new_phone, confirmed_at = clock_timestamp(), new_phone = NULL,
       code_hash = NULL, code_until = NULL, tries = 0 ${own}`,
    [clientId, managerId],
  );
  return 'right';
}

/** Returns whether there was one. */
export async function removePhone(tx: Tx, { clientId, managerId }: ManagerKey): Promise<boolean> {
  const removed = await tx.run(
    'DELETE FROM manager_phone WHERE client_id = $1 AND manager_id = $2',
    [clientId, managerId],
  );
  return removed > 0;
}

/**
 * The demo client's managers read their codes on the screen while every carrier is simulated, which proves
 * nothing of a number: with the first real carrier these go. For the platform's role.
 */
export async function forgetDemoPhones(tx: Tx): Promise<void> {
  await tx.run(
    'DELETE FROM manager_phone p USING client c WHERE c.client_id = p.client_id AND c.demo',
  );
}

/** The number that a client's own texts come from: its first one; undefined without one. */
export async function firstTextingNumber(tx: Tx, clientId: number): Promise<string | undefined> {
  const row = await tx.row<{ phone: string }>(
    `SELECT phone FROM texting_number WHERE client_id = $1 AND deleted_at IS NULL
     ORDER BY texting_number_id LIMIT 1`,
    [clientId],
  );
  return row?.phone;
}
