/**
 * The bytes of a sealed value: version, the first bytes of the key's id, nonce, ciphertext, tag
 * (docs/decisions/077-keys.md). Version 1, of earlier versions, has no key's id and is bound to no row.
 */
import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';
import { sealedIdBytes } from './key-ring.ts';

/** A sealed value that does not open here. */
export class SealError extends Error {}

const unboundVersion = 1;
const version = 2;
const nonceBytes = 12;
const tagBytes = 16;
const unboundHead = 1 + nonceBytes;

/** The room that a sealed value takes before its text, and before and behind it together. */
export const sealHeadBytes = 1 + sealedIdBytes + nonceBytes;
export const sealExtraBytes = sealHeadBytes + tagBytes;

/** The first bytes of what a key seals: SQL finds by them what a rotation has to seal again. */
export function sealPrefix(keyId: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(keyId, 'hex').subarray(0, sealedIdBytes)]);
}

/** The first digits of the key's id, or `unbound` for a value of version 1. @throws SealError for other bytes */
export function keyNamedBy(sealed: Buffer): string | 'unbound' {
  if (sealed[0] === unboundVersion && sealed.length >= unboundHead + tagBytes) return 'unbound';
  if (sealed[0] === version && sealed.length >= sealExtraBytes) {
    return sealed.toString('hex', 1, 1 + sealedIdBytes);
  }
  throw new SealError('This is not a sealed value.');
}

/** Seals the text inside a span, which has the room around it. */
export function spanSealer() {
  const fillNonce = nonceSource();
  return (key: KeyObject, prefix: Buffer, span: Buffer, context: string): void => {
    const nonce = span.subarray(1 + sealedIdBytes, sealHeadBytes);
    const body = span.subarray(sealHeadBytes, -tagBytes);
    span.set(prefix);
    fillNonce(nonce);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(Buffer.from(context));
    body.set(cipher.update(body));
    cipher.final();
    span.set(cipher.getAuthTag(), span.length - tagBytes);
  };
}

/** @throws SealError */
export const openBound = (key: KeyObject, bytes: Buffer, context: string) =>
  decipher(key, bytes, sealHeadBytes, context);

/** @throws SealError */
export const openUnbound = (key: KeyObject, bytes: Buffer, context: string) =>
  decipher(key, bytes, unboundHead, context);

function decipher(key: KeyObject, bytes: Buffer, head: number, context: string): Buffer {
  const bodyEnd = bytes.length - tagBytes;
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(head - nonceBytes, head));
  cipher.setAAD(Buffer.from(context));
  cipher.setAuthTag(bytes.subarray(bodyEnd));
  const body = cipher.update(bytes.subarray(head, bodyEnd));
  try {
    // It returns no more bytes; it throws when the tag does not fit.
    cipher.final();
  } catch (error) {
    throw new SealError('A sealed value belongs elsewhere or was changed.', { cause: error });
  }
  return body;
}

/** Random bytes are fetched for many nonces at once: one call a value would double its cost. */
function nonceSource(): (nonce: Buffer) => void {
  const pool = Buffer.alloc(nonceBytes * 512);
  let next = pool.length;
  return (nonce) => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    pool.copy(nonce, 0, next, next + nonceBytes);
    next += nonceBytes;
  };
}
