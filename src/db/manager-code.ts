/**
 * The six digits that confirm a manager's phone. They are made from the request's number under a key of the
 * installation, so that the engine that sends them makes the same ones, and no table holds them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from './encryption.ts';

type Keys = Pick<Vault, 'signingKeys'>;

interface Requested {
  clientId: number;
  /** As in manager_contact. */
  carrierNumber: number;
}

/** "042917" */
export function managerCode(vault: Keys, { clientId, carrierNumber }: Requested): string {
  const [key] = vault.signingKeys('manager-codes');
  if (!key) throw new Error('There is no key.');
  const hash = createHmac('sha256', key).update(`${clientId}:${carrierNumber}`).digest();
  return String(hash.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** What is stored of a code, bound to its manager. Keyed: a copy of the database alone gives no code. */
export function hashOfManagerCode(
  vault: Keys,
  manager: { clientId: number; managerId: number },
  code: string,
): Buffer {
  const [key] = vault.signingKeys('manager-code-hashes');
  if (!key) throw new Error('There is no key.');
  return hashWith(key, manager, code);
}

/** Also under the keys before the newest one. */
export function isManagerCode(
  vault: Keys,
  manager: { clientId: number; managerId: number },
  code: string,
  stored: Uint8Array,
): boolean {
  return vault.signingKeys('manager-code-hashes').some((key) => {
    const given = hashWith(key, manager, code);
    return given.length === stored.length && timingSafeEqual(given, stored);
  });
}

function hashWith(
  key: Buffer,
  { clientId, managerId }: { clientId: number; managerId: number },
  code: string,
) {
  return createHmac('sha256', key).update(`${clientId}:${managerId}:${code}`).digest();
}
