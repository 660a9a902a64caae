/**
 * Personal values at rest: SSN and date of birth are sealed with AES-256-GCM, and found again by
 * blind indexes (HMAC-SHA-256), so that neither a dump nor an index holds one in clear.
 *
 * Every use has a key of its own, derived with HKDF from a 32-byte key of the installation's ring
 * (key-ring.ts). A sealed value carries the id of its key and opens only in its own row and column.
 */
import { unreadable } from '#domain/masking.ts';
import type { BlindIndex, IndexName } from './blind-index.ts';
import { type Lookup, ringOfKey } from './key-ring.ts';
import { type KeyKind, KeySet, type SealState } from './key-set.ts';
import {
  keyNamedBy,
  openBound,
  openUnbound,
  SealError,
  sealExtraBytes,
  sealHeadBytes,
  spanSealer,
} from './sealed-value.ts';

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
  /** As `openBytes`; undefined for what does not open, which `onUnreadable` is given. */
  readBytes(sealed: Uint8Array, context: string, unbound?: string): Buffer | undefined;
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

interface VaultOptions {
  /** Called when a value names a key that the ring lacks: another process may have written a newer ring. */
  reread?: () => SealState | undefined;
  /** Given what `read` and `readBytes` could not open. */
  onUnreadable?: (problem: Unreadable) => void;
}

export interface Unreadable {
  /** Which value of which row, or what it is used for. */
  place: string;
  /** A sentence: its key is missing, or it belongs elsewhere. */
  message: string;
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
  const openBytes = (sealed: Uint8Array, context: string, unbound = context) =>
    openWith('file', sealed, context, unbound);
  const opened = <T>(place: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      onUnreadable?.({ place, message: error.message });
      return undefined;
    }
  };

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
    read: (sealed, context) =>
      opened(boundText(context), () => open(sealed, context)) ?? unreadable,
    sealBytes: (bytes, context) => sealWith('file', bytes, context),
    openBytes,
    readBytes: (sealed, context, unbound) =>
      opened(context, () => openBytes(sealed, context, unbound)),
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

/** Seals the text inside a span, which has the room around it. */
function sealerOf(set: KeySet) {
  const sealSpan = spanSealer();
  return (kind: KeyKind, span: Buffer, context: string): void =>
    sealSpan(set.current[kind], set.current.prefix, span, context);
}

function openerOf(set: KeySet, reread: VaultOptions['reread']) {
  return (kind: KeyKind, value: Uint8Array, bound: string, unbound: string): Buffer => {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const named = keyNamedBy(bytes);
    if (named === 'unbound') return openFormer(set, kind, bytes, unbound);
    if (!set.keyOf(bytes)) {
      const next = reread?.();
      if (next) set.use(next);
    }
    const key = set.keyOf(bytes);
    if (key) return openBound(key[kind], bytes, bound);
    throw new SealError(`The key that begins with ${named} is missing in the key file.`);
  };
}

/** The oldest key is tried first: keys that a rotation made have sealed nothing unbound. */
function openFormer(set: KeySet, kind: KeyKind, bytes: Buffer, context: string): Buffer {
  if (!set.state.opensUnbound) {
    throw new SealError('A value is bound to no row, and this installation has none such.');
  }
  for (const key of set.keys.toReversed()) {
    try {
      return openUnbound(key[kind], bytes, context);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
    }
  }
  throw new SealError('A value of an earlier version opens with no key of the key file.');
}

/** What a sealed value is bound to: additional data of the cipher. */
function boundText({ table, clientId, callListId, row, field }: SealContext): string {
  return `${table}.${field}:${clientId}:${callListId}:${row}`;
}

/** The same as earlier versions bound it. */
function unboundText({ clientId, field }: SealContext): string {
  return `${clientId}:${field}`;
}
