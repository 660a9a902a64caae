/**
 * A clock that runs as time does and begins where a test says. Calling hours, days and months are
 * judged by it, never by the hour at which the test happens to run.
 */
export function runningClock(begin: number, speed = 1): { speed: number; now(): number } {
  const since = performance.now();
  return { speed, now: () => begin + (performance.now() - since) * speed };
}
