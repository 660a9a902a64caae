/**
 * Personal values at rest: SSN and date of birth are sealed with AES-256-GCM, and found again by
 * blind indexes (HMAC-SHA-256), so that neither a dump nor an index holds one in clear.
 *
 * Every use has a key of its own, derived with HKDF from a 32-byte key of the installation's ring
 * (key-ring.ts). A sealed value carries the id of its key and opens only in its own row and column.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { unreadable } from '#domain/masking.ts';
import { derivedKey, type KeyRing, type Lookup, ringOfKey, sealedIdBytes } from './key-ring.ts';

/** `custom`: the sensitive custom fields of an account, as one JSON (queries/sealed-custom.ts). */
export type SealedField = 'ssn' | 'dateOfBirth' | 'custom';

/** Where a value is: a sealed value opens nowhere else. */
export interface SealContext {
  table: 'list_entry' | 'call_record';
  clientId: number;
  callListId: number;
  /** The account's line in its file for `list_entry`, whose numbers share a value; the entry's id for `call_record`. */
  row: number;
  field: SealedField;
}

/** Which key seals, and whether values that earlier versions sealed still open; plain data, for threads. */
export interface SealState {
  ring: KeyRing;
  /** The key that seals; one of the ring. */
  sealing: string;
  /** Values that are bound to no row, as earlier versions sealed them, open. */
  opensUnbound: boolean;
}

export interface Vault {
  /** What it works with now: a thread makes its own vault from it. */
  readonly state: SealState;
  /** Works with other keys from here on. */
  replace(state: SealState): void;
  /** Version byte, id of the key, 12 bytes nonce, ciphertext, 16 bytes tag: 33 bytes more than the UTF-8 text. */
  seal(text: string, context: SealContext): Buffer;
  /**
   * Seals a text of `length` bytes inside `bytes`, with 17 bytes of room before and 16 after it.
   */
  sealInPlace(bytes: Buffer, offset: number, length: number, context: SealContext): void;
  /** @throws SealError when the bytes were sealed with a missing key or for another row, or were changed */
  open(sealed: Uint8Array, context: SealContext): string;
  /** As `open`; `unreadable` for what does not open, which `onUnreadable` is given. */
  read(sealed: Uint8Array, context: SealContext): string;
  /**
   * Seals bytes with personal values, such as a part of a report; `context` binds them to one use.
   */
  sealBytes(bytes: Uint8Array, context: string): Buffer;
  /**
   * @param unbound the context that earlier versions sealed it with
   * @throws SealError when the bytes were sealed with a missing key or for another `context`, or were
   * changed
   */
  openBytes(sealed: Uint8Array, context: string, unbound?: string): Buffer;
  /** Whether a rotation would seal it again: with another key than the one that seals now, or unbound. */
  isOutdated(sealed: Uint8Array): boolean;
  /** For what is kept as a keyed hash and cannot be computed again. */
  lookupKey(use: Lookup): Uint8Array;
  /** Keys of a use that signs for a short time: the one that signs first, then all that are accepted. */
  signingKeys(use: string): Buffer[];
  /** Blind indexes, by the key that seals. */
  ssnIndex: BlindIndex;
  ssnLast4Index: BlindIndex;
  dobIndex: BlindIndex;
  dobYearIndex: BlindIndex;
  /** The same by every key of the ring, to search by: a record that is not sealed again yet has the older. */
  searched: Record<IndexName, (clientId: number, value: string) => Buffer[]>;
}

export type IndexName = 'ssnIndex' | 'ssnLast4Index' | 'dobIndex' | 'dobYearIndex';
/** 16 bytes; null when the value has none. */
export type BlindIndex = (clientId: number, value: string) => Buffer | null;

/** A sealed value that does not open here. */
export class SealError extends Error {}

interface VaultOptions {
  /** Called when a value names a key that the ring lacks: another process may have written a newer ring. */
  reread?: () => SealState | undefined;
  onUnreadable?: (problem: { context: SealContext; message: string }) => void;
}

const unboundVersion = 1;
const version = 2;
const nonceBytes = 12;
const tagBytes = 16;
const indexBytes = 16;
const unboundHead = 1 + nonceBytes;

/** The room that a sealed value takes before its text, and before and behind it together. */
export const sealHeadBytes = 1 + sealedIdBytes + nonceBytes;
export const sealExtraBytes = sealHeadBytes + tagBytes;

/** The first bytes of what a key seals: SQL finds by them what a rotation has to seal again. */
export function sealPrefix(keyId: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(keyId, 'hex').subarray(0, sealedIdBytes)]);
}

/** What the value of each index is computed from; undefined: the value has none. */
const indexed: Record<IndexName, { use: string; of: (value: string) => string | undefined }> = {
  /** Of all its digits. */
  ssnIndex: { use: 'ssn', of: (value) => digitsOf(value) || undefined },
  /** Of its last four digits. */
  ssnLast4Index: { use: 'ssn last four', of: (value) => digitsOf(value).match(/\d{4}$/)?.[0] },
  /** Of the whole value; M/D/YYYY and YYYY-MM-DD of one day are one value. */
  dobIndex: { use: 'date of birth', of: (value) => plainDate(value) || undefined },
  /** Of its year, from 1800 to 2099; a bare year is one too. */
  dobYearIndex: { use: 'year of birth', of: yearOf },
};

/** One key of the ring with what is derived from it. */
interface Derived {
  id: string;
  prefix: Buffer;
  seal: KeyObject;
  file: KeyObject;
  index: BlindIndexes;
  signing(use: string): Buffer;
  /** Whether it sealed the value. */
  isOf(sealed: Uint8Array): boolean;
}

type BlindIndexes = Record<IndexName, BlindIndex>;

function derive({ id, bytes }: KeyRing['keys'][number]): Derived {
  const index = Object.fromEntries(
    Object.entries(indexed).map(([name, { use, of }]) => {
      const key = derivedKey(bytes, use);
      const indexOf: BlindIndex = (clientId, value) => {
        const found = of(value);
        if (found === undefined) return null;
        const hash = createHmac('sha256', key).update(`${clientId}:${found}`).digest();
        return hash.subarray(0, indexBytes);
      };
      return [name, indexOf];
    }),
  ) as BlindIndexes;
  const prefix = sealPrefix(id);
  return {
    ...{ id, index, prefix },
    isOf: (sealed) => prefix.equals(sealed.subarray(0, prefix.length)),
    seal: createSecretKey(derivedKey(bytes, 'seal')),
    file: createSecretKey(derivedKey(bytes, 'file')),
    signing: (use) => derivedKey(bytes, use),
  };
}

/** The state of an installation that has one key. */
export function stateOfKey(key: Uint8Array): SealState {
  const ring = ringOfKey(key);
  return { ring, sealing: ring.keys[0]?.id ?? '', opensUnbound: true };
}

/**
 * Nonces are random: safe up to about 2^32 values under one key (NIST SP 800-38D, 8.3), which is
 * some 2,000 uploads of the largest file with both fields.
 *
 * @param from 32 bytes, or the ring and what of it is used
 */
export function createVault(
  from: Uint8Array | SealState,
  { reread, onUnreadable }: VaultOptions = {},
): Vault {
  const set = new KeySet(from instanceof Uint8Array ? stateOfKey(from) : from);
  const sealAt = sealerOf(set);
  const openWith = openerOf(set, reread);
  const sealWith = (kind: KeyKind, bytes: Uint8Array, context: string): Buffer => {
    const sealed = Buffer.allocUnsafe(bytes.length + sealExtraBytes);
    sealed.set(bytes, sealHeadBytes);
    sealAt(kind, sealed, context);
    return sealed;
  };
  const open = (sealed: Uint8Array, context: SealContext) =>
    openWith('seal', sealed, boundText(context), unboundText(context)).toString('utf8');

  return {
    get state() {
      return set.state;
    },
    replace: (state) => set.use(state),
    seal: (text, context) => sealWith('seal', Buffer.from(text, 'utf8'), boundText(context)),
    sealInPlace: (bytes, offset, length, context) => {
      const span = bytes.subarray(offset, offset + length + sealExtraBytes);
      sealAt('seal', span, boundText(context));
    },
    open,
    read: (sealed, context) => {
      try {
        return open(sealed, context);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        onUnreadable?.({ context, message: error.message });
        return unreadable;
      }
    },
    sealBytes: (bytes, context) => sealWith('file', bytes, context),
    openBytes: (sealed, context, unbound = context) => openWith('file', sealed, context, unbound),
    isOutdated: (sealed) => !set.current.isOf(sealed),
    lookupKey: (name) => set.state.ring.lookups[name],
    signingKeys: (name) => [
      set.current.signing(name),
      ...set.keys.filter((key) => key !== set.current).map((key) => key.signing(name)),
    ],
    ssnIndex: (clientId, value) => set.current.index.ssnIndex(clientId, value),
    ssnLast4Index: (clientId, value) => set.current.index.ssnLast4Index(clientId, value),
    dobIndex: (clientId, value) => set.current.index.dobIndex(clientId, value),
    dobYearIndex: (clientId, value) => set.current.index.dobYearIndex(clientId, value),
    searched: {
      ssnIndex: set.searched('ssnIndex'),
      ssnLast4Index: set.searched('ssnLast4Index'),
      dobIndex: set.searched('dobIndex'),
      dobYearIndex: set.searched('dobYearIndex'),
    },
  };
}

type KeyKind = 'seal' | 'file';

/** The keys of a ring, with what is derived from each. */
class KeySet {
  state: SealState;
  keys: Derived[] = [];
  /** The one that seals. */
  current: Derived;

  constructor(state: SealState) {
    this.state = state;
    this.current = this.use(state);
  }

  use(next: SealState): Derived {
    const known = new Map(this.keys.map((key) => [key.id, key]));
    const keys = next.ring.keys.map((key) => known.get(key.id) ?? derive(key));
    const current = keys.find(({ id }) => id === next.sealing);
    if (!current) throw new SealError(`The key ${next.sealing} is missing.`);
    this.keys = keys;
    this.current = current;
    this.state = next;
    return current;
  }

  keyOf(sealed: Uint8Array): Derived | undefined {
    return this.current.isOf(sealed) ? this.current : this.keys.find((key) => key.isOf(sealed));
  }

  searched(name: IndexName) {
    return (clientId: number, value: string) =>
      this.keys.map(({ index }) => index[name](clientId, value)).filter((found) => found !== null);
  }
}

/** Seals the text inside a span, which has the room around it. */
function sealerOf(set: KeySet) {
  const fillNonce = nonceSource();
  return (kind: KeyKind, span: Buffer, context: string): void => {
    const nonce = span.subarray(1 + sealedIdBytes, sealHeadBytes);
    const body = span.subarray(sealHeadBytes, -tagBytes);
    span.set(set.current.prefix);
    fillNonce(nonce);
    const cipher = createCipheriv('aes-256-gcm', set.current[kind], nonce);
    cipher.setAAD(Buffer.from(context));
    body.set(cipher.update(body));
    cipher.final();
    span.set(cipher.getAuthTag(), span.length - tagBytes);
  };
}

function openerOf(set: KeySet, reread: VaultOptions['reread']) {
  return (kind: KeyKind, value: Uint8Array, bound: string, unbound: string): Buffer => {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    if (bytes[0] === unboundVersion && bytes.length >= unboundHead + tagBytes) {
      if (!set.state.opensUnbound) {
        throw new SealError('A value is bound to no row, and this installation has none such.');
      }
      return openUnbound(set.keys, kind, bytes, Buffer.from(unbound));
    }
    if (bytes[0] !== version || bytes.length < sealExtraBytes) {
      throw new SealError('This is not a sealed value.');
    }
    if (!set.keyOf(bytes)) {
      const next = reread?.();
      if (next) set.use(next);
    }
    const key = set.keyOf(bytes);
    if (key) return decipher(key[kind], bytes, sealHeadBytes, Buffer.from(bound));
    const id = bytes.toString('hex', 1, 1 + sealedIdBytes);
    throw new SealError(`The key that begins with ${id} is missing in the key file.`);
  };
}

/** The oldest key is tried first: keys that a rotation made have sealed nothing unbound. */
function openUnbound(
  keys: readonly Derived[],
  kind: 'seal' | 'file',
  bytes: Buffer,
  context: Buffer,
): Buffer {
  for (const key of keys.toReversed()) {
    try {
      return decipher(key[kind], bytes, unboundHead, context);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
    }
  }
  throw new SealError('A value of an earlier version opens with no key of the key file.');
}

function decipher(key: KeyObject, bytes: Buffer, head: number, context: Buffer): Buffer {
  const bodyEnd = bytes.length - tagBytes;
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(head - nonceBytes, head));
  cipher.setAAD(context);
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

/** What a sealed value is bound to: additional data of the cipher. */
function boundText({ table, clientId, callListId, row, field }: SealContext): string {
  return `${table}.${field}:${clientId}:${callListId}:${row}`;
}

/** The same as earlier versions bound it. */
function unboundText({ clientId, field }: SealContext): string {
  return `${clientId}:${field}`;
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
