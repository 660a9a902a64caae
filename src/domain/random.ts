/** Randomness is passed in, so that a seed replays a run exactly. */

export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** Evenly from `low` to `high`, as a whole number, both included. */
  between(low: number, high: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
}

/**
 * The same key gives the same sequence on every machine. Not for secrets.
 *
 * @param key seed and name, such as `1/3-17-42`: its values do not depend on any order
 */
export function seededRandom(key: string): Random {
  let state = hash(key);
  // The step of splitmix32: one 32-bit state, full period.
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
  };
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
