import { type Finding, hint, wrong } from './finding.ts';

/** Milliseconds for the answer. */
const within = 3_000;

/**
 * What the running Carillon says of its clock. Only a process that was there can tell that the clock
 * was set, or that the machine slept.
 *
 * @param url where it tells of itself; null when CARILLON_METRICS is off
 */
export async function runningClock(url: string | null): Promise<Finding[]> {
  if (url === null) {
    return [
      hint('Clock', 'Carillon does not say whether its clock is right: CARILLON_METRICS is off.'),
    ];
  }
  try {
    const signal = AbortSignal.timeout(within);
    const answer = await fetch(new URL('/health/ready', url), { signal });
    const { clockOff } = (await answer.json()) as { clockOff?: unknown };
    return typeof clockOff === 'string' ? [wrong('Clock', clockOff)] : [];
  } catch {
    return [hint('Clock', `Carillon does not say at ${url} whether its clock is right.`)];
  }
}
