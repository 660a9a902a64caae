/**
 * Keyed hashes of telephone numbers (decision 073): what stays of an erased number. The key is derived
 * from the installation's; each transaction tells it to the database, so that statements can compare
 * a number with a hash (functions/number-hash.sql), and the database never stores it.
 */
import { createHmac } from 'node:crypto';
import { derivedKey } from './encryption.ts';

/** HMAC-SHA-256's two padded keys, in hex: SQL has SHA-256, but no HMAC and no XOR of bytes. */
export function numberKeyOf(key: Uint8Array): string {
  const own = derivedKey(key, 'numbers');
  const padded = (pad: number) =>
    Buffer.from(Array.from({ length: 64 }, (_, at) => (own[at] ?? 0) ^ pad)).toString('hex');
  return padded(0x36) + padded(0x5c);
}

/** What each stored hash begins with: it sorts before every number. */
const mark = '#';

export const isNumberHash = (phone: string) => phone.startsWith(mark);

/** The same as the SQL function number_hash. */
export function numberHashOf(key: Uint8Array, clientId: number, phone: string): string {
  const hash = createHmac('sha256', derivedKey(key, 'numbers'));
  return mark + hash.update(`${clientId}:${phone}`).digest('hex').slice(0, 32);
}
