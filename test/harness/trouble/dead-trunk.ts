/** A trunk that carries no call for a while: what is handed over then ends, and nobody's telephone rings. */
import type { CallEvent } from '../../../src/carriers/port.ts';
import type { DeadTrunk } from './trouble-profile.ts';

/** Simulated milliseconds until such a call ends: a carrier's own patience, or a refusal's way. */
const patience = { silent: 6_400, refused: 150 } as const;

/** The end of a call that is handed over now; undefined while the trunk lives. */
export function deadEnd(
  dead: readonly DeadTrunk[],
  attemptId: string,
  now: number,
): (CallEvent & { kind: 'ended' }) | undefined {
  const trunk = dead.find(({ from, until }) => now >= from && now < until)?.how;
  if (!trunk) return undefined;
  const note = { code: 'simulated_trunk', how: trunk } as const;
  return { attemptId, at: now + patience[trunk], kind: 'ended', cause: 'failed', note, trunk };
}
