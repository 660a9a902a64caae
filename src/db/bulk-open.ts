/**
 * Opens many short sealed values, checking each as `Vault.open` does: the reverse of bulk-seal.ts,
 * for reports of a million records. AES runs over the counter blocks of a whole page in one call.
 */
import { createCipheriv, timingSafeEqual } from 'node:crypto';
import { contextBytes, createVault, type SealedField, sealKeyOf } from './encryption.ts';
import { ghash, type Words } from './ghash.ts';

export interface BulkOpener {
  /**
   * The texts of one field of several records; null stays null.
   *
   * @throws Error as Vault.open does
   */
  open(values: readonly (Buffer | null)[], field: SealedField): (string | null)[];
}

const block = 16;
const nonceBytes = 12;
const head = 1 + nonceBytes;
/** Of each value: the block that masks the tag, and two blocks of key stream. */
const blocks = 3;
/** Longer values are rare, and opened one by one. */
const longest = 2 * block;

/** @param key the installation's 32 bytes, as for createVault */
export function createBulkOpener(key: Uint8Array, clientId: number): BulkOpener {
  const vault = createVault(key);
  const sealKey = sealKeyOf(key);
  const cipher = createCipheriv('aes-256-ecb', sealKey, null).setAutoPadding(false);
  const multiply = ghash(cipher.update(Buffer.alloc(block)));
  const state: Words = new Uint32Array(4);
  const padded = Buffer.alloc(longest);
  const text = Buffer.alloc(longest);
  const tag = Buffer.alloc(block);

  const isShort = (value: Buffer | null): value is Buffer => {
    const length = value ? value.length - head - block : 0;
    return value !== null && value[0] === 1 && length >= 0 && length <= longest;
  };

  /** AES over the counter blocks of these values. */
  function masksOf(values: readonly Buffer[]): Buffer {
    const counters = Buffer.alloc(values.length * blocks * block);
    for (const [at, value] of values.entries()) {
      for (let counter = 0; counter < blocks; counter++) {
        const place = (at * blocks + counter) * block;
        value.copy(counters, place, 1, head);
        counters.writeUInt32BE(counter + 1, place + nonceBytes);
      }
    }
    return cipher.update(counters);
  }

  function mix(bytes: Buffer, at: number): void {
    for (let word = 0; word < 4; word++) {
      state[word] = (state[word] as number) ^ bytes.readUInt32BE(at + 4 * word);
    }
    multiply(state);
  }

  function opened(value: Buffer, masks: Buffer, mask: number, context: Buffer): string {
    const length = value.length - head - block;
    padded.fill(0);
    value.copy(padded, 0, head, head + length);
    for (let i = 0; i < length; i++) {
      text[i] = (padded[i] as number) ^ (masks[mask + block + i] as number);
    }
    state.fill(0);
    const paddedContext = Buffer.alloc(Math.ceil(context.length / block) * block);
    context.copy(paddedContext);
    for (let at = 0; at < paddedContext.length; at += block) mix(paddedContext, at);
    for (let at = 0; at < length; at += block) mix(padded, at);
    state[1] = (state[1] as number) ^ (context.length * 8);
    state[3] = (state[3] as number) ^ (length * 8);
    multiply(state);
    for (let i = 0; i < block; i++) {
      const byte = (state[i >> 2] as number) >>> (24 - 8 * (i & 3));
      tag[i] = byte ^ (masks[mask + i] as number);
    }
    if (!timingSafeEqual(tag, value.subarray(head + length))) {
      throw new Error('A sealed value was changed, or belongs elsewhere.');
    }
    return text.toString('utf8', 0, length);
  }

  return {
    open(values, field) {
      const short = values.filter(isShort);
      const masks = masksOf(short);
      const context = contextBytes({ clientId, field });
      let next = 0;
      return values.map((value) => {
        if (value === null) return null;
        if (!isShort(value)) return vault.open(value, { clientId, field });
        const mask = next * blocks * block;
        next += 1;
        return opened(value, masks, mask, context);
      });
    },
  };
}
