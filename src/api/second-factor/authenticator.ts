/** Secrets of authenticator apps and recovery codes, as they are made, sealed and compared. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Vault } from '#db/encryption.ts';
import type { ManagerId } from '#db/queries/second-factor.ts';
import { authenticatorSecret } from '#db/sealed-files.ts';
import { base32 } from './totp.ts';

const howMany = 10;

/** As long as the hash, as RFC 4226 recommends. */
export const newSecret = (): Buffer => randomBytes(20);

export const sealSecret = (vault: Vault, manager: ManagerId, secret: Uint8Array): Buffer =>
  vault.sealBytes(secret, authenticatorSecret(manager).context);

/** Undefined when it does not open: no code is right then. */
export const openSecret = (
  vault: Vault,
  manager: ManagerId,
  sealed: Uint8Array,
): Buffer | undefined => vault.readBytes(sealed, authenticatorSecret(manager).context);

/** "abcd-efgh-2345-mnop-qrst-uvwx": 120 random bits each, too many to try (ASVS 5.0, 6.5.2). */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () =>
    base32(randomBytes(15)).toLowerCase().match(/.{4}/g)?.join('-'),
  ).filter((code) => code !== undefined);
}

/** Keyed, so that a copy of the database alone cannot be searched for codes. */
export function hashOfRecoveryCode(vault: Vault, manager: ManagerId, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHmac('sha256', vault.lookupKey('recovery-codes'))
    .update(`${manager.clientId}:${manager.managerId}:${plain}`)
    .digest();
}
