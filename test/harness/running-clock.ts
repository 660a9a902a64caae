import type { PacedClock } from '../../src/domain/clock.ts';
/**
 * A clock that runs as time does and begins where a test says. Calling hours, days and months are
 * judged by it, never by the hour at which the test happens to run.
 */
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
export function runningClock(begin: SimMs, speed = 1): PacedClock {
  const since = performance.now();
  return { speed, now: () => simMs(begin + (performance.now() - since) * speed) };
}
