/** A cache of a number of bytes; evicts the least recently used entries first. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** A value larger than the whole cache is not kept. */
  set(key: string, value: Value, bytes: number): void;
  /** Drops what matches. */
  drop(matches: (key: string, value: Value) => boolean): void;
}

export function createByteCache<Value>(most: number): ByteCache<Value> {
  /** In the order of their last use. */
  const kept = new Map<string, { value: Value; bytes: number }>();
  let total = 0;

  function drop(key: string): void {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    drop(matches) {
      for (const [key, { value }] of [...kept]) if (matches(key, value)) drop(key);
    },
    get(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key, value, bytes) {
      drop(key);
      if (bytes > most) return;
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
  };
}
