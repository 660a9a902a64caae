/**
 * The data keys of an installation, as the key file holds them (docs/decisions/077-keys.md). A file of
 * earlier versions has one key: 64 hexadecimal digits. A ring has its first line, a line for each key,
 * the newest first, and a line for each look-up key, which no rotation changes:
 *
 *     carillon keys 1
 *     key 1f0c9a4be27d6635 2026-11-28T01:00:00.000Z <64 hexadecimal digits>
 *     lookup recovery-codes <64 hexadecimal digits>
 *     lookup requests <64 hexadecimal digits>
 *     lookup numbers <64 hexadecimal digits>
 */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';

/** What is kept as a keyed hash and cannot be computed again: its key stays the same. */
export const lookups = {
  'recovery-codes': 'recovery codes',
  requests: 'requests',
  numbers: 'numbers',
} as const;
export type Lookup = keyof typeof lookups;

export interface DataKey {
  /** 16 hexadecimal digits of its hash: distinguishes keys without revealing them. */
  id: string;
  /** 32 bytes. */
  bytes: Uint8Array;
  /** ISO 8601; null for the key of a file of an earlier version. */
  created: string | null;
}

/** Plain data, for threads. */
export interface KeyRing {
  /** The newest first; at least one. */
  keys: DataKey[];
  lookups: Record<Lookup, Uint8Array>;
}

/** Bytes of a key's id that a sealed value carries. */
export const sealedIdBytes = 4;

const firstLine = 'carillon keys 1';

/** Says what is wrong with a key file; the sentence goes on from its path. */
export class KeyRingError extends Error {}

export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('carillon key ').update(key).digest('hex').slice(0, 16);
}

export function derivedKey(key: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `carillon ${use}`, 32));
}

/** The ring of one key, as files of earlier versions hold it. */
export function ringOfKey(bytes: Uint8Array): KeyRing {
  if (bytes.length !== 32) throw new Error(`The data key must have 32 bytes, not ${bytes.length}.`);
  return {
    keys: [{ id: keyIdOf(bytes), bytes, created: null }],
    lookups: {
      'recovery-codes': derivedKey(bytes, lookups['recovery-codes']),
      requests: derivedKey(bytes, lookups.requests),
      numbers: derivedKey(bytes, lookups.numbers),
    },
  };
}

/** @throws KeyRingError that ends a sentence about the file */
export function parseRing(text: string): KeyRing {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [only = ''] = lines;
  if (lines.length === 1 && /^[0-9a-fA-F]{64}$/.test(only)) {
    return ringOfKey(Buffer.from(only, 'hex'));
  }
  const [name, noun, format] = only.split(' ');
  if (name === 'carillon' && noun === 'keys' && Number(format) > 1) {
    throw new KeyRingError('was written by a newer version of Carillon');
  }
  if (only !== firstLine) {
    throw new KeyRingError(
      'is damaged: it must hold 64 hexadecimal digits, or what "carillon key rotate" wrote',
    );
  }
  return ringOfLines(lines.slice(1));
}

function ringOfLines(lines: readonly string[]): KeyRing {
  const keys: DataKey[] = [];
  const found: Partial<Record<Lookup, Uint8Array>> = {};
  for (const line of lines) {
    const [kind = '', name = '', ...rest] = line.split(' ');
    const digits = rest.at(-1) ?? '';
    const isWhole = /^[0-9a-f]{64}$/.test(digits);
    if (kind === 'key' && rest.length === 2 && isWhole) {
      keys.push(keyOfLine(name, rest[0] ?? '', digits));
    } else if (kind === 'lookup' && name in lookups && rest.length === 1 && isWhole) {
      found[name as Lookup] = Buffer.from(digits, 'hex');
    } else
      throw new KeyRingError('is damaged: one of its lines is neither a key nor a look-up key');
  }
  const { 'recovery-codes': codes, requests, numbers } = found;
  // The look-up keys are last, so that a file that was cut off lacks them.
  if (keys.length === 0 || !codes || !requests || !numbers) {
    throw new KeyRingError('is damaged: its end is missing');
  }
  const ids = keys.map(({ id }) => id.slice(0, 2 * sealedIdBytes));
  if (new Set(ids).size !== ids.length) throw new KeyRingError('is damaged: it has a key twice');
  return { keys, lookups: { 'recovery-codes': codes, requests, numbers } };
}

function keyOfLine(id: string, created: string, digits: string): DataKey {
  const bytes = Buffer.from(digits, 'hex');
  if (keyIdOf(bytes) !== id) throw new KeyRingError(`is damaged: the key ${id} was changed`);
  return { id, bytes, created: created === '-' ? null : created };
}

export function ringText({ keys, lookups: kept }: KeyRing): string {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return [
    firstLine,
    ...keys.map(({ id, bytes, created }) => `key ${id} ${created ?? '-'} ${hex(bytes)}`),
    ...Object.entries(kept).map(([name, bytes]) => `lookup ${name} ${hex(bytes)}`),
    '',
  ].join('\n');
}

/** The ring with one more key, the newest. */
export function withNewKey(ring: KeyRing, now: Date): KeyRing {
  const bytes = randomBytes(32);
  const id = keyIdOf(bytes);
  const short = (text: string) => text.slice(0, 2 * sealedIdBytes);
  // A sealed value names its key by the first digits alone.
  if (ring.keys.some((key) => short(key.id) === short(id))) return withNewKey(ring, now);
  return { ...ring, keys: [{ id, bytes, created: now.toISOString() }, ...ring.keys] };
}
