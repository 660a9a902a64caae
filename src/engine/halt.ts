/** Why no campaign may submit anything now. */
import type { Reason } from '#contract/reason.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { EngineDeps } from './deps.ts';

/** @returns undefined while calls and texts may go out */
export function haltOf(
  deps: Pick<EngineDeps, 'witness' | 'clockCheck'>,
): { reason: Reason } | undefined {
  return deps.witness?.off() ?? deps.clockCheck?.off();
}

/**
 * The instant by which something may be given up or forgotten for good; null while this machine's
 * clock may be wrong, which nobody could make good later.
 */
export function surelyNow({
  clock,
  clockCheck,
}: Pick<EngineDeps, 'clock' | 'clockCheck'>): SimMs | null {
  return clockCheck?.off() ? null : clock.now();
}
