/**
 * Real time that only increases: this clock cannot be set back. Unlike the machine's own
 * monotonic clock it also counts the time that the machine sleeps, in which leases run out in the
 * database.
 */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
export function steadyClock(
  steady = () => performance.now(),
  timeOfDay = () => Date.now(),
): () => RealMs {
  let ahead = timeOfDay() - steady();
  let slept = 0;
  return () => {
    const before = ahead;
    ahead = timeOfDay() - steady();
    if (ahead - before > shortestSleep) slept += ahead - before;
    return realMs(steady() + slept);
  };
}

/** A smaller difference is an adjustment of the time of day. */
const shortestSleep = 100;
