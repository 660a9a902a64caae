import { type Finding, hint, wrong } from './finding.ts';

/** Milliseconds for the answer. */
const within = 3_000;

/**
 * What the running Carillon says of its clock. Only a process that was there can tell that the clock
 * was set, or that the machine slept.
 *
 * @param url its address
 */
export async function runningClock(url: string): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(within);
    const answer = await fetch(new URL('/health/ready', url), { signal });
    const { clockOff } = (await answer.json()) as { clockOff?: unknown };
    return typeof clockOff === 'string' ? [wrong('Clock', clockOff)] : [];
  } catch {
    return [hint('Clock', `Carillon does not say at ${url} whether its clock is right.`)];
  }
}
