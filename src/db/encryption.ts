/**
 * Personal values at rest: SSN and date of birth are sealed with AES-256-GCM, and found again by
 * blind indexes (HMAC-SHA-256), so that neither a dump nor an index holds one in clear.
 *
 * Every use has a key of its own, derived from the installation's 32-byte key with HKDF.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

export type SealedField = 'ssn' | 'dateOfBirth';

/** The owner and field of a value: a sealed value opens only where it belongs. */
export interface SealContext {
  clientId: number;
  field: SealedField;
}

export interface Vault {
  /** What it was made with: a thread makes its own vault from it. */
  readonly key: Uint8Array;
  /** Version byte, 12 bytes nonce, ciphertext, 16 bytes tag: 29 bytes more than the UTF-8 text. */
  seal(text: string, context: SealContext): Buffer;
  /**
   * Seals a text of `length` bytes inside `bytes`, with 13 bytes of room before and 16 after it.
   */
  sealInPlace(bytes: Buffer, offset: number, length: number, context: SealContext): void;
  /** @throws Error when the bytes were sealed with another key or context, or were changed */
  open(sealed: Uint8Array, context: SealContext): string;
  /**
   * Seals bytes with personal values, such as a part of a report; `context` binds them to one use.
   */
  sealBytes(bytes: Uint8Array, context: string): Buffer;
  /**
   * @throws Error when the bytes were sealed with another key or for another `context`, or were
   * changed
   */
  openBytes(sealed: Uint8Array, context: string): Buffer;
  /** Of all its digits; null when it has none. 16 bytes, like every index here. */
  ssnIndex(clientId: number, ssn: string): Buffer | null;
  /** Of its last four digits; null when it has fewer. */
  ssnLast4Index(clientId: number, ssn: string): Buffer | null;
  /** Of the whole value; M/D/YYYY and YYYY-MM-DD of one day are one value. Null when empty. */
  dobIndex(clientId: number, dateOfBirth: string): Buffer | null;
  /** Of its year; a bare year is one too. Null when it names no year from 1800 to 2099. */
  dobYearIndex(clientId: number, dateOfBirth: string): Buffer | null;
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const indexBytes = 16;

/** The room that a sealed value takes before its text, and before and behind it together. */
export const sealHeadBytes = 1 + nonceBytes;
export const sealExtraBytes = sealHeadBytes + tagBytes;

/**
 * Nonces are random: safe up to about 2^32 values under one key (NIST SP 800-38D, 8.3), which is
 * some 2,000 uploads of the largest file with both fields.
 *
 * @param key 32 bytes, kept in the data folder
 */
export function createVault(key: Uint8Array): Vault {
  if (key.length !== 32) throw new Error(`The data key must have 32 bytes, not ${key.length}.`);
  const derive = (use: string) => derivedKey(key, use);
  const sealKey = createSecretKey(derive('seal'));
  const fileKey = createSecretKey(derive('file'));
  const fillNonce = nonceSource();

  const sealAt = (cipherKey: KeyObject, span: Buffer, context: Buffer): void => {
    const nonce = span.subarray(1, sealHeadBytes);
    const body = span.subarray(sealHeadBytes, -tagBytes);
    span[0] = version;
    fillNonce(nonce);
    const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce);
    cipher.setAAD(context);
    body.set(cipher.update(body));
    cipher.final();
    span.set(cipher.getAuthTag(), span.length - tagBytes);
  };

  const sealWith = (cipherKey: KeyObject, bytes: Uint8Array, context: Buffer): Buffer => {
    const sealed = Buffer.allocUnsafe(bytes.length + sealExtraBytes);
    sealed.set(bytes, sealHeadBytes);
    sealAt(cipherKey, sealed, context);
    return sealed;
  };

  const indexWith = (use: string) => {
    const indexKey = derive(use);
    return (clientId: number, value: string | undefined) =>
      value === undefined
        ? null
        : createHmac('sha256', indexKey)
            .update(`${clientId}:${value}`)
            .digest()
            .subarray(0, indexBytes);
  };
  const ssn = indexWith('ssn');
  const ssnLast4 = indexWith('ssn last four');
  const dob = indexWith('date of birth');
  const dobYear = indexWith('year of birth');

  return {
    key,
    seal: (text, context) => sealWith(sealKey, Buffer.from(text, 'utf8'), contextBytes(context)),
    sealInPlace: (bytes, offset, length, context) => {
      const span = bytes.subarray(offset, offset + length + sealExtraBytes);
      sealAt(sealKey, span, contextBytes(context));
    },
    open: (sealed, context) => openWith(sealKey, sealed, contextBytes(context)).toString('utf8'),
    sealBytes: (bytes, context) => sealWith(fileKey, bytes, Buffer.from(context)),
    openBytes: (sealed, context) => openWith(fileKey, sealed, Buffer.from(context)),
    ssnIndex: (clientId, value) => ssn(clientId, digitsOf(value) || undefined),
    ssnLast4Index: (clientId, value) => ssnLast4(clientId, digitsOf(value).match(/\d{4}$/)?.[0]),
    dobIndex: (clientId, value) => dob(clientId, plainDate(value) || undefined),
    dobYearIndex: (clientId, value) => dobYear(clientId, yearOf(value)),
  };
}

function openWith(key: KeyObject, sealed: Uint8Array, context: Buffer): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes[0] !== version || bytes.length < sealExtraBytes) {
    throw new Error('This is not a sealed value.');
  }
  const bodyEnd = bytes.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, sealHeadBytes));
  decipher.setAAD(context);
  decipher.setAuthTag(bytes.subarray(bodyEnd));
  const body = decipher.update(bytes.subarray(sealHeadBytes, bodyEnd));
  // It returns no more bytes; it throws when the tag does not fit.
  decipher.final();
  return body;
}

/** The key that signs addresses of calls' sounds (sound-token.ts). */
export function soundKeyOf(key: Uint8Array): Buffer {
  return derivedKey(key, 'sounds');
}

export function derivedKey(key: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `carillon ${use}`, 32));
}

/** What a sealed value is bound to: additional data of the cipher. */
function contextBytes({ clientId, field }: SealContext): Buffer {
  return Buffer.from(`${clientId}:${field}`);
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

function digitsOf(value: string): string {
  return value.replace(/\D/g, '');
}

/** YYYY-MM-DD where the text is such a day or M/D/YYYY; else the text, trimmed and in lower case. */
function plainDate(value: string): string {
  const text = value.trim().toLowerCase();
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (american) return isoDate(american[3], american[1], american[2]);
  const iso = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[t ].*)?$/.exec(text);
  if (iso) return isoDate(iso[1], iso[2], iso[3]);
  return text;
}

function isoDate(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function yearOf(value: string): string | undefined {
  return /(?<!\d)(?:18|19|20)\d{2}(?!\d)/.exec(value)?.[0];
}
