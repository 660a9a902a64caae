import { type Finding, hint, wrong } from './finding.ts';

/** Milliseconds for the response. */
const within = 3_000;

/**
 * What the running Carillon reports about its clock. Only a process that was running knows that the
 * clock was set, or that the machine slept.
 *
 * @param url where it reports its status; null when CARILLON_METRICS is off
 */
export async function runningClock(url: string | null): Promise<Finding[]> {
  if (url === null) {
    return [
      hint(
        'Clock',
        'The clock of the running Carillon cannot be checked: CARILLON_METRICS is off.',
      ),
    ];
  }
  try {
    const signal = AbortSignal.timeout(within);
    const response = await fetch(new URL('/health/ready', url), { signal });
    const { clockOff } = (await response.json()) as { clockOff?: unknown };
    return typeof clockOff === 'string' ? [wrong('Clock', clockOff)] : [];
  } catch {
    return [
      hint(
        'Clock',
        `The clock of the running Carillon cannot be checked: no response from ${url}.`,
      ),
    ];
  }
}
