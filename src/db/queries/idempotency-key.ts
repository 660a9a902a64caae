/** What operations returned, by the key of a manager's intent (decision 054). */
import { idempotencyHours } from '#contract/http.ts';
import type { Tx } from '../database.ts';

/** Whose key it is, and for which operation. */
export interface KeyScope {
  clientId: number;
  managerId: number;
  operation: string;
  key: string;
}

export interface KeptKey {
  /** The fingerprint of the request that the key belongs to. */
  request: Buffer;
  /** Sealed; null while there is none. */
  effect: Buffer | null;
  response: Buffer | null;
}

const mine = 'client_id = $1 AND manager_id = $2 AND operation = $3 AND key = $4';
const expired = (alias = '') =>
  `${alias}created <= now() - make_interval(hours => ${idempotencyHours})`;

const keyOf = ({ clientId, managerId, operation, key }: KeyScope) => [
  clientId,
  managerId,
  operation,
  key,
];

/** Undefined for a key that was not used in the last 24 hours. */
export function findKey(tx: Tx, scope: KeyScope): Promise<KeptKey | undefined> {
  return tx.row<KeptKey>(
    `SELECT request, effect, response FROM idempotency_key WHERE ${mine} AND NOT ${expired()}`,
    keyOf(scope),
  );
}

/**
 * Takes the key for this transaction: another one with the same key waits until it is over. If it
 * was committed, the key is not taken.
 *
 * @returns false when the key was used before
 */
export async function takeKey(tx: Tx, scope: KeyScope, request: Uint8Array): Promise<boolean> {
  const taken = await tx.run(
    `INSERT INTO idempotency_key AS k (client_id, manager_id, operation, key, request)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (client_id, manager_id, operation, key) DO UPDATE
       SET request = EXCLUDED.request, effect = NULL, response = NULL, created = now()
       WHERE ${expired('k.')}`,
    [...keyOf(scope), request],
  );
  return taken > 0;
}

export async function keepEffect(tx: Tx, scope: KeyScope, sealed: Uint8Array): Promise<void> {
  await tx.run(`UPDATE idempotency_key SET effect = $5 WHERE ${mine}`, [...keyOf(scope), sealed]);
}

export async function keepResponse(tx: Tx, scope: KeyScope, sealed: Uint8Array): Promise<void> {
  await tx.run(`UPDATE idempotency_key SET response = $5, effect = NULL WHERE ${mine}`, [
    ...keyOf(scope),
    sealed,
  ]);
}

/** For an operation that changed nothing that a second try should find. */
export async function giveKeyBack(tx: Tx, scope: KeyScope): Promise<void> {
  await tx.run(`DELETE FROM idempotency_key WHERE ${mine}`, keyOf(scope));
}

/** @returns how many were removed */
export function removeOldKeys(tx: Tx): Promise<number> {
  return tx.run(`DELETE FROM idempotency_key WHERE ${expired()}`);
}
