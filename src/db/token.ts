/** Random tokens, of which the database keeps the hash alone. */
import { createHash, randomBytes } from 'node:crypto';

/** 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A plain hash is enough: nobody can try 2^256 tokens. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
