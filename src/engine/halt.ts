/** Why no campaign may submit anything now. */
import type { Reason } from '#contract/reason.ts';
import type { EngineDeps } from './deps.ts';

/** @returns undefined while calls and texts may go out */
export function haltOf(
  deps: Pick<EngineDeps, 'witness' | 'clockCheck'>,
): { reason: Reason } | undefined {
  return deps.witness?.off() ?? deps.clockCheck?.off();
}
