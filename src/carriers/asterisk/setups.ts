/** Spaces calls evenly: a trunk that takes 20 calls a second does not take 20 at once. */

export interface Setups {
  /** Takes a turn and returns the milliseconds until it; undefined when that would be long. */
  take(): number | undefined;
  /** The number of turns that `take` would give now. */
  free(): number;
  /** A call begins at once; the next ones wait as if it had taken a turn. */
  skip(): void;
}

/** Milliseconds; a call that would wait longer has to ask again. */
const longestWait = 400;

/** @param now milliseconds that never decrease */
export function createSetups(
  perSecond: number,
  now: () => number = () => performance.now(),
): Setups {
  let nextAt = Number.NEGATIVE_INFINITY;
  const each = 1000 / perSecond;
  return {
    take() {
      const at = now();
      const turn = Math.max(at, nextAt);
      if (turn - at > longestWait) return undefined;
      nextAt = turn + each;
      return turn - at;
    },
    free() {
      const at = now();
      const wait = Math.max(0, nextAt - at);
      return wait > longestWait ? 0 : Math.floor((longestWait - wait) / each) + 1;
    },
    skip() {
      nextAt = Math.max(now(), nextAt) + each;
    },
  };
}
