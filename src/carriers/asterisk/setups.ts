/** Calls begin evenly: a trunk that takes 20 a second takes no 20 at once. */

export interface Setups {
  /** Milliseconds to wait for the turn that is taken by this; undefined when it would be long. */
  take(): number | undefined;
  /** How many turns `take` would give now. */
  free(): number;
  /** A call begins at once; the next ones wait for as long as if it had taken a turn. */
  skip(): void;
}

/** Milliseconds: who would wait for longer is to ask again. */
const longestWait = 400;

/** @param now milliseconds that never go back */
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
