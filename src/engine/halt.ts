/** Why nothing at all may be placed just now, whatever the campaign. */
import type { EngineDeps } from './deps.ts';

/** @returns undefined while calls and texts may go out */
export function haltOf(
  deps: Pick<EngineDeps, 'witness' | 'clockCheck'>,
): { reason: string } | undefined {
  return deps.witness?.off() ?? deps.clockCheck?.off();
}
