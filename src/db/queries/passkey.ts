/** Passkeys of managers, and what they are asked to sign. */
import { problem } from '#contract/errors.ts';
import { factorTexts } from '#contract/second-factor.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { hashOf } from '../token.ts';
import type { ManagerId } from './second-factor.ts';

const challengeLife = '5 minutes';

export interface StoredPasskey {
  id: number;
  name: string;
  host: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  added: Date;
  lastUsed: Date | null;
}

export function listPasskeys(tx: Tx, { clientId, managerId }: ManagerId): Promise<StoredPasskey[]> {
  return tx.rows<StoredPasskey>(
    `SELECT passkey_id AS id, name, host, credential_id AS "credentialId",
            public_key AS "publicKey", counter, transports, platform_time(added) AS added,
            platform_time(last_used) AS "lastUsed"
     FROM passkey WHERE client_id = $1 AND manager_id = $2 ORDER BY passkey_id`,
    [clientId, managerId],
  );
}

export type NewPasskey = Pick<
  StoredPasskey,
  'name' | 'host' | 'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

/** Throws `not_unique` for one that is in use, by whomever. */
export async function insertPasskey(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  { name, host, credentialId, publicKey, counter, transports }: NewPasskey,
): Promise<void> {
  try {
    await tx.run(
      `INSERT INTO passkey
         (client_id, manager_id, name, host, credential_id, public_key, counter, transports)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [clientId, managerId, name, host, credentialId, publicKey, counter, transports],
    );
  } catch (error) {
    if (!isNotUnique(error, 'passkey_credential')) throw error;
    throw problem('not_unique', factorTexts.taken, { cause: error });
  }
}

/** False when the counter did not grow: a copy of the passkey signed, or the same request again. */
export async function usePasskey(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  id: number,
  counter: number,
): Promise<boolean> {
  const used = await tx.run(
    `UPDATE passkey SET counter = $4, last_used = now()
     WHERE client_id = $1 AND manager_id = $2 AND passkey_id = $3
       AND (counter < $4 OR (counter = 0 AND $4 = 0))`,
    [clientId, managerId, id, counter],
  );
  return used > 0;
}

export async function removePasskey(tx: Tx, { clientId, managerId }: ManagerId, id: number) {
  const removed = await tx.run(
    'DELETE FROM passkey WHERE client_id = $1 AND manager_id = $2 AND passkey_id = $3',
    [clientId, managerId, id],
  );
  return removed > 0;
}

export type Purpose = 'add' | 'verify';

/** @param holder the token of the session, or of the step of a sign-in */
export async function keepChallenge(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  [holder, purpose]: readonly [holder: string, Purpose],
  challenge: string,
): Promise<void> {
  await tx.run(
    `DELETE FROM passkey_challenge
     WHERE client_id = $1 AND manager_id = $2 AND created < now() - interval '${challengeLife}'`,
    [clientId, managerId],
  );
  await tx.run(
    `INSERT INTO passkey_challenge (client_id, manager_id, holder, purpose, challenge)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (client_id, manager_id, holder, purpose)
       DO UPDATE SET challenge = $5, created = now()`,
    [clientId, managerId, hashOf(holder), purpose, challenge],
  );
}

/** The challenge, which then is gone; undefined when none was asked for, or too long ago. */
export async function takeChallenge(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  [holder, purpose]: readonly [holder: string, Purpose],
): Promise<string | undefined> {
  const row = await tx.row<{ challenge: string; alive: boolean }>(
    `DELETE FROM passkey_challenge
     WHERE client_id = $1 AND manager_id = $2 AND holder = $3 AND purpose = $4
     RETURNING challenge, created > now() - interval '${challengeLife}' AS alive`,
    [clientId, managerId, hashOf(holder), purpose],
  );
  return row?.alive ? row.challenge : undefined;
}
