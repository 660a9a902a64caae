/** The keys of a ring as a vault works with them, with what is derived from each. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { type BlindIndexes, blindIndexes, type IndexName } from './blind-index.ts';
import { derivedKey, type KeyRing } from './key-ring.ts';
import { SealError, sealPrefix } from './sealed-value.ts';

/** Which key seals, and whether values that earlier versions sealed still open; plain data, for threads. */
export interface SealState {
  ring: KeyRing;
  /** The key that seals; one of the ring. */
  sealing: string;
  /** Values that are bound to no row, as earlier versions sealed them, open. */
  opensUnbound: boolean;
}

export type KeyKind = 'seal' | 'file';

interface Derived extends Record<KeyKind, KeyObject> {
  id: string;
  prefix: Buffer;
  index: BlindIndexes;
  signing(use: string): Buffer;
  /** Whether it sealed the value. */
  isOf(sealed: Uint8Array): boolean;
}

function derive({ id, bytes }: KeyRing['keys'][number]): Derived {
  const prefix = sealPrefix(id);
  return {
    ...{ id, prefix, index: blindIndexes(bytes) },
    isOf: (sealed) => prefix.equals(sealed.subarray(0, prefix.length)),
    seal: createSecretKey(derivedKey(bytes, 'seal')),
    file: createSecretKey(derivedKey(bytes, 'file')),
    signing: (use) => derivedKey(bytes, use),
  };
}

export class KeySet {
  state: SealState;
  keys: Derived[] = [];
  /** The one that seals. */
  current: Derived;

  constructor(state: SealState) {
    this.state = state;
    this.current = this.use(state);
  }

  /** @throws SealError when the ring lacks the key that seals */
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
