/**
 * Keyed hashes of telephone numbers (decision 073): what stays of an erased number. The key is the
 * ring's look-up key of numbers, which no rotation changes. The database is told it for each session
 * (begin.ts), so that statements can compare a number with a hash (functions/number-hash.sql), and
 * never stores it.
 */
import { createHmac } from 'node:crypto';

/** HMAC-SHA-256's two padded keys, in hex: SQL has SHA-256, but no HMAC and no XOR of bytes. */
export function numberKeyOf(key: Uint8Array): string {
  const padded = (pad: number) =>
    Buffer.from(Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ pad)).toString('hex');
  return padded(0x36) + padded(0x5c);
}

/** What each stored hash begins with: it sorts before every number. */
const mark = '#';

export const isNumberHash = (phone: string) => phone.startsWith(mark);

/** The same as the SQL function number_hash. */
export function numberHashOf(key: Uint8Array, clientId: number, phone: string): string {
  const hash = createHmac('sha256', key);
  return mark + hash.update(`${clientId}:${phone}`).digest('hex').slice(0, 32);
}
