/** A trunk that carries no call for a while: what is submitted then ends, and nobody's telephone rings. */

import type { CallEvent } from '../../../src/carriers/port.ts';
import { later, type SimMs, simMs } from '../../../src/domain/milliseconds.ts';
import type { DeadTrunk } from './trouble-profile.ts';

/** Until such a call ends: a carrier's own patience, or a refusal's way. */
const patience = { silent: simMs(6_400), refused: simMs(150) };

/** The end of a call that is submitted now; undefined while the trunk lives. */
export function deadEnd(
  dead: readonly DeadTrunk[],
  attemptId: string,
  now: SimMs,
): (CallEvent & { kind: 'ended' }) | undefined {
  const trunk = dead.find(({ from, until }) => now >= from && now < until)?.how;
  if (!trunk) return undefined;
  const note = { code: 'simulated_trunk', how: trunk } as const;
  return {
    attemptId,
    at: later(now, patience[trunk]),
    kind: 'ended',
    cause: 'failed',
    note,
    trunk,
  };
}
