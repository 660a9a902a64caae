/** Values as versions before decision 077 sealed them: bound to client and field, to no row. */
import { createCipheriv, randomBytes } from 'node:crypto';
import type { SealedField, Vault } from '../../src/db/encryption.ts';
import { derivedKey } from '../../src/db/key-ring.ts';

export function unboundSeal(
  vault: Vault,
  text: string,
  { clientId, field }: { clientId: number; field: SealedField },
): Buffer {
  const key = vault.state.ring.keys.at(-1)?.bytes ?? Buffer.alloc(0);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(key, 'seal'), nonce);
  cipher.setAAD(Buffer.from(`${clientId}:${field}`));
  const body = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([Buffer.of(1), nonce, ...body, cipher.getAuthTag()]);
}
