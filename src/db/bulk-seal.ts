/**
 * Seals many short values, byte for byte as `Vault.seal` does: AES-256-GCM (NIST SP 800-38D). The
 * cipher object that Node makes for each value costs ten times the encryption, so here AES runs over
 * the counter blocks of a thousand nonces in one call of the platform's library, and only the
 * authentication (GHASH, a linear function) is worked out here, with tables (Shoup). Its test opens
 * every value with the platform's own AES-256-GCM. See docs/decisions/008-bulk-seal.md.
 */
import { createCipheriv, randomFillSync } from 'node:crypto';
import { contextBytes, createVault, type SealedField, sealKeyOf } from './encryption.ts';
import { ghash, type Words } from './ghash.ts';

export interface BulkSealer {
  /**
   * Seals the bytes from `from` to `to`.
   *
   * @returns a view of the sealed value that the next call overwrites
   */
  seal(bytes: Uint8Array, from: number, to: number, field: SealedField): Buffer;
}

const nonces = 1024;
const nonceBytes = 12;
const block = 16;
/** Of each nonce: the block that masks the tag, and two blocks of key stream. */
const blocks = 3;
/** Longer values are rare, and sealed one by one. */
const longest = 2 * block;

/** @param key the installation's 32 bytes, as for createVault */
export function createBulkSealer(key: Uint8Array, clientId: number): BulkSealer {
  const vault = createVault(key);
  const pool = maskPool(sealKeyOf(key));
  const multiply = ghash(aesBlock(sealKeyOf(key), Buffer.alloc(block)));
  const starts = {
    ssn: startOf('ssn'),
    dateOfBirth: startOf('dateOfBirth'),
  };
  const sealed = Buffer.alloc(1 + nonceBytes + longest + block);
  const state: Words = new Uint32Array(4);
  const padded = Buffer.alloc(longest);
  const paddedWords = new DataView(padded.buffer, padded.byteOffset, longest);

  /** GHASH after the additional data, which is the same for every value of a field. */
  function startOf(field: SealedField) {
    const context = contextBytes({ clientId, field });
    const words: Words = new Uint32Array(4);
    const padding = Buffer.alloc(Math.ceil(context.length / block) * block);
    context.copy(padding);
    for (let at = 0; at < padding.length; at += block) {
      for (let word = 0; word < 4; word++) {
        words[word] = (words[word] as number) ^ padding.readUInt32BE(at + 4 * word);
      }
      multiply(words);
    }
    return { words, bits: context.length * 8 };
  }

  function mix(at: number): void {
    for (let word = 0; word < 4; word++) {
      state[word] = (state[word] as number) ^ paddedWords.getUint32(at + 4 * word);
    }
    multiply(state);
  }

  return {
    seal(bytes, from, to, field) {
      const length = to - from;
      if (length > longest) {
        const text = Buffer.from(bytes.subarray(from, to)).toString('utf8');
        return vault.seal(text, { clientId, field });
      }
      const mask = pool.next();
      const { masks, nonceSource } = pool;
      sealed[0] = 1;
      for (let i = 0; i < nonceBytes; i++) sealed[1 + i] = nonceSource[mask + i] as number;
      padded.fill(0);
      const body = 1 + nonceBytes;
      for (let i = 0; i < length; i++) {
        const byte = (bytes[from + i] as number) ^ (masks[mask + block + i] as number);
        padded[i] = byte;
        sealed[body + i] = byte;
      }
      const start = starts[field];
      state.set(start.words);
      for (let at = 0; at < length; at += block) mix(at);
      state[1] = (state[1] as number) ^ start.bits;
      state[3] = (state[3] as number) ^ (length * 8);
      multiply(state);
      const tag = body + length;
      for (let i = 0; i < block; i++) {
        const byte = (state[i >> 2] as number) >>> (24 - 8 * (i & 3));
        sealed[tag + i] = byte ^ (masks[mask + i] as number);
      }
      return sealed.subarray(0, tag + block);
    },
  };
}

/** AES over the counter blocks of many nonces at once; a nonce is used once. */
function maskPool(key: Buffer) {
  const random = Buffer.alloc(nonces * nonceBytes);
  const counters = Buffer.alloc(nonces * blocks * block);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const pool = {
    masks: Buffer.alloc(0) as Buffer,
    /** Holds a nonce at the place of its masks. */
    nonceSource: counters,
    /** Where the masks of the next nonce stand. */
    next(): number {
      if (at === counters.length) refill();
      at += blocks * block;
      return at - blocks * block;
    },
  };
  let at = counters.length;

  function refill(): void {
    randomFillSync(random);
    for (let nonce = 0; nonce < nonces; nonce++) {
      for (let counter = 0; counter < blocks; counter++) {
        const place = (nonce * blocks + counter) * block;
        random.copy(counters, place, nonce * nonceBytes, (nonce + 1) * nonceBytes);
        counters.writeUInt32BE(counter + 1, place + nonceBytes);
      }
    }
    pool.masks = cipher.update(counters);
    at = 0;
  }
  return pool;
}

function aesBlock(key: Buffer, plain: Buffer): Buffer {
  return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(plain);
}
